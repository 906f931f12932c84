import type { DayTotals } from "agent-connectors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSpendStores } from "../../src/limits/spend-stores.ts";
import { deleteOldSpendTotals } from "../../src/store/queries/spend-totals.ts";
import type { Store } from "../../src/store/store.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

onBothStores((newLocation, kind) => {
  let replicas: Store[];
  let now = 0;
  beforeAll(async () => {
    const location = await newLocation();
    const store = connectTo(location);
    // Only one process of the service uses a SQLite store.
    replicas = [store, kind === "postgres" ? connectTo(location) : store];
    await store.migrate();
  });
  afterAll(async () => {
    for (const store of new Set(replicas)) await store.close();
  });
  const storeOf = (organization: string, replica = 0) =>
    createSpendStores(replicas[replica]!, { now: () => now }).of(organization);
  const read = (organization: string, id: string) =>
    storeOf(organization).update(id, (totals) => ({ totals, result: totals }));
  const empty: DayTotals = { amounts: {}, reserved: {} };
  const add = (key: string) => (totals: DayTotals) => ({
    totals: { ...totals, reserved: { ...totals.reserved, [key]: { budget: 0.1 + 0.2 } } },
    result: key,
  });

  test("replicas that change the totals at the same time lose no change", async () => {
    const keys = Array.from({ length: 24 }, (_, index) => `call ${index}`);
    const results = await Promise.all(
      keys.map((key, index) => storeOf("o1", index % 2).update("ads 1 2026-03-12", add(key))),
    );
    expect(results).toEqual(keys);
    const { reserved } = await read("o1", "ads 1 2026-03-12");
    expect(Object.keys(reserved).toSorted()).toEqual(keys.toSorted());
    expect(Object.values(reserved)).toEqual(keys.map(() => ({ budget: 0.1 + 0.2 })));
  });
  test("a change that throws stores nothing", async () => {
    const refused = new Error("above the cap");
    const failing = storeOf("o1").update("ads 2 2026-03-12", () => {
      throw refused;
    });
    await expect(failing).rejects.toBe(refused);
    expect(await read("o1", "ads 2 2026-03-12")).toEqual(empty);
  });
  test("another account, day or organization has other totals", async () => {
    await storeOf("o1").update("ads 3 2026-03-12", add("a"));
    for (const [organization, id] of [
      ["o1", "ads 3 2026-03-13"],
      ["o1", "ads 4 2026-03-12"],
      ["o2", "ads 3 2026-03-12"],
    ] as const)
      expect(await read(organization, id)).toEqual(empty);
  });
  test("old totals are deleted by the time of their last change", async () => {
    now = 1000;
    await storeOf("o1").update("ads 5 2026-03-12", add("a"));
    now = 2000;
    await storeOf("o1").update("ads 5 2026-03-12", add("b"));
    await deleteOldSpendTotals(replicas[1]!.db, 2000);
    expect(Object.keys((await read("o1", "ads 5 2026-03-12")).reserved)).toEqual(["a", "b"]);
    await deleteOldSpendTotals(replicas[1]!.db, 2001);
    expect(await read("o1", "ads 5 2026-03-12")).toEqual(empty);
  });
});
