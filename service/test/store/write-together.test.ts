import { afterAll, beforeAll, expect, test } from "vitest";
import { addAuditRows, laterAuditRow } from "../../src/store/queries/audit-rows.ts";
import { laterRecord, recordChange } from "../../src/store/queries/records.ts";
import type { Store } from "../../src/store/store.ts";
import { writeTogether } from "../../src/store/write-together.ts";
import { auditRow } from "../support/audit-row.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

onBothStores((newLocation) => {
  let store: Store;
  beforeAll(async () => {
    store = connectTo(await newLocation());
    await store.migrate();
  });
  afterAll(() => store.close());

  const owner = { organization_id: "o", connector_id: "c" };
  const record = (key: string, sealed = "s") => ({ ...owner, key, sealed, key_id: "k", version: key });
  const row = (id: string) => auditRow({ id, at: 1, application_id: "it's $1, $2 and $12" });
  const stored = async (name: string) => [
    ...(
      await store.db
        .selectFrom("records")
        .select("key")
        .where("key", "like", `${name}%`)
        .orderBy("key")
        .execute()
    ).map(({ key }) => key),
    ...(await store.db.selectFrom("audit").select("id").where("id", "like", `${name}%`).execute()).map(
      ({ id }) => id,
    ),
  ];
  const claim = (name: string) => recordChange(store.db, record(`${name}1`), undefined, 60);

  test("makes all changes, each with its own values", async () => {
    const later = [
      laterRecord(store.db, record("all2", "other"), 3600),
      laterAuditRow(store.db, row("all3")),
    ];
    expect(await writeTogether(store, claim("all"), later)).toBe(true);
    expect(await stored("all")).toEqual(["all1", "all2", "all3"]);
    const [one, other] = await store.db
      .selectFrom("records")
      .selectAll()
      .where("key", "in", ["all1", "all2"])
      .orderBy("key")
      .execute();
    expect(other).toMatchObject(record("all2", "other"));
    // PostgreSQL reads its clock for each of the two columns.
    const seconds = (each = one!) => Math.round((each.expires_at! - each.updated_at) / 1000);
    expect([seconds(one), seconds(other)]).toEqual([60, 3600]);
    const audited = await store.db.selectFrom("audit").selectAll().where("id", "=", "all3").execute();
    expect(audited).toEqual([row("all3")]);
  });

  test("makes no later change if the first one changes nothing", async () => {
    await store.db.executeQuery(claim("none"));
    const later = [laterRecord(store.db, record("none2"), 60), laterAuditRow(store.db, row("none3"))];
    expect(await writeTogether(store, claim("none"), later)).toBe(false);
    expect(await stored("none")).toEqual(["none1"]);
  });

  test("makes no change if a later one fails", async () => {
    await addAuditRows(store.db, [row("half3")]);
    const later = [laterRecord(store.db, record("half2"), 60), laterAuditRow(store.db, row("half3"))];
    await expect(writeTogether(store, claim("half"), later)).rejects.toThrow();
    expect(await stored("half")).toEqual(["half3"]);
  });

  test("of several processes that make the same first change, one makes its later changes", async () => {
    const one = async (nth: number) =>
      writeTogether(store, claim("race"), [laterRecord(store.db, record(`race2${nth}`), 60)]);
    const done = await Promise.all(Array.from({ length: 8 }, (_, nth) => one(nth)));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await stored("race")).toEqual(["race1", `race2${done.indexOf(true)}`]);
  });
});
