import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pageFaults } from "./page-faults.ts";
import { mostOfIndex } from "./pages/coding-agents.ts";
import { copyPublished } from "./published-page.ts";
import { tarballPath, unpackTarball } from "./unpack-tarball.ts";

// Checks the packed tarball. Installs the tarball in an empty project without any framework, as a user does.

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = `${root}node_modules/.bin/`;

execFileSync(`${bin}publint`, ["--strict", `${root}build/package`], { stdio: "inherit" });
// Every kind of module resolution must find the types, including the resolution of older versions of TypeScript.
// `cjs-resolves-to-esm` is ignored, because Node can `require()` an ES module since 20.19.
const resolution = ["--profile", "strict", "--ignore-rules", "cjs-resolves-to-esm", "--format", "ascii"];
execFileSync(`${bin}attw`, [...resolution, tarballPath()], { stdio: "inherit" });

const [servicePages, provePages] = [`${root}build/service-pages/`, `${root}build/prove-pages/`];
copyPublished(["deploy", "docs", "README.md"], `${root}service/`, servicePages);
copyPublished(["src", "README.md"], `${root}prove/`, provePages);
for (const folder of [`${root}build/package/`, servicePages, provePages])
  assert.deepEqual(
    globSync("**/*.md", { cwd: folder }).flatMap((page) => pageFaults(folder, page)),
    [],
    `published pages in ${folder}`,
  );
console.log("pages: ok");

// Coding agents read these files, and open the pages that they name.
const index = readFileSync(`${root}build/package/skills/agent-connectors/index.md`, "utf8");
const named = [...index.matchAll(/[\w/-]+\.md/g)].map(([name]) => name);
assert(named.length > 30 && Buffer.byteLength(index) <= mostOfIndex, "the index for coding agents");
for (const name of named)
  assert(existsSync(`${root}build/package/docs/${name}`), `skills/agent-connectors/index.md names ${name}`);
assert.deepEqual(pageFaults(`${root}build/package/`, "llms.txt"), []);
console.log("index for coding agents: ok");

