import { hashOf } from "agent-connectors/toolkit";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { sealOldRecords } from "../../src/credentials/old-records.ts";
import { createRecordStores } from "../../src/credentials/record-stores.ts";
import { createSealer } from "../../src/credentials/sealing.ts";
import { runMigrations } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import { addConnector } from "../../src/store/queries/connectors.ts";
import { ensureWorkspace } from "../../src/store/queries/workspaces.ts";
import type { Store } from "../../src/store/store.ts";
import { connectorRow } from "../support/connector-row.ts";
import { protect, ringOf } from "../support/keys.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

const sealer = createSealer(ringOf({ k1: 1 }));
const tokensOf = (access_token: string) => ({ access_token, obtained_at: 1, expires_at: 2 });
const totals = { amounts: { budget: { first: 10, high: 12, cap: "max_day_raise" } }, reserved: {} };

onBothStores((newLocation) => {
  let store: Store;
  afterEach(() => store.close());

  /** Fills a store of the release before the table `records`. */
  async function olderStore(): Promise<void> {
    store = connectTo(await newLocation({ tables: false }));
    const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0016"));
    await store.transaction((db) => runMigrations(db, older));
    await protect(store);
    // A row of `connectors` has not changed since then, but this release deletes the records of a deleted connector.
    const { id: workspace_id } = await ensureWorkspace(store.db, "o1", "u1", 1);
    for (const id of ["c1", "c2", "c3"])
      await addConnector(
        store.db,
        connectorRow({ id, workspace_id, credential_id: id === "c2" ? "c1" : id }),
      );
    const tokens = (id: string, sealed: string) =>
      sql`insert into platform_tokens (id, tokens, key_id, updated_at, fence) values (${id}, ${sealed}, 'k1', ${Date.now()}, 3)`.execute(
        store.db,
      );
    await tokens("c1", sealer.seal(JSON.stringify(tokensOf("of c1")), ["tokens", "o1", "c1"]));
    await tokens("c3", sealer.seal(JSON.stringify(tokensOf("of c3")), ["tokens", "c3"]));
    await tokens("unused", sealer.seal(JSON.stringify(tokensOf("unused")), ["tokens", "o1", "unused"]));
    await sql`insert into refresh_leases (id, holder, fence, expires_at) values ('c1', 'h', 3, 0)`.execute(
      store.db,
    );
    await sql`insert into spend_totals (organization_id, id, totals, updated_at)
      values ('o1', 'amazon-ads EU 1 2026-11-23', ${JSON.stringify(totals)}, ${Date.now()})`.execute(
      store.db,
    );
  }
  const valueOf = async (organization: string, key: string) => {
    const found = await createRecordStores(store, sealer).of(organization).read(key);
    return found && (JSON.parse(found.value) as { value: unknown }).value;
  };
  const read = (organization: string, id: string) => valueOf(organization, `tokens/${id}`);

  test("tokens and today's totals of an earlier release are kept, encrypted for their new place", async () => {
    await olderStore();
    expect((await store.migrate()).applied.slice(0, 2)).toEqual(["0016_records", "0017_answers"]);
    await sealOldRecords(store, sealer);
    expect([await read("o1", "c1"), await read("o1", "c3")]).toEqual([tokensOf("of c1"), tokensOf("of c3")]);
    expect([await read("o2", "c1"), await read("o1", "unused")]).toEqual([undefined, undefined]);
    expect(await valueOf("o1", `totals/amazon-ads/${await hashOf("EU 1")}/2026-11-23`)).toEqual(totals);
    const rows = await store.db.selectFrom("records").selectAll().execute();
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/max_day_raise|"key_id":""/);
    await sealOldRecords(store, sealer);
    expect(await store.db.selectFrom("records").selectAll().execute()).toEqual(rows);
  });
  test("tokens that cannot be decrypted do not stop the service, and no other organization can use them", async () => {
    await olderStore();
    await sql`update platform_tokens set tokens = ${sealer.seal("{}", ["tokens", "o2", "c1"])} where id = 'c1'`.execute(
      store.db,
    );
    await store.migrate();
    await sealOldRecords(store, sealer);
    await expect(read("o1", "c1")).rejects.toThrow("could not be decrypted");
    expect(await read("o1", "c3")).toEqual(tokensOf("of c3"));
  });
});
