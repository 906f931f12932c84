import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listConnectors } from "../../src/store/lists/connector-list.ts";
import { readKeyCheckValues, writeKeyCheckValues } from "../../src/store/queries/key-check-values.ts";
import type { Store } from "../../src/store/store.ts";
import { memoryStore } from "../support/memory-store.ts";

let store: Store;
beforeEach(async () => {
  store = await memoryStore();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
});

test("a statement is prepared once, in and outside of transactions", async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  for (let nth = 0; nth < 5; nth++) {
    await listConnectors(store.db, { organization: `o${nth}` }, { limit: nth + 1 });
    await store.transaction((db) => writeKeyCheckValues(db, { k: String(nth) }));
    expect(await readKeyCheckValues(store.db)).toEqual({ k: String(nth) });
  }
  const prepared = prepare.mock.calls.map(([text]) => text);
  expect(prepared.length).toBe(new Set(prepared).size);
});

test("a statement returns the current columns, even after its table has changed", async () => {
  await sql`create table things (a integer)`.execute(store.db);
  await sql`insert into things values (1)`.execute(store.db);
  const read = async () => (await sql`select * from things`.execute(store.db)).rows;
  expect(await read()).toEqual([{ a: 1 }]);
  await sql`alter table things add column b text default 'x'`.execute(store.db);
  expect(await read()).toEqual([{ a: 1, b: "x" }]);
  await sql`drop table things`.execute(store.db);
  await expect(read()).rejects.toThrow("no such table");
  await sql`create table things (c integer)`.execute(store.db);
  await sql`insert into things values (2)`.execute(store.db);
  expect(await read()).toEqual([{ c: 2 }]);
});

test("a write returns rows only if the statement has a RETURNING clause", async () => {
  await sql`create table things (a integer)`.execute(store.db);
  for (let nth = 1; nth <= 2; nth++) {
    const returning = await sql`insert into things values (${nth}) returning a`.execute(store.db);
    expect(returning.rows).toEqual([{ a: nth }]);
    const plain = await sql`update things set a = ${nth}`.execute(store.db);
    expect([plain.rows, plain.numAffectedRows]).toEqual([[], BigInt(nth)]);
  }
});

test("rows are streamed while the same statement runs again", async () => {
  await writeKeyCheckValues(store.db, {});
  await sql`insert into settings values ('x1', '1'), ('x2', '2'), ('x3', '3')`.execute(store.db);
  const query = store.db.selectFrom("settings").select("name").where("name", "like", "x%").orderBy("name");
  await query.execute();
  const stream = query.stream()[Symbol.asyncIterator]();
  const first = await stream.next();
  const again = store.db.connection().execute(async () => "queued");
  expect(first.value).toEqual({ name: "x1" });
  const rest = [];
  for (;;) {
    const { value, done } = await stream.next();
    if (done) break;
    rest.push((value as { name: string }).name);
  }
  expect(rest).toEqual(["x2", "x3"]);
  expect(await again).toBe("queued");
});

test("many different statements do not stay in memory", async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  const read = (nth: number) => sql`select ${sql.lit(nth)} as n`.execute(store.db);
  for (let nth = 0; nth < 600; nth++) await read(nth);
  const before = prepare.mock.calls.length;
  await read(599);
  expect(prepare.mock.calls.length).toBe(before);
  await read(0);
  expect(prepare.mock.calls.length).toBe(before + 1);
});
