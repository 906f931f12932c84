import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runService } from "../support/process.ts";

/** The tests share a folder of compiled code, which an operator does not have. */
const help = (cacheHome: string) =>
  runService(["--help"], { XDG_CACHE_HOME: cacheHome, NODE_COMPILE_CACHE: "" });

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "agent-connectors-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("the service keeps its compiled code in a folder that only its user can read", async () => {
  const folder = newFolder();
  expect(await help(folder)).toMatchObject({ code: 0 });
  const kept = join(folder, "agent-connectors-service");
  expect(readdirSync(kept)).not.toEqual([]);
  expect(statSync(kept).mode & 0o077).toBe(0);
});

test("the service works without a folder for compiled code", async () => {
  // A folder cannot be created below a file.
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  expect(await help(file)).toMatchObject({ code: 0, output: expect.stringContaining("serve") });
});
