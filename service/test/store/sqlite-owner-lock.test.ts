import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lockDirectory } from "../../src/store/sqlite-owner-lock.ts";

const directory = mkdtempSync(join(tmpdir(), "acs-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const message = `Another process uses the data directory ${directory}.`;

test("a directory has one owner at a time", () => {
  const first = lockDirectory(directory);
  for (let attempt = 0; attempt < 2; attempt++)
    expect(() => lockDirectory(directory)).toThrow(
      expect.objectContaining({ code: "config_error", message, hint: expect.stringContaining("PostgreSQL") }),
    );
  first.release();
  lockDirectory(directory).release();
});

test("an owner holds its lock through garbage collection, and a killed owner leaves no lock behind", async () => {
  const module = new URL("../../src/store/sqlite-owner-lock.ts", import.meta.url);
  const script = `const { lockDirectory } = await import(${JSON.stringify(module.href)});
    lockDirectory(${JSON.stringify(directory)}); gc(); setInterval(() => {}, 1000);
    setImmediate(() => { gc(); process.stdout.write("locked"); });`;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const owner = spawn(
    process.execPath,
    ["--expose-gc", "--conditions=agent-connectors-source", "--input-type=module", "--eval", script],
    { env, stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    await once(owner.stdout, "data");
    expect(() => lockDirectory(directory)).toThrow(message);
  } finally {
    const exited = once(owner, "exit");
    owner.kill("SIGKILL");
    await exited;
  }
  lockDirectory(directory).release();
});

test("a different failure is not reported as a second owner", () => {
  expect(() => lockDirectory(join(directory, "absent"))).toThrow(
    expect.objectContaining({ code: "ERR_SQLITE_ERROR" }),
  );
});
