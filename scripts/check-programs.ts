import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { unpackTarball } from "./unpack-tarball.ts";

// Runs the programs of the pages from the packed tarball, in an empty folder. The tests of the programs run there. The
// programs import `agent-connectors` from the tarball. All other packages are linked from this repository, so nothing is
// installed. `npm run check:programs -- -t langgraph` runs only the tests whose name contains `langgraph`.

const root = fileURLToPath(new URL("..", import.meta.url));

const copied = [
  "vitest.config.ts",
  "tsconfig.json",
  "docs/recipes",
  "examples",
  "scripts",
  "service",
  "test",
];
/** The parts of the package that tests import by a path. */
const linked = ["sandbox", "src"];
/** The tests that run programs. The pages of the recipes say what these print. */
const tests = [
  "test/examples",
  "examples/recipes",
  "test/sandbox/slack/given-workspace",
  "service/test/commands/webhook",
];

const project = unpackTarball();
try {
  for (const name of readdirSync(`${root}node_modules`))
    if (!existsSync(`${project}/node_modules/${name}`))
      symlinkSync(`${root}node_modules/${name}`, `${project}/node_modules/${name}`);
  // This test reads the pages, which are not in the folder.
  const filter = (path: string) => !path.endsWith("every-program.test.ts");
  for (const path of copied) cpSync(root + path, `${project}/${path}`, { recursive: true, filter });
  for (const path of linked) symlinkSync(root + path, `${project}/${path}`);
  writeFileSync(`${project}/package.json`, JSON.stringify({ type: "module", private: true }));
  const where = `console.log(import.meta.resolve("agent-connectors"))`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", where], { cwd: project });
  assert.match(String(stdout), /node_modules\/agent-connectors\/dist\//);
  const vitest = [`${root}node_modules/vitest/vitest.mjs`, "run", "--root", ".", "--reporter=verbose"];
  const { status } = spawnSync(process.execPath, [...vitest, ...tests, ...process.argv.slice(2)], {
    cwd: project,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(project, { recursive: true, force: true });
}
