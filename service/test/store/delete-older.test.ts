import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteOlder } from "../../src/store/delete-older.ts";
import { addAuditRows } from "../../src/store/queries/audit-rows.ts";
import type { Store } from "../../src/store/store.ts";
import { auditRow } from "../support/audit-row.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

onBothStores((newLocation, kind) => {
  let store: Store;
  let second: Store;
  beforeAll(async () => {
    const location = await newLocation();
    store = connectTo(location);
    await store.migrate();
    second = connectTo(location);
  });
  afterAll(async () => {
    await second.close();
    await store.close();
  });

  const rowOf = (id: string, at: number) => auditRow({ id, at });
  const left = async () =>
    (await store.db.selectFrom("audit").select("id").orderBy("id").execute()).map(({ id }) => id);

  test("deletes every older row, in portions, and no other row, also if two replicas do it", async () => {
    // All rows of a portion have the same time.
    const old = Array.from({ length: 5300 }, (_, nth) => rowOf(`old-${nth}`, 1000 + Math.floor(nth / 2000)));
    await addAuditRows(store.db, [...old, rowOf("young", 2000), rowOf("younger", 3000)]);
    const replicas = kind === "postgres" ? [store, second, store] : [store];
    await Promise.all(replicas.map(({ db }) => deleteOlder(db, "audit", "at", 2000)));
    await deleteOlder(store.db, "audit", "at", 2000);
    expect(await left()).toEqual(["young", "younger"]);
  });

  test.skipIf(kind === "sqlite")("does not wait for a row that another transaction keeps", async () => {
    await addAuditRows(store.db, [rowOf("kept", 1), rowOf("free", 1)]);
    await second.transaction(async (db) => {
      await db.updateTable("audit").set({ detail: "[]" }).where("id", "=", "kept").execute();
      await deleteOlder(store.db, "audit", "at", 2);
    });
    expect(await left()).toEqual(["kept", "young", "younger"]);
    await deleteOlder(store.db, "audit", "at", 2);
    expect(await left()).toEqual(["young", "younger"]);
  });
});
