import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { emptyProject, root, type EmptyProject } from "./empty-project.ts";
import { fragmentsOf } from "./page-fragments.ts";
import { tarballPath } from "./unpack-tarball.ts";
import { matrix, type Versions } from "./versions.ts";

// Tests the packed tarball with the oldest and the newest version of every framework that the pages mention. The script
// is not part of `npm run check`, because it installs these versions from npm. `npm run check:versions -- langchain`
// runs only the checks whose name contains `langchain`.

const tools = [
  "vitest",
  "@copilotkit/aimock",
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/sdk",
  "@types/node",
];
const harness = [
  "vitest.config.ts",
  "examples/agent/task.ts",
  "examples/agent/read.ts",
  "test/run-node.ts",
  "test/suites/adapter.ts",
  "test/suites/adapter",
  "test/adapters",
  "test/examples",
];
const compiler = `${root}node_modules/.bin/tsc`;

function checkMatrix({ packages, pages, examples, tests = [], programs: folders = [] }: Versions): void {
  using project = emptyProject(packages);
  project.link(...tools);
  project.copy(...harness, ...folders, ...examples.map((name) => `examples/${name}.ts`));
  const fragments = pages.flatMap((page) =>
    fragmentsOf(page, readFileSync(`${root}build/package/${page}`, "utf8")),
  );
  for (const [index, { module }] of fragments.entries()) project.write(`fragments/${index}.ts`, module);
  typecheck(project, ["examples/*.ts", "examples/recipes/*.ts", "fragments", ...folders]);
  for (const folder of folders) project.run(process.execPath, `${folder}/program.ts`);
  if (examples.length === 0) return;
  const vitest = [`${root}node_modules/vitest/vitest.mjs`, "run", "--root", ".", "--reporter=verbose"];
  const names = examples.map((name) => `examples/${name}\\.ts`).join("|");
  const programs = ["programs", "mcp", "resumed-approval"].map((name) => `test/examples/${name}.test.ts`);
  const output = project.run(process.execPath, ...vitest, "-t", names, ...programs);
  for (const name of examples) assert.match(output, new RegExp(`✓ .*examples/${name}\\.ts`), output);
  if (tests.length > 0) project.run(process.execPath, ...vitest, ...tests);
}

function typecheck(project: EmptyProject, include: readonly string[]): void {
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ["node"],
    noEmit: true,
  };
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, include }));
  project.run(compiler, "-p", ".");
}

/** Code that every supported version of TypeScript must compile. Older versions resolve modules like Node 10. */
const typed = `
  import { ConnectorError } from "agent-connectors";
  import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
  import { aiSdkTools } from "agent-connectors/ai-sdk";
  import { functionTools } from "agent-connectors/json-schema";
  import { langChainTools } from "agent-connectors/langchain";
  import { registerMcpTools } from "agent-connectors/mcp";
  import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
  import { SlackConnector } from "agent-connectors/slack";
  export async function use() {
    const sandbox = slackSandbox();
    const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    const ads = new AmazonAdsConnector({ auth: amazonAdsSandbox().credentials });
    const id: string = (await slack.channels.list({ limit: 2 })).data[0]!.id;
    const profile: string = (await ads.profiles.list()).data[0]!.profileId;
    const names: readonly string[] = (await functionTools(slack)).names;
    const code: string = new ConnectorError("aborted", "x").code;
    const tools = [(await aiSdkTools(slack))["slack"]!.description, (await langChainTools(slack))[0]!.name];
    // @ts-expect-error
    slack.chanels;
    // @ts-expect-error
    const wrong: number = (await slack.channels.list()).data[0]!.id;
    // @ts-expect-error
    const server: number = await registerMcpTools(0 as never, slack, { effects: ["none"] });
    return [id, profile, names, code, tools, wrong, server];
  }`;

/** Runs the cells of a notebook with tslab, and prints whether each cell was accepted. */
const notebook = (cells: readonly string[]) => `
  const { createConverter } = require("tslab/dist/converter");
  const { createExecutor } = require("tslab/dist/executor");
  const converter = createConverter({ isJS: false, isBrowser: false });
  const executor = createExecutor(process.cwd(), { node: converter, browser: converter, close() {} }, console);
  (async () => {
    for (const cell of ${JSON.stringify(cells)}) console.log(await executor.execute(cell));
    executor.close();
    converter.close();
  })();`;

function checkTypes(): void {
  const typescript = ["typescript-5.0@npm:typescript@5.0", "typescript-5.9@npm:typescript@5.9"];
  using project = emptyProject(["tslab", "ai@7", "@langchain/core@1", ...typescript], ["--ignore-scripts"]);
  project.link("@types/node");
  project.write("use.ts", typed);
  const options = "--noEmit --strict --skipLibCheck --target es2020 --lib es2020,dom --types node";
  for (const version of ["5.0", "5.9"])
    project.run(
      process.execPath,
      `node_modules/typescript-${version}/bin/tsc`,
      ...`${options} --module commonjs --moduleResolution node use.ts`.split(" "),
    );
  const page = readFileSync(`${root}build/package/README.md`, "utf8");
  const [, firstCall = ""] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  project.write("notebook.cjs", notebook([firstCall, "slack.chanels"]));
  const output = project.run(process.execPath, "notebook.cjs");
  // The second cell is valid JavaScript, so only a type error can make tslab refuse it.
  assert.match(output, /^general, random, [\s\S]*\ntrue\nfalse\n$/);
}

