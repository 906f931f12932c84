import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { frameworks } from "../../cli/init/frameworks.ts";
import { emptyProject, root } from "../empty-project.ts";
import { tarballPath } from "../unpack-tarball.ts";

// Writes programs with `agent-connectors init` of the packed tarball in an empty folder, installs their packages from npm, checks
// their types, and runs each program and its test, without an account or a model. `npm run check:init -- slack` runs only the
// programs whose name contains `slack`, and `npm run check:init -- --few` runs three.

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
  ...connectors.map((connector): Program => ({ framework: "ai-sdk", connector, mode: "open-source" })),
  { framework: "ai-sdk", connector: "slack", mode: "hosted" },
];
const few = new Set([
  "ai-sdk slack open-source",
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
  const output = npm("start", "--silent");
  assert.match(output, /"data"/, output);
  const tested = npm("test", "--silent");
  assert.match(tested, /pass 2\n/, tested);
  assert(!existsSync(join(project.cwd, folder, ".env")));
  console.log(`${nameOf(program)}: written, installed, types, start, test: ok`);
}
