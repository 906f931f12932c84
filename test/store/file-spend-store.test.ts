import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withReservation } from "../../src/core/policy/day-totals.ts";
import { fileSpendStore } from "../../src/store/file-spend-store.ts";

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "agent-connectors-"));
  file = join(directory, "spend.json");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const id = (day: string) => `amazon-ads 1 ${day}`;
const raise = { path: "x", cap: "max_day_raise", key: "a", from: 1, to: 3, perDay: true } as const;
const reserve = (store = fileSpendStore(file), call = "call", day = "2026-03-12") =>
  store.update(id(day), (totals) => ({ totals: withReservation(totals, call, [raise]), result: totals }));

test("the totals are kept in a file for its owner alone, and other stores read them", async () => {
  expect(await reserve()).toEqual({ amounts: {}, reserved: {} });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await reserve(fileSpendStore(file), "other")).reserved).toEqual({ call: { a: 3 } });
});

test("concurrent updates of several stores lose nothing", async () => {
  const stores = [fileSpendStore(file), fileSpendStore(file)];
  await Promise.all(Array.from({ length: 20 }, (_, index) => reserve(stores[index % 2], `call ${index}`)));
  expect(Object.keys((await reserve()).reserved)).toHaveLength(20);
});

test("totals of days long ago are deleted, and an update without a change writes nothing", async () => {
  await reserve(undefined, "call", "2026-03-01");
  await reserve(undefined, "call", "2026-03-12");
  await reserve(undefined, "call", "2026-03-11");
  const text = readFileSync(file, "utf8");
  expect(Object.keys(JSON.parse(text) as object)).toEqual([id("2026-03-12"), id("2026-03-11")]);
  await fileSpendStore(file).update(id("2026-03-14"), (totals) => ({ totals, result: undefined }));
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("a file that others can read, or that is damaged, is refused and not replaced", async () => {
  writeFileSync(file, "{}", { mode: 0o644 });
  chmodSync(file, 0o644);
  await expect(reserve()).rejects.toMatchObject({ code: "config_error" });
  chmodSync(file, 0o600);
  writeFileSync(file, '{"half');
  await expect(reserve()).rejects.toThrow(SyntaxError);
  expect(readFileSync(file, "utf8")).toBe('{"half');
});
