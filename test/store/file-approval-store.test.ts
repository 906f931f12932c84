import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ApprovalStore } from "agent-connectors";
import { fileApprovalStore } from "../../src/store/file-approval-store.ts";

let directory: string;
beforeEach(() => (directory = join(mkdtempSync(join(tmpdir(), "agent-connectors-")), "approvals")));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const files = () => readdirSync(directory).filter((name) => name.endsWith(".json"));
/** Marks a write as started, and returns the writes that had started before. */
const start = (store: ApprovalStore, id: string, digest = "d") =>
  store.update(id, (record) => ({
    record: { at: 1, ...record, runs: { ...record?.runs, [digest]: { at: 1 } } },
    result: Object.keys(record?.runs ?? {}),
  }));

test("a record is kept in a file for its owner alone, and other stores read it", async () => {
  expect(await start(fileApprovalStore(directory), "call 1")).toEqual([]);
  expect(await start(fileApprovalStore(directory), "call 1", "e")).toEqual(["d"]);
  expect(await start(fileApprovalStore(directory), "../call 2")).toEqual([]);
  expect(files()).toHaveLength(2);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  for (const name of files()) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
});

test("an update without a record or without a change writes nothing", async () => {
  const store = fileApprovalStore(directory);
  expect(await store.update("call 1", (record) => ({ record, result: record }))).toBeUndefined();
  expect(files()).toEqual([]);
  await start(store, "call 1");
  const { mtimeMs, ino } = statSync(join(directory, files()[0]!));
  await store.update("call 1", (record) => ({ record, result: undefined }));
  expect(statSync(join(directory, files()[0]!))).toMatchObject({ mtimeMs, ino });
});

test("of concurrent updates of several stores, exactly one is the first", async () => {
  const stores = [fileApprovalStore(directory), fileApprovalStore(directory)];
  const seen = await Promise.all(
    Array.from({ length: 8 }, (_, index) => start(stores[index % 2]!, "call 1")),
  );
  expect(seen.filter((earlier) => earlier.length === 0)).toHaveLength(1);
});

test("a new store deletes records after 30 days, and refuses a record that others can read", async () => {
  await start(fileApprovalStore(directory), "call 1");
  const path = join(directory, files()[0]!);
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  utimesSync(path, days(29), days(29));
  expect(await start(fileApprovalStore(directory), "call 1")).toEqual(["d"]);
  utimesSync(path, days(31), days(31));
  expect(await start(fileApprovalStore(directory), "call 1")).toEqual([]);
  chmodSync(path, 0o644);
  await expect(start(fileApprovalStore(directory), "call 1")).rejects.toMatchObject({ code: "config_error" });
});
