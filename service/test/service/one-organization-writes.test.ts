import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { addClient } from "../../src/access/client-secrets.ts";
import { lockOrganization } from "../../src/store/protected-rows/change-rows.ts";
import { testService, type TestService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";

const path = "/v1/policies";

onBothStores((newLocation, kind) => {
  const opened: TestService[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  // SQLite has one connection, and no transaction waits for the lock of another.
  test.skipIf(kind === "sqlite")(
    "an organization with many changes that wait does not delay the requests of another",
    async () => {
      const service = await testService(await newLocation());
      opened.push(service);
      const { ask, store } = service;
      const [client_id, client_secret] = ["other-client", "other-secret-of-more-than-32-characters"];
      const other = {
        id: client_id,
        organization_id: "other",
        name: "other",
        epoch: 0,
        secret: client_secret,
      };
      await store.transaction((db) => addClient(db, other, Date.now()));
      const access = await ask("/v1/applications/token", { json: { client_id, client_secret } });
      const token = await service.applicationToken();
      const [locked, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const lock = store.transaction(async (db) => {
        const { organization_id } = await db
          .selectFrom("applications")
          .select("organization_id")
          .where("id", "=", service.clientId)
          .executeTakeFirstOrThrow();
        await lockOrganization(db, organization_id);
        locked.resolve();
        await unlock.promise;
      });
      await locked.promise;
      const change = (nth: number) =>
        nth % 2 === 0
          ? { method: "PUT", path, json: { connector_type: "slack", policy: { effects: ["read"] } } }
          : {
              path: "/v1/integrations/connectors",
              headers: { "idempotency-key": `key-${nth}` },
              json: {
                external_user_id: `u${nth}`,
                connector_type: "Slack",
                credentials: { api_token: service.sandbox.tokens.bot },
              },
            };
      const changes = Array.from({ length: 30 }, (_, nth) => {
        const { path, ...request } = change(nth);
        return ask(path, { token, ...request });
      });
      try {
        // All changes but the first few wait until the lock is released.
        await wait(500);
        expect((await ask(path, { token: access.body.access_token })).status).toBe(200);
        const json = { connector_type: "slack", policy: { effects: ["read"] } };
        expect((await ask(path, { method: "PUT", token: access.body.access_token, json })).status).toBe(200);
      } finally {
        unlock.resolve();
      }
      await lock;
      expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 200));
    },
  );
});