// Runs both connectors and describes all actions. Fails if something loads zod or the module `define.js`.
const withoutZod = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      if (/^zod|\\/define\\.js$/.test(specifier)) throw new Error(\`\${context.parentURL} loads \${specifier}\`);
      return next(specifier, context);
    },
  });
  const { SlackConnector } = await import("agent-connectors/slack");
  const { AmazonAdsConnector } = await import("agent-connectors/amazon-ads");
  const { amazonAdsSandbox, slackSandbox } = await import("agent-connectors/sandbox");
  const [workspace, account] = [slackSandbox(), amazonAdsSandbox()];
  const slack = new SlackConnector({ auth: { api_token: workspace.tokens.bot } }, workspace.options);
  const ads = new AmazonAdsConnector({ auth: account.credentials }, account.options);
  for (const connector of [slack, ads]) {
    await connector.tool();
    await connector.tools({ shape: "per-action" });
    await connector.describe();
  }
  await slack.messages.create({ channel: "#general", text: "hi" });
  await ads.profiles.list();
  const { code } = await slack.execute("messages", "create", { channel: 5 }).catch((error) => error);
  if (code !== "invalid_params") throw new Error(code);`;

// These paths use modules of Node. All other paths must also work on edge runtimes.
const onlyForNode = new Set(["./file-store"]);
const withoutNode = `
  (await import("node:module")).registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = "" } = context;
      if (specifier.startsWith("node:") && parentURL.includes("/agent-connectors/dist/"))
        throw new Error(\`\${parentURL} loads \${specifier}\`);
      return next(specifier, context);
    },
  });`;

// A package that exports inferred types compiles with `declaration: true` only if TypeScript can write every type with
// the paths of the manifest. Each program imports only one path.
const connectorProgram = (path: string, name: string, auth: string, call: string) => `
  import { ${name} } from "agent-connectors/${path}";
  export const connector = new ${name}({ auth: ${auth} });
  export const all = async () => ({
    result: await connector.execute(${call}),
    check: await connector.check(),
    tools: await connector.tools(),
    catalogue: await connector.describe(),
    found: await connector.searchActions("list"),
    answer: await connector.request("GET /x"),
  });
  export const connecting = async () => ({
    scopes: await ${name}.scopes(),
    manifest: await ${name}.manifest(),
    started: await ${name}.startConnect({} as never),
    finished: await ${name}.finishConnect({} as never),
    session: await ${name}.createSession({} as never),
    made: await ${name}.create({} as never),
  });`;
const slackCall = `"messages", "create", { channel: "C1", text: "hi", dry_run: Math.random() > 0.5 }`;
const adsLogin = `{ client_id: "i", client_secret: "s", refresh_token: "r" }`;
const programs = {
  slack: connectorProgram("slack", "SlackConnector", `{ api_token: "xoxb-1" }`, slackCall),
  ads: connectorProgram("amazon-ads", "AmazonAdsConnector", adsLogin, `"profiles", "list"`),
  ai: `
  import { aiSdkTools, toolApproval } from "agent-connectors/ai-sdk";
  export const tools = await aiSdkTools([]);
  export const full = await aiSdkTools([], { stream: "full" });
  export const withProgress = await aiSdkTools([], { progress: true });
  export const approval = toolApproval([]);`,
};

const project = unpackTarball();
try {
  const modules = `${project}/node_modules`;
  const manifest = JSON.parse(readFileSync(`${modules}/agent-connectors/package.json`, "utf8")) as {
    dependencies: Record<string, string>;
    peerDependenciesMeta: Record<string, { optional: boolean }>;
    exports: Record<string, unknown>;
  };
  for (const name of Object.keys(manifest.dependencies))
    symlinkSync(`${root}node_modules/${name}`, `${modules}/${name}`);

  for (const path of Object.keys(manifest.exports)) {
    if (path === "./package.json") continue;
    const before = onlyForNode.has(path) ? "" : withoutNode;
    const code = `${before} await import("agent-connectors${path.slice(1)}")`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: project,
      encoding: "utf8",
    });
    // An import is allowed to fail only if an optional peer dependency is not installed. The error must contain the
    // name of this package.
    const missing = /Cannot find package '([^']+)'/.exec(stderr)?.[1];
    if (status !== 0)
      assert(missing && manifest.peerDependenciesMeta[missing]?.optional, `${code}: ${stderr}`);
    console.log(
      `import agent-connectors${path.slice(1)}: ${status === 0 ? "ok" : `needs ${missing}, an optional peer`}`,
    );
  }
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", withoutZod], {
    cwd: project,
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stderr);
  console.log("connectors without zod and define: ok");

  const cli = `${modules}/agent-connectors/dist/cli/index.js`;
  assert.match(execFileSync(process.execPath, [cli, "list"], { cwd: project, encoding: "utf8" }), /^slack /);
  const mcp = spawnSync(process.execPath, [cli, "mcp", "slack", "--sandbox"], {
    cwd: project,
    encoding: "utf8",
  });
  assert.match(mcp.stderr, /@modelcontextprotocol\/server, is not installed\.\n.*npm install @modelcontext/);
  assert.deepEqual([mcp.status, mcp.stdout], [2, ""]);
  console.log("bin: ok");

  symlinkSync(`${root}node_modules/ai`, `${modules}/ai`);
  writeFileSync(`${project}/package.json`, `{ "type": "module" }`);
  for (const [name, program] of Object.entries(programs)) writeFileSync(`${project}/${name}.ts`, program);
  const files = Object.keys(programs).map((name) => `${name}.ts`);
  const options = "--declaration --outDir out --module nodenext --target es2023 --strict --skipLibCheck";
  execFileSync(`${bin}tsc`, [...options.split(" "), "--types", "", ...files], {
    cwd: project,
    stdio: "inherit",
  });
  console.log("declarations: ok");
} finally {
  rmSync(project, { recursive: true, force: true });
}
