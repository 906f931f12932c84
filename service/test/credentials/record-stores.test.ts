import { recordsOf } from "agent-connectors/store";
import { testStore } from "agent-connectors/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRecordStores, recordStore } from "../../src/credentials/record-stores.ts";
import { createSealer } from "../../src/credentials/sealing.ts";
import {
  countRecordsOfMasterKey,
  deleteExpiredRecords,
  deleteRecordsOfConnector,
} from "../../src/store/queries/records.ts";
import type { Store } from "../../src/store/store.ts";
import { faultyStore } from "../support/faulty-store.ts";
import { ringOf } from "../support/keys.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

onBothStores((newLocation, kind) => {
  let replicas: Store[];
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
  const storeOf = (connector: string, replica = 0, organization = "o1") =>
    createRecordStores(replicas[replica]!, sealer).of(organization, connector);
  const rowsOf = (connector: string) =>
    replicas[0]!.db.selectFrom("records").selectAll().where("connector_id", "=", connector).execute();

  test("the store keeps every promise of a driver", async () => {
    // The values of an organization and those of a connector differ only in their key.
    const connector = kind === "postgres" ? "c12" : "";
    let replica = 0;
    const { checks } = await testStore(() => storeOf(connector, replica++ % 2));
    expect(checks).toBeGreaterThan(10);
  });
  test("a value that one replica writes is read by another, and only by the same owner", async () => {
    expect(await storeOf("c1").write("a", "<!chan", undefined)).toBe(true);
    expect(await storeOf("c1", 1).read("a")).toMatchObject({ value: "<!chan" });
    expect(await storeOf("c2", 1).read("a")).toBeUndefined();
    expect(await storeOf("c1", 1, "o2").read("a")).toBeUndefined();
    expect(await storeOf("", 1).read("a")).toBeUndefined();
    expect(await storeOf("c1", 1).read("A")).toBeUndefined();
    expect(await storeOf("c2", 1).list("")).toEqual([]);
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
  test("keys are listed page by page, in the order of their characters' codes", async () => {
    const keys = ["a/Z", "a/_", "a/a", "a/a-b", "a/a.b", "a/a/b", "a/aa", "a/b"];
    for (const key of [...keys.toReversed(), "b/a", "A/a"]) await storeOf("c9").write(key, "x", undefined);
    await storeOf("c9").write("a/gone", "x", undefined, 0);
    expect(await storeOf("c9").list("a/")).toEqual(keys.toSorted());
    expect(await storeOf("c9").list("a/", "a/_", 2)).toEqual(["a/a", "a/a-b"]);
    expect(await storeOf("c9").list("a/a", "a/a/b")).toEqual(["a/aa"]);
  });
  test("a value expires by the clock of the database, and another value can take its place", async () => {
    await storeOf("c4").write("a", "old", undefined, 60);
    await storeOf("c4").write("b", "kept", undefined);
    const { version } = (await storeOf("c4").read("a"))!;
    const { db, now } = replicas[0]!;
    const expire = () =>
      db
        .updateTable("records")
        .set({ expires_at: now })
        .where((eb) => eb.and({ connector_id: "c4", key: "a" }))
        .execute();
    await expire();
    expect(await storeOf("c4").read("a")).toBeUndefined();
    expect(await storeOf("c4").list("")).toEqual(["b"]);
    expect(await storeOf("c4").write("a", "late", version)).toBe(false);
    expect(await storeOf("c4").delete("a", version)).toBe(false);
    expect(await storeOf("c4").write("a", "new", undefined, 60)).toBe(true);
    expect(await storeOf("c4").read("a")).toMatchObject({ value: "new" });
    await deleteExpiredRecords(replicas[0]!);
    expect(await rowsOf("c4")).toHaveLength(2);
    await expire();
    await deleteExpiredRecords(replicas[0]!);
    expect((await rowsOf("c4")).map(({ key }) => key)).toEqual(["b"]);
  });
  test("a value also expires if the clock of the database was set back by more than its lifetime", async () => {
    await storeOf("c10").write("a", "lease of a killed process", undefined, 10);
    const { db, now } = replicas[0]!;
    await db
      .updateTable("records")
      .set({ updated_at: sql<number>`${now} + 3600000`, expires_at: sql<number>`${now} + 3610000` })
      .where("connector_id", "=", "c10")
      .execute();
    expect(await storeOf("c10").write("a", "new", undefined, 10)).toBe(true);
  });
  test("the database has no readable value, and a moved row does not open", async () => {
    const { db } = replicas[0]!;
    await storeOf("c5").write("a", "top secret", undefined);
    const [row] = await rowsOf("c5");
    expect(JSON.stringify(row)).not.toContain("secret");
    for (const moved of [
      { key: "b" },
      { connector_id: "c6" },
      { connector_id: "", key: "c5/a" },
      { organization_id: "o2", connector_id: "c7" },
    ]) {
      const place = { ...row!, ...moved };
      await db.insertInto("records").values(place).execute();
      const reading = storeOf(place.connector_id, 0, place.organization_id).read(place.key);
      await expect(reading).rejects.toMatchObject({
        code: "internal",
        message: expect.stringContaining("could not be decrypted"),
      });
    }
  });
  test("the values of a connector are deleted with it, and each counts for its master key", async () => {
    const { db } = replicas[0]!;
    const before = await countRecordsOfMasterKey(db, "k1");
    await storeOf("c8").write("a", "x", undefined);
    await storeOf("c8", 0, "o2").write("a", "other", undefined);
    expect(await countRecordsOfMasterKey(db, "k1")).toBe(before + 2);
    await deleteRecordsOfConnector(db, { organization_id: "o1", connector_id: "c8" });
    expect(await storeOf("c8").read("a")).toBeUndefined();
    expect(await storeOf("c8", 0, "o2").read("a")).toMatchObject({ value: "other" });
  });
  test("a store of a transaction writes together with the other changes, or not at all", async () => {
    const store = replicas[0]!;
    const owner = { organization_id: "o1", connector_id: "c11" };
    const write = (key: string) => (db: Store["db"]) =>
      recordStore({ ...store, db }, sealer, owner).write(key, "x", undefined);
    await store.transaction(write("a"));
    await expect(
      store.transaction(async (db) => {
        await write("b")(db);
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await storeOf("c11").list("")).toEqual(["a"]);
  });

  interface Counts {
    counts: readonly string[];
  }
  const counts = {
    name: "counts",
    is: (value: unknown): value is Counts => typeof value === "object" && value !== null && "counts" in value,
  };
  const countsOf = (replica: number, organization = "o1") =>
    recordsOf(createRecordStores(replicas[replica]!, sealer).of(organization), counts);
  const add = (name: string) => (value: Counts | undefined) => ({
    value: { counts: [...(value?.counts ?? []), name] },
    result: name,
  });

  test("replicas that change a value at the same time lose no change", async () => {
    const names = Array.from({ length: 24 }, (_, index) => `call ${index}`);
    const results = await Promise.all(
      names.map((name, index) => countsOf(index % 2).update("ads/1", add(name))),
    );
    expect(results).toEqual(names);
    expect((await countsOf(1).read("ads/1"))?.counts.toSorted()).toEqual(names.toSorted());
    expect(await countsOf(1, "o2").read("ads/1")).toBeUndefined();
  });
  test("a change whose response was lost is made once", async () => {
    const faulty = faultyStore(replicas[0]!);
    const one = recordsOf(createRecordStores(faulty.store, sealer).of("o3"), counts);
    await one.update("ads/2", add("a"));
    faulty.failAt(2, "killed after");
    setTimeout(faulty.heal, 50);
    expect(await one.update("ads/2", add("b"))).toBe("b");
    expect(await one.read("ads/2")).toEqual({ counts: ["a", "b"] });
  });
});
