import { afterAll, beforeAll, expect, test } from "vitest";
import { createStateStores } from "../../src/calls/state-stores.ts";
import { createSealer } from "../../src/credentials/sealing.ts";
import {
  countStatesOfKey,
  deleteExpiredStates,
  deleteStatesOfConnector,
} from "../../src/store/queries/call-states.ts";
import type { Store } from "../../src/store/store.ts";
import { ringOf } from "../support/keys.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

onBothStores((newLocation, kind) => {
  let replicas: Store[];
  let now = 1000;
  const sealer = createSealer(ringOf({ k1: 1 }));
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
  const storeOf = (id: string, replica = 0, organization_id = "o1") =>
    createStateStores(replicas[replica]!, sealer, { now: () => now }).of({ organization_id, id });

  test("a text that one replica writes is read by another, and only by the same connector", async () => {
    expect(await storeOf("c1").write("a", "<!chan", undefined)).toBe(true);
    expect(await storeOf("c1", 1).read("a")).toMatchObject({ value: "<!chan" });
    expect(await storeOf("c2", 1).read("a")).toBeUndefined();
    expect(await storeOf("c1", 1, "o2").read("a")).toBeUndefined();
    expect(await storeOf("c1", 1).read("b")).toBeUndefined();
  });
  test("of several replicas that write or delete the same version, exactly one succeeds", async () => {
    const first = await Promise.all(
      [0, 1, 0, 1].map((replica) => storeOf("c3", replica).write("a", "1", undefined)),
    );
    expect(first.filter(Boolean)).toHaveLength(1);
    const { version } = (await storeOf("c3").read("a"))!;
    const second = await Promise.all(
      [0, 1, 0, 1].map((replica) => storeOf("c3", replica).write("a", "2", version)),
    );
    expect(second.filter(Boolean)).toHaveLength(1);
    expect(await storeOf("c3").delete("a", version)).toBe(false);
    const { version: newer, value } = (await storeOf("c3").read("a"))!;
    expect(value).toBe("2");
    const third = await Promise.all([0, 1].map((replica) => storeOf("c3", replica).delete("a", newer)));
    expect(third.filter(Boolean)).toHaveLength(1);
    expect(await storeOf("c3").write("a", "3", newer)).toBe(false);
    expect(await storeOf("c3").read("a")).toBeUndefined();
  });
  test("an expired text is gone, and another text can take its place", async () => {
    await storeOf("c4").write("a", "old", undefined, 10);
    const { version } = (await storeOf("c4").read("a"))!;
    now += 10_000;
    expect(await storeOf("c4").read("a")).toBeUndefined();
    expect(await storeOf("c4").write("a", "late", version)).toBe(false);
    expect(await storeOf("c4").write("a", "new", undefined, 10)).toBe(true);
    expect(await storeOf("c4").read("a")).toMatchObject({ value: "new" });
    now += 10_000;
    const { db } = replicas[0]!;
    await deleteExpiredStates(db, now);
    expect(
      await db.selectFrom("call_states").select("key").where("connector_id", "=", "c4").execute(),
    ).toEqual([]);
  });
  test("the database has no readable text, and a moved row does not open", async () => {
    const { db } = replicas[0]!;
    await storeOf("c5").write("a", "top secret", undefined);
    const row = await db
      .selectFrom("call_states")
      .selectAll()
      .where("connector_id", "=", "c5")
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain("secret");
    for (const moved of [
      { key: "b" },
      { connector_id: "c6" },
      { organization_id: "o2", connector_id: "c7" },
    ]) {
      const { key, connector_id, organization_id } = { ...row, ...moved };
      await db
        .insertInto("call_states")
        .values({ ...row, ...moved })
        .execute();
      await expect(storeOf(connector_id, 0, organization_id).read(key)).rejects.toMatchObject({
        code: "internal",
        message: expect.stringContaining("could not be decrypted"),
      });
    }
  });
  test("the texts of a connector are deleted with it, and each counts for its master key", async () => {
    const { db } = replicas[0]!;
    const before = await countStatesOfKey(db, "k1");
    await storeOf("c8").write("a", "x", undefined);
    expect(await countStatesOfKey(db, "k1")).toBe(before + 1);
    await deleteStatesOfConnector(db, "c8");
    expect(await storeOf("c8").read("a")).toBeUndefined();
    expect(await countStatesOfKey(db, "k1")).toBe(before);
  });
});
