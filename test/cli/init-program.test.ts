import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { nodeWarning } from "../../cli/init/program-files.ts";
import { developmentPackages, frameworks, scriptedModelPackage } from "../../cli/init/frameworks.ts";
import { runNode } from "../run-node.ts";
import { runHere } from "./run-here.ts";

// The program that `init` writes runs at once, without an account and without a model. `npm run check:init` runs more of them, with
// the packed tarball.

const root = fileURLToPath(new URL("../..", import.meta.url));
mkdirSync(join(root, "build"), { recursive: true });
// In this folder, the name of the package leads to the package itself.
const base = mkdtempSync(join(root, "build/init-program-"));
afterAll(() => rmSync(base, { recursive: true }));
const init = (folder: string, ...more: string[]) =>
  runHere(["init", "--mode", "open-source", "--folder", join(base, folder), ...more]);
const read = (file: string) => readFileSync(join(base, file), "utf8");

test("the program and its test run, and no file holds a secret", async () => {
  const { code, stdout } = await init("slack", "--framework", "openai", "--connector", "slack");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/npm install\n {2}npm start\n {2}npm test\n/)]);
  const started = await runNode([join(base, "slack/main.ts")]);
  expect([started.code, started.stderr]).toEqual([0, "A script stands in for the model, because OPENAI_API_KEY is not set.\n"]); // prettier-ignore
  expect(started.stdout).toContain('"general"');
  const tested = await runNode(["--test", join(base, "slack/agent.test.ts")]);
  expect([tested.code, tested.stdout]).toEqual([0, expect.stringContaining("pass 2\n")]);
  expect(read("slack/.gitignore")).toBe(".env\nnode_modules\n");
  expect(read("slack/.env.example")).toContain("\nSLACK_TOKEN=\n");
  for (const file of readdirSync(join(base, "slack"))) expect(read(`slack/${file}`)).not.toMatch(/xoxb-|sk-/);
});

test("the test of the program fails if the agent gets no tool", async () => {
  await init("broken", "--framework", "openai", "--connector", "slack");
  const agent = read("broken/agent.ts").replace("await tools.run(message.tool_calls)", "[]");
  writeFileSync(
    join(base, "broken/agent.ts"),
    agent.replace("if (!message.tool_calls?.length)", "if (true)"),
  );
  expect((await runNode(["--test", join(base, "broken/agent.test.ts")])).code).toBe(1);
});

test("a connector without a sandbox replays made-up answers, also one from a connector file", async () => {
  const file = join(base, "notes.connector.json");
  await runHere(["import", join(root, "test/fixtures/import/notes.yaml"), "--name", "notes", "-o", file]);
  for (const connector of ["github", file]) {
    const folder = connector === "github" ? "github" : "notes";
    const { code, stderr } = await init(folder, "--framework", "openai", "--connector", connector);
    expect([code, stderr]).toEqual([0, ""]);
    const tested = await runNode(["--test", join(base, folder, "agent.test.ts")]);
    expect([tested.code, tested.stdout]).toEqual([0, expect.stringContaining("pass 2\n")]);
  }
});

test("nothing is overwritten without a word, and a manifest of the user stays", async () => {
  mkdirSync(join(base, "mine"));
  writeFileSync(join(base, "mine/agent.ts"), "// mine");
  const refused = await init("mine", "--framework", "openai", "--connector", "slack");
  expect(refused.stderr).toContain("already has agent.ts. Nothing was written.");
  expect(readdirSync(join(base, "mine"))).toEqual(["agent.ts"]);
  writeFileSync(join(base, "mine/package.json"), "{}");
  writeFileSync(join(base, "mine/.gitignore"), "node_modules/");
  const { stdout } = await init("mine", "--framework", "openai", "--connector", "slack", "--overwrite");
  expect(read("mine/agent.ts")).toContain("functionTools");
  expect(read("mine/package.json")).toBe("{}");
  expect(read("mine/.gitignore")).toBe("node_modules/\n.env\n");
  expect(stdout).toMatch(/npm install openai@\^.*\n.*npm install --save-dev .*\n.*npm pkg set type=module/);
});

test("a wrong or missing option is refused with what is allowed", async () => {
  const wrong = await init("x", "--framework", "langchan", "--connector", "slack");
  expect(wrong.stderr).toContain('There is no framework "langchan".\nDid you mean langchain?');
  const missing = await init("x", "--framework", "openai");
  expect(missing.stderr).toContain("The option --connector is missing.\nAllowed: slack, amazon-ads,");
  expect([wrong.code > 0, missing.code > 0]).toEqual([true, true]);
  expect(readdirSync(base)).not.toContain("x");
});

test("the ranges of the packages are those that the tests of this repository use", () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  const all = Object.assign({}, developmentPackages, scriptedModelPackage, ...Object.values(frameworks).map(({ packages }) => packages)) as Record<string, string>; // prettier-ignore
  for (const [name, range] of Object.entries(all)) {
    // These two are installed with another package, or in the check of the versions.
    const ours = devDependencies[name === "@openai/agents" ? "@openai/agents-core" : name === "@modelcontextprotocol/server" ? "@modelcontextprotocol/client" : name]; // prettier-ignore
    expect([name, range.replace("^", "")]).toEqual([name, ours?.replace("^", "")]);
  }
});

test.each(["20.20.2", "22.17.1"])("Node %s cannot run the program, so a warning says which can", (version) =>
  expect(nodeWarning(version)).toBe(
    `The program needs Node 22.18 or later, and this is ${version}. Install a newer Node first.\n`,
  ),
);
test.each(["22.18.0", "24.1.0"])("Node %s gets no warning", (version) =>
  expect(nodeWarning(version)).toBe(""),
);
