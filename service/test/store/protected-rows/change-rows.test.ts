import { afterEach, expect, test } from "vitest";
import { protectRows } from "../../../src/credentials/row-keys.ts";
import { addConnector, findConnector } from "../../../src/store/queries/connectors.ts";
import { revokeToken } from "../../../src/store/queries/revoked-tokens.ts";
import { countListsOfKey, resignLists } from "../../../src/store/protected-rows/resign-lists.ts";
import { ensureWorkspace, findWorkspace } from "../../../src/store/queries/workspaces.ts";
import type { Store } from "../../../src/store/store.ts";
import { connectorRow } from "../../support/connector-row.ts";
import { acceptRows, protect, ringOf } from "../../support/keys.ts";
import { connectTo, onBothStores, type EmptyLocation } from "../../support/stores.ts";

onBothStores((newLocation) => {
  const opened: Store[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  let now = 1_900_000_000_000;
  const openReplica = (location: EmptyLocation): Store => {
    const store = connectTo(location);
    opened.push(store);
    protectRows(store, ringOf({ rows: 9 }), { now: () => now });
    return store;
  };
  const newStore = async (): Promise<Store> => {
    const store = openReplica(await newLocation());
    await store.migrate();
    await protect(store, ["o1"]);
    protectRows(store, ringOf({ rows: 9 }), { now: () => now });
    return store;
  };

  test("a change that was rolled back does not make the organization's rows look old", async () => {
    const store = await newStore();
    const { id } = await ensureWorkspace(store.db, "o1", "u1", now);
    const change = store.transaction(async (db) => {
      for (const connector of ["c1", "c2"])
        await addConnector(db, connectorRow({ id: connector, workspace_id: id }));
      throw new Error("refused");
    });
    await expect(change).rejects.toThrow("refused");
    for (let minute = 0; minute < 3; minute++) {
      now += 60_000;
      expect(await findWorkspace(store.db, "o1", "u1")).toMatchObject({ id });
    }
    await addConnector(store.db, connectorRow({ id: "c3", workspace_id: id }));
    expect(await findConnector(store.db, { organization: "o1" } as never, "c3")).toMatchObject({ id: "c3" });
  });

  test("at most 500 unexpired tokens are revoked one by one, and expired ones do not count", async () => {
    const store = await newStore();
    const { id } = await ensureWorkspace(store.db, "o1", "u1", now);
    const revoke = (nth: number) =>
      revokeToken(
        store.db,
        {
          id: `token ${nth}`,
          organization: "o1",
          application: "a1",
          application_epoch: 0,
          workspace: { id, epoch: 0 },
        },
        now + 1000,
      );
    for (let nth = 0; nth < 500; nth++) await revoke(nth);
    await expect(revoke(500)).rejects.toMatchObject({ code: "rate_limited", retryable: true });
    now += 2000;
    await revoke(501);
  });

  test("with a new master key, all lists are signed again, except one that somebody has changed", async () => {
    const store = await newStore();
    const { id } = await ensureWorkspace(store.db, "o1", "u1", now);
    const { id: other } = await ensureWorkspace(store.db, "o1", "u2", now);
    await store.db
      .updateTable("row_lists")
      .set((eb) => ({ content: eb.fn("replace", ["content", eb.val("workspaces"), eb.val("planted")]) }))
      .where("id", "=", other)
      .execute();
    protectRows(store, ringOf({ next: 8, rows: 9 }));
    const { count } = await store.db
      .selectFrom("row_lists")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(await resignLists(store.db)).toBe(count - 1);
    expect(await countListsOfKey(store.db, "rows")).toBe(1);
    protectRows(store, ringOf({ next: 8 }));
    expect(await findWorkspace(store.db, "o1", "u1")).toMatchObject({ id });
    await expect(findWorkspace(store.db, "o1", "u2")).rejects.toMatchObject({ code: "internal" });
    // The operator has checked the rows, and accepts them.
    await acceptRows(store, "o1");
    expect(await findWorkspace(store.db, "o1", "u2")).toMatchObject({ id: other });
  });
});
