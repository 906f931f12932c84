import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../src/commands/run-command.ts";
import { databaseFileIn, openStore } from "../../src/startup/open-store.ts";
import { addAuditRows } from "../../src/store/queries/audit-rows.ts";
import { errorOf } from "../support/errors.ts";
import { auditRow } from "../support/audit-row.ts";
import { runService } from "../support/process.ts";

let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "acs-"));
  file = databaseFileIn(dataDir);
  const { store, close } = await openStore({ dataDir });
  const detail = "x".repeat(500);
  const rows = Array.from({ length: 400 }, (_, nth) => auditRow({ id: `row-${nth}`, at: 1, detail }));
  await addAuditRows(store.db, rows);
  await close();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const overwrite = (from: number, bytes: number) => {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(bytes, 0xa5), 0, bytes, from);
  closeSync(handle);
};
const damages: Record<string, () => void> = {
  "a text file": () => writeFileSync(file, "This is not a database. ".repeat(200)),
  "a file without its header": () => overwrite(0, 100),
  "a file without its first page": () => overwrite(100, 3996),
  "a file with a damaged page": () => overwrite(Math.floor(statSync(file).size / 8192) * 4096, 4096),
  "a file that was cut": () => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096),
};

test.each(Object.keys(damages))("%s is refused with a clear error and is not changed", async (name) => {
  damages[name]!();
  const before = readFileSync(file);
  const error = await errorOf(() => openStore({ dataDir }));
  expect([error.code, error.message]).toEqual(["config_error", `The store ${file} is damaged.`]);
  expect(error.hint).toMatch(/^Keep the file, and restore a backup: .*docs\/operations\.md/);
  expect(readFileSync(file).equals(before)).toBe(true);
  // After the error, the folder is not locked.
  expect((await errorOf(() => openStore({ dataDir }))).message).toContain("is damaged");
});

test("the commands refuse a damaged store too", async () => {
  damages["a text file"]!();
  for (const words of [
    ["backup", join(dataDir, "copy.sqlite")],
    ["application", "list"],
    ["audit"],
    ["migrate"],
  ])
    expect((await errorOf(() => runCommand([...words, "--data-dir", dataDir], {}))).message).toBe(
      `The store ${file} is damaged.`,
    );
});

test("the service ends with exit code 3 and the error", async () => {
  damages["a text file"]!();
  const { code, output } = await runService(["--sandbox", "--data-dir", dataDir]);
  expect([code, output]).toEqual([3, expect.stringMatching(/^The store .* is damaged\. Keep the file.*\n$/)]);
});

test("the error for a damaged lock file names the file", async () => {
  writeFileSync(join(dataDir, "owner.lock"), "This is not a database. ".repeat(200));
  const error = await errorOf(() => openStore({ dataDir }));
  expect([error.code, error.message, error.hint]).toEqual([
    "config_error",
    `The lock file ${join(dataDir, "owner.lock")} is damaged.`,
    "Delete the lock file if no service uses the data directory. The lock file contains no data.",
  ]);
});
