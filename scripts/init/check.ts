import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { frameworks } from "../../cli/init/frameworks.ts";
import { emptyProject, root } from "../empty-project.ts";
import { tarballPath } from "../unpack-tarball.ts";

// Writes programs with `agent-connectors init` of the packed tarball in an empty folder, installs their packages from npm, checks
// their types, and runs each program and its test, without an account or a model. `npm run check:init -- slack` runs only the
// programs whose name contains `slack`, and `npm run check:init -- --few` runs four.

interface Program {
  framework: string;
  connector: string;
  mode: "open-source" | "hosted";
}

const connectors = [
  "amazon-ads",
  "notion",
  "github",
  "gmail",
  "google-calendar",
  "linear",
  "./notes.connector.json",
];
const programs: Program[] = [
  ...Object.keys(frameworks).map((framework): Program => ({
    framework,
    connector: "slack",
    mode: "open-source",
  })),
  ...["ai-sdk", "chat"].flatMap((framework) =>
    connectors.map((connector): Program => ({ framework, connector, mode: "open-source" })),
  ),
  { framework: "ai-sdk", connector: "slack", mode: "hosted" },
];
const few = new Set([
  "ai-sdk slack open-source",
  "chat slack open-source",
  "mcp slack open-source",
  "ai-sdk ./notes.connector.json open-source",
]);
const nameOf = ({ framework, connector, mode }: Program) => `${framework} ${connector} ${mode}`;

/** Variables of this computer must not lead to an account or a model. */
for (const name of Object.keys(process.env))
  if (
    /^(SLACK|AMAZON_ADS|NOTION|GITHUB|GMAIL|GOOGLE|LINEAR|AGENT_CONNECTORS|OPENAI|ANTHROPIC|GEMINI)_/.test(
      name,
    )
  )
    delete process.env[name];

const [wanted = ""] = process.argv.slice(2);
const chosen = programs.filter((one) =>
  wanted === "--few" ? few.has(nameOf(one)) : nameOf(one).includes(wanted),
);
assert(chosen.length > 0, `No program has ${wanted} in its name.`);

using project = emptyProject(["yaml@2"]);
project.write("notes.yaml", readFileSync(`${root}test/fixtures/import/notes.yaml`, "utf8"));
project.run(
  "npx",
  "agent-connectors",
  "import",
  "notes.yaml",
  "--name",
  "notes",
  "-o",
  "notes.connector.json",
);
/** The folder with the installed packages of each framework. */
const installed = new Map<string, string>();
for (const [index, program] of chosen.entries()) {
  const { framework, connector, mode } = program;
  const folder = `program-${index}`;
  const options = ["--framework", framework, "--connector", connector, "--mode", mode, "--folder", folder];
  const said = project.run("npx", "agent-connectors", "init", ...options);
  assert.match(said, /Next:\n {2}cd program-\d+\n {2}npm install\n {2}npm start\n {2}npm test\n/);
  const npm = (...args: string[]) => project.run("npm", "--prefix", folder, ...args);
  const first = installed.get(framework);
  if (first === undefined) {
    // The version of the tarball is not on npm.
    const manifest = readFileSync(join(project.cwd, folder, "package.json"), "utf8");
    project.write(
      `${folder}/package.json`,
      manifest.replace(/"agent-connectors": "[^"]+"/, `"agent-connectors": "file:${tarballPath()}"`),
    );
    npm("install", "--no-audit", "--no-fund");
    installed.set(framework, folder);
  } else symlinkSync(join(project.cwd, first, "node_modules"), join(project.cwd, folder, "node_modules"));
  npm("run", "--silent", "types");
  const { isChat } = frameworks[framework]!;
  if (isChat) await checkPage(join(project.cwd, folder));
  else {
    const output = npm("start", "--silent");
    assert.match(output, /"data"/, output);
  }
  const tested = npm("test", "--silent");
  assert.match(tested, isChat ? /pass 3\n/ : /pass 2\n/, tested);
  assert(!existsSync(join(project.cwd, folder, ".env")));
  console.log(`${nameOf(program)}: written, installed, types, start, test: ok`);
}

/** Starts a chat, and loads its page at the address that the program prints. */
async function checkPage(cwd: string): Promise<void> {
  // Without npm between, the signal reaches the server.
  const child = spawn(process.execPath, ["--env-file-if-exists=.env", "main.ts"], { cwd, stdio: ["ignore", "pipe", "inherit"] }); // prettier-ignore
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, url] = /^Open (http:\S+)$/.exec(line) ?? [];
      assert(url, line);
      assert.match(await (await fetch(url)).text(), /<title>Chat with /);
      return;
    }
    assert.fail("The chat printed no address.");
  } finally {
    const ended = once(child, "exit");
    if (child.kill()) await ended;
  }
}
