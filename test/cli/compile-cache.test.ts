import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runNode } from "../run-node.ts";

/** The tests share a folder of compiled code, which a user does not have. */
const list = (env: Record<string, string>) =>
  runNode(["cli/index.ts", "list"], { NODE_COMPILE_CACHE: "", ...env });

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-connectors-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a command keeps its compiled code in the user's cache folder", async () => {
  const folder = newFolder();
  expect(await list({ XDG_CACHE_HOME: folder })).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, "agent-connectors"))).not.toEqual([]);
});

test("a command works without a folder for compiled code", async () => {
  // A folder cannot be created below a file.
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  const { code, stdout } = await list({ XDG_CACHE_HOME: file });
  expect(code).toBe(0);
  expect(stdout).toContain("slack (Slack)");
});

test("NODE_COMPILE_CACHE names another folder", async () => {
  const [chosen, usual] = [newFolder(), newFolder()];
  expect(await list({ XDG_CACHE_HOME: usual, NODE_COMPILE_CACHE: chosen })).toMatchObject({ code: 0 });
  expect(readdirSync(usual)).toEqual([]);
  expect(readdirSync(chosen)).not.toEqual([]);
});
