import { afterEach, expect, test } from "vitest";
import { protectRows } from "../../../src/credentials/row-keys.ts";
import { addConnector, findConnector } from "../../../src/store/queries/connectors.ts";
import { ensureWorkspace, findWorkspace } from "../../../src/store/queries/workspaces.ts";
import type { Store } from "../../../src/store/store.ts";
import { connectorRow } from "../../support/connector-row.ts";
import { protect, ringOf } from "../../support/keys.ts";
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
});
