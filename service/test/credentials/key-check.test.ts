import { afterEach, beforeEach, expect, test } from "vitest";
import { checkKeyRing, forgetKey, hasKeyRing } from "../../src/credentials/key-check.ts";
import { readKeyCheckValues } from "../../src/store/queries/key-check-values.ts";
import type { Store } from "../../src/store/store.ts";
import { errorOf } from "../support/errors.ts";
import { ringOf } from "../support/keys.ts";
import { memoryStore } from "../support/memory-store.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

let store: Store;
beforeEach(async () => {
  store = await memoryStore();
});
afterEach(() => store.close());

const both = ringOf({ k1: 1, k2: 2 });
const checkValues = { k1: both.checkValue("k1"), k2: both.checkValue("k2") };

test("the first key ring is recorded, and is accepted from then on", async () => {
  expect(await hasKeyRing(store.db)).toBe(false);
  await checkKeyRing(store, both);
  expect(await hasKeyRing(store.db)).toBe(true);
  expect(await readKeyCheckValues(store.db)).toEqual(checkValues);
  await checkKeyRing(store, both);
});

test("a ring with an additional key is accepted, and the key is recorded", async () => {
  await checkKeyRing(store, ringOf({ k1: 1 }));
  await checkKeyRing(store, both);
  expect(await readKeyCheckValues(store.db)).toEqual(checkValues);
});

test.each([
  ["lacks a key", { k1: 1 }, "k2"],
  ["has another key under the same id", { k1: 1, k2: 3 }, "k2"],
  ["is another ring", { k9: 9 }, "k1"],
])("a ring that %s is refused, and the recorded keys stay", async (_, keys, id) => {
  await checkKeyRing(store, both);
  expect(await errorOf(() => checkKeyRing(store, ringOf(keys)))).toMatchObject({
    code: "config_error",
    message: `The key ring does not hold the store's key ${id}.`,
    hint: "Use the key ring that belongs to this store. No other key ring can decrypt its credentials.",
  });
  expect(await readKeyCheckValues(store.db)).toEqual(checkValues);
});

onBothStores((newLocation) => {
  test("of two replicas that start with different new rings, one is refused", async () => {
    const location = await newLocation();
    const replicas = [connectTo(location), connectTo(location)] as const;
    await replicas[0].migrate();
    const rings = [ringOf({ k1: 1 }), ringOf({ k2: 2 })] as const;
    const checks = await Promise.allSettled(
      replicas.map((replica, index) => checkKeyRing(replica, rings[index]!)),
    );
    expect(checks.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const accepted = rings[checks.findIndex(({ status }) => status === "fulfilled")]!;
    expect(Object.keys((await readKeyCheckValues(replicas[0].db))!)).toEqual(accepted.ids);
    for (const replica of replicas) await replica.close();
  });
});

test("a known ring changes nothing in the store", async () => {
  await checkKeyRing(store, both);
  await store.db.schema.createTable("writes").addColumn("one", "integer").execute();
  const { sql } = await import("kysely");
  await sql`create trigger count_writes after update on settings begin insert into writes values (1); end`.execute(
    store.db,
  );
  await checkKeyRing(store, both);
  expect((await sql`select * from writes`.execute(store.db)).rows).toEqual([]);
});

test("a ring without a retired key is accepted", async () => {
  await checkKeyRing(store, both);
  await forgetKey(store.db, "k2");
  expect(await readKeyCheckValues(store.db)).toEqual({ k1: checkValues.k1 });
  await checkKeyRing(store, ringOf({ k1: 1 }));
});

test("an empty store can forget a key", async () => {
  await forgetKey(store.db, "k2");
  expect(await readKeyCheckValues(store.db)).toEqual({});
});