/** Commands that need an account, an answer, an API or an MCP server. The tests of the command line run them with stand-ins. */
const needsMore =
  / (?:connect|disconnect|check) slack|@acme|@modelcontextprotocol|memory\.connector|\/\/(?:mcp\.)?(?:acme\.)?example\b|\/\/acme\.example\/openapi| call \.\/acme| mcp (?!slack --sandbox)| approve | undo| init(?: connector|(?: --framework \w+)?$)/;

/** The description for the commands that read one. */
const description = {
  openapi: "3.1.0",
  info: { title: "Acme", version: "1" },
  servers: [{ url: "https://acme.example" }],
  paths: {
    "/pets": { get: { operationId: "listPets", responses: { 200: { description: "The pets." } } } },
    "/tickets": { get: { operationId: "listTickets", responses: { 200: { description: "The tickets." } } } },
  },
};

/** Runs the first call and the commands of the pages exactly as they are printed. */
async function checkCommands(): Promise<void> {
  using project = emptyProject();
  const [, file = "", firstCall = ""] =
    /^Save this program as `(.+)`, and run `node \1`:\s+```ts\n([\s\S]*?)```/m.exec(
      readFileSync(`${root}build/package/README.md`, "utf8"),
    ) ?? [];
  project.write(file, firstCall);
  assert.match(project.run("node", file), /^general, random, /);
  const pages = globSync(["*.md", "docs/**/*.md"], { cwd: `${root}build/package` });
  const commands = pages
    .flatMap(
      (page) =>
        readFileSync(`${root}build/package/${page}`, "utf8").match(/npx agent-connectors [^`\n]+/g) ?? [],
    )
    .map((command) => command.replace(/\s+#.*$/, "").trim());
  assert(commands.length > 60);
  project.link("graphql", "yaml");
  for (const name of ["openapi.yaml", "openapi.json"]) project.write(name, JSON.stringify(description));
  project.write("overlay.yaml", "{}");
  project.write("workspace.json", JSON.stringify({ users: ["Ana Silva"] }));
  project.write("pages.json", JSON.stringify({ pages: [] }));
  project.write("schema.graphql", "type Query { notes: [Note] }\ntype Note { id: ID! }");
  // The commands store accounts and settings of MCP clients in this folder, not in the reader's own.
  const settings = `HOME=$PWD/home XDG_CONFIG_HOME=$PWD/home XDG_CACHE_HOME=$PWD/home SLACK_TOKEN=xoxb-1`;
  const run = (command: string) =>
    project.run("sh", "-c", `${settings} ${command.replaceAll(/ (?:\[\w+\]|<entity>|<action>)/g, "")}`);
  run("npx agent-connectors definition print slack > old.json");
  run("npx agent-connectors import openapi.yaml -o acme.connector.json");
  for (const name of ["my", "old", "shop"])
    project.run("cp", "acme.connector.json", `${name}.connector.json`);
  const left: string[] = [];
  for (const command of new Set(commands))
    if (needsMore.test(command)) left.push(command);
    else run(command);
  console.log(
    ["not run, because they need an account, an answer, an API or an MCP server:", ...left].join("\n- "),
  );

  const client = new Client({ name: "check", version: "1.0.0" });
  const args = ["agent-connectors", "mcp", "slack", "--sandbox"];
  await client.connect(
    new StdioClientTransport({ command: "npx", args, cwd: project.cwd, stderr: "ignore" }),
  );
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["slack_read", "slack_write"],
  );
  const call = { name: "slack_read", arguments: { entity: "channels", action: "list" } };
  assert.match(JSON.stringify(await client.callTool(call)), /general/);
  await client.close();
}

/** Installs the package prove as `npx` does, with the newest frameworks, and runs it. */
function checkProve(): void {
  using project = emptyProject([tarballPath("prove/")]);
  const report = JSON.parse(project.run("npx", "agent-connectors-prove", "--tries", "1", "--json")) as {
    seconds: number;
    failures: { plain: number; ours: number };
  };
  assert.equal(report.failures.ours, 0);
  assert(report.failures.plain > 20, JSON.stringify(report));
  const megabytes = project.run("du", "-sm", "node_modules").split("\t")[0];
  console.log(`agent-connectors-prove: ${megabytes} MB, ${report.seconds} s`);
}

const checks: Record<string, () => void | Promise<void>> = {
  "types of older TypeScript, tslab": checkTypes,
  "commands, npx agent-connectors mcp": checkCommands,
  "npx agent-connectors-prove": checkProve,
  ...Object.fromEntries(
    Object.entries(matrix).map(([name, versions]) => [name, () => checkMatrix(versions)]),
  ),
};
const [wanted = ""] = process.argv.slice(2);
for (const [name, check] of Object.entries(checks)) {
  if (!name.includes(wanted)) continue;
  await check();
  console.log(`${name}: ok`);
}
