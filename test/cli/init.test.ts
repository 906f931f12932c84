import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { runHere } from "./run-here.ts";

// An author of a connector begins with a folder whose test passes, and whose page says how to go on.

const root = fileURLToPath(new URL("../..", import.meta.url));
const notes = join(root, "test/fixtures/import/notes.yaml");
mkdirSync(join(root, "build"), { recursive: true });
// In this folder, the name of the package leads to the package itself.
const folder = join(mkdtempSync(join(root, "build/init-")), "acme");
afterAll(() => rmSync(join(folder, ".."), { recursive: true }));
const inFolder = (file: string) => join(folder, file);

test("init connector writes a connector whose test passes, and keeps existing files", async () => {
  const { code, stdout } = await runHere(["init", "connector", notes, "--name", "acme", "--folder", folder]);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Read ${inFolder("README.md")} next.`)]);
  const node = ["--conditions=agent-connectors-source", "--test", "acme.test.mjs"];
  const tested = execFileSync(process.execPath, node, { cwd: folder, encoding: "utf8" });
  expect(tested).toMatch(/pass 2\n/);
  writeFileSync(inFolder("overlay.yaml"), "# mine");
  const again = await runHere(["init", "connector", notes, "--name", "acme", "--folder", folder]);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain("already has acme.connector.json, overlay.yaml, acme.test.mjs, README.md");
  expect(readFileSync(inFolder("overlay.yaml"), "utf8")).toBe("# mine");
});

test("the test fails if an action can do more than before", () => {
  const file = inFolder("acme.connector.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace('"effect":"read"', '"effect":"write"'));
  const node = ["--conditions=agent-connectors-source", "--test", "acme.test.mjs"];
  expect(() => execFileSync(process.execPath, node, { cwd: folder, stdio: "pipe" })).toThrow();
  writeFileSync(file, text);
});

test("the commands of the page run", async () => {
  const other = `${folder}-2`;
  await runHere(["init", "connector", notes, "--name", "acme", "--folder", other]);
  const page = readFileSync(join(other, "README.md"), "utf8");
  const [again, check] = page.split("\n").filter((line) => line.startsWith("npx agent-connectors "));
  const argsOf = (line: string) =>
    line.split(" ").slice(2).map((arg) => (/\.(yaml|json)$/.test(arg) ? join(other, arg) : arg)); // prettier-ignore
  const before = readFileSync(join(other, "acme.connector.json"), "utf8");
  expect((await runHere(argsOf(again!))).stderr).toBe("");
  expect(readFileSync(join(other, "acme.connector.json"), "utf8")).toBe(before);
  expect((await runHere(argsOf(check!))).stdout).toContain("12 actions, 59 checks, 0 faults.");
});

test("definition check names each fault of a connector file, and a missing setting", async () => {
  const file = inFolder("acme.connector.json");
  expect((await runHere(["definition", "check", file])).stderr).toContain("Add --config tenant=...");
  const wrong = JSON.parse(readFileSync(file, "utf8")) as {
    actions: { notes: { get: { example: object } } };
  };
  wrong.actions.notes.get.example = {};
  writeFileSync(inFolder("wrong.json"), JSON.stringify(wrong));
  const { code, stderr } = await runHere([
    "definition",
    "check",
    inFolder("wrong.json"),
    "--config",
    "tenant=t",
  ]);
  expect(code).toBe(2);
  expect(stderr).toContain(
    "- notes.get: the example is sent as the operation says: notes.get: note_id: required",
  );
});
