import { afterEach, expect, test } from "vitest";
import { applyAccountPolicy, setPolicyOf } from "../../../src/store/queries/account-policies.ts";
import { addConnector } from "../../../src/store/queries/connectors.ts";
import { findPolicy } from "../../../src/store/queries/policies.ts";
import { ensureWorkspace } from "../../../src/store/queries/workspaces.ts";
import type { Store } from "../../../src/store/store.ts";
import { connectorRow } from "../../support/connector-row.ts";
import { protect } from "../../support/keys.ts";
import { connectTo, onBothStores } from "../../support/stores.ts";

// All connectors of a user for one account have the same policy.

onBothStores((newLocation) => {
  const opened: Store[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  const now = 1_900_000_000_000;
  const start = async () => {
    const store = connectTo(await newLocation());
    opened.push(store);
    await store.migrate();
    await protect(store, ["o1"]);
    const { id: workspace_id } = await ensureWorkspace(store.db, "o1", "u1", now);
    const rowOf = (id: string) =>
      connectorRow({ id, workspace_id, credential_id: `credentials of ${id}`, account: "T1" });
    const target = (connector_id: string) => ({
      organization_id: "o1",
      workspace_id,
      connector_id,
      type: "slack",
    });
    return { store, rowOf, target };
  };

  test("a policy that is set while a second connector is created also applies to the second one", async () => {
    const { store, rowOf, target } = await start();
    await addConnector(store.db, rowOf("first"));
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const creating = store.transaction(async (db) => {
      await addConnector(db, rowOf("second"));
      await applyAccountPolicy(db, rowOf("second"), now);
      gates[0].resolve();
      await gates[1].promise;
    });
    await gates[0].promise;
    const setting = store.transaction((db) => setPolicyOf(db, target("first"), "{}", now));
    // The other transaction needs some time until it waits for the first.
    setTimeout(gates[1].resolve, 200);
    await Promise.all([creating, setting]);
    expect(await findPolicy(store.db, target("second"))).toMatchObject({ policy: "{}" });
  });

  test.each(["changed", "deleted"])(
    "a second connector is refused while somebody has %s the first, which has a policy",
    async (how) => {
      const { store, rowOf, target } = await start();
      await addConnector(store.db, rowOf("first"));
      await setPolicyOf(store.db, target("first"), "{}", now);
      if (how === "changed") await store.db.updateTable("connectors").set({ account: "T2" }).execute();
      else
        for (const table of ["policies", "connectors"] as const) await store.db.deleteFrom(table).execute();
      const creating = store.transaction(async (db) => {
        await addConnector(db, rowOf("second"));
        await applyAccountPolicy(db, rowOf("second"), now);
      });
      await expect(creating).rejects.toMatchObject({ code: "internal" });
    },
  );
});
