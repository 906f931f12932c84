import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { executePath, testService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";
import { startTokenPlatform } from "../support/token-platform.ts";

const list = { entity: "users", action: "list", params: { limit: 1 } };
// More than a pool of database connections or of threads has.
const hanging = 40;

onBothStores((newLocation, kind) => {
  test("while many token endpoints hang, another connector refreshes its tokens, and no connection is held", async () => {
    const [allHang, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reached = 0;
    const platform = await startTokenPlatform({
      graceMs: 0,
      async beforeAnswer(team) {
        if (team === "other") return;
        if (++reached === hanging) allHang.resolve();
        await gate.promise;
      },
    });
    const service = await testService(await newLocation(), {
      code: {
        endpoint: platform.endpoint,
        fetch: globalThis.fetch,
        clock: { now: Date.now, sleep: wait } as never,
      },
      limits: { concurrency: { connector: 500, workspace: 500, organization: 500, process: 1000 } },
    });
    try {
      const token = await service.scopedToken("u1");
      const create = async (team: string) => {
        const json = {
          external_user_id: "u1",
          connector_type: "slack",
          name: team,
          credentials: platform.install(team),
        };
        platform.expire(team);
        const { body } = await service.ask("/v1/integrations/connectors", { token, json });
        return body.id as string;
      };
      const call = async (id: string) => (await service.ask(executePath(id), { token, json: list })).status;
      const ids: string[] = [];
      for (let index = 0; index < hanging; index++) ids.push(await create(`T${index}`));
      const other = await create("other");

      let ended = 0;
      const slow = ids.map((id) => call(id).finally(() => ended++));
      await Promise.race([allHang.promise, ...slow]);
      expect([reached, ended]).toEqual([hanging, 0]);
      expect([await call(other), platform.issued("other").count, ended]).toEqual([200, 2, 0]);
      if (kind === "postgres") {
        const { rows } = await sql`select state from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(
          service.store.db,
        );
        expect(rows).toEqual([]);
      }
      gate.resolve();
      expect(new Set(await Promise.all(slow))).toEqual(new Set([200]));
    } finally {
      gate.resolve();
      await service.close();
      await platform.close();
    }
  });
});
