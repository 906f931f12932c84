import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countCalls } from "../../src/store/lists/overview.ts";
import { addAuditRows, listAuditRows, type AuditFilter } from "../../src/store/queries/audit-rows.ts";
import type { Store } from "../../src/store/store.ts";
import { auditRow } from "../support/audit-row.ts";
import { protect } from "../support/keys.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

// A list of the audit must not read the rows of other users, connectors and events, of which there can be millions.

const organization = "o1";
const tenant = { organization };
const users = { big: "w-big", small: "w-small" };
const rows = 20_000;

onBothStores((newLocation, kind) => {
  let store: Store;
  beforeEach(async () => {
    store = connectTo(await newLocation());
    await protect(store);
    for (const [name, id] of Object.entries(users))
      await store.db
        .insertInto("workspaces")
        .values({ id, organization_id: organization, name, epoch: 0, created_at: 1 })
        .execute();
    const common = {
      organization_id: organization,
      workspace_id: users.big,
      application_id: "a",
      connector_id: "c",
    };
    await addAuditRows(
      store.db,
      Array.from({ length: rows }, (_, index) =>
        auditRow({ ...common, at: 1e12 + index, detail: '{"outcome":"ok"}' }),
      ),
    );
    const first = { ...common, at: 1e12 - 1 };
    await addAuditRows(store.db, [
      auditRow({ ...first, event: "policy.set", operator: "Ana" }),
      auditRow({ ...first, workspace_id: users.small, connector_id: "d", application_id: "b" }),
      auditRow({ ...first, detail: '{"outcome":"rate_limited"}' }),
      auditRow({ ...first, detail: '{"outcome":"approval_pending"}' }),
    ]);
    if (kind === "postgres") await sql`analyze`.execute(store.db);
  });
  afterEach(() => store.close());

  /** The rows of `audit` that a statement reads. SQLite does not tell it, so there the plan must have an index that fits. */
  async function planOf(run: () => Promise<unknown>): Promise<string> {
    const executor = store.db.getExecutor();
    const plans: string[] = [];
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (async (query: { sql: string; parameters: readonly unknown[] }) => {
      if (/from "?audit"?/.test(query.sql)) {
        const explain =
          kind === "sqlite"
            ? "explain query plan "
            : "explain (analyze, costs off, timing off, summary off) ";
        const found = await execute({ ...query, sql: explain + query.sql } as never);
        plans.push(
          ...(found.rows as Record<string, string>[]).map((row) => row["detail"] ?? row["QUERY PLAN"]!),
        );
      }
      return execute(query as never);
    }) as never;
    await run();
    executor.executeQuery = execute;
    return plans.join("\n");
  }

  test.each<[string, AuditFilter, string, number]>([
    ["an event", { event: "policy.set" }, "audit_event", 1],
    ["an operator", { operator: "Ana" }, "audit_operator", 1],
    ["a connector", { connector_id: "d" }, "audit_connector", 1],
    ["an application", { client_id: "b" }, "audit_application", 1],
    ["a user", { external_user_id: "small" }, "audit_workspace", 1],
    ["the failures", { outcome: "failed" }, "audit_failed", 1],
    [
      "a user and an event with many rows",
      { external_user_id: "small", event: "execute" },
      "audit_workspace",
      1,
    ],
    [
      "a user with many rows and an event",
      { external_user_id: "big", event: "policy.set" },
      "audit_event",
      1,
    ],
    ["a connector and the failures", { connector_id: "d", outcome: "failed" }, "audit_connector", 0],
    [
      "an application with many rows and the failures",
      { client_id: "a", outcome: "failed" },
      "audit_failed",
      1,
    ],
  ])("%s: the database reads few other rows", async (_, filter, index, expected) => {
    let found: unknown[] = [];
    const plan = await planOf(async () => (found = await listAuditRows(store.db, tenant, filter, 51)));
    expect([found.length, plan]).toEqual([expected, expect.stringContaining(index)]);
    const removed = [...plan.matchAll(/Rows Removed by \w+: (\d+)/g)].map(([, count]) => Number(count));
    expect(Math.max(0, ...removed)).toBeLessThan(10);
  });

  test("a page far back starts where it begins", async () => {
    const plan = await planOf(() => listAuditRows(store.db, tenant, { until: 1e12 + 60 }, 51));
    expect(plan).toMatch(/audit_organization|audit_pkey/);
    if (kind === "sqlite") expect(plan).toContain("organization_id=? AND id<?");
    else expect(plan).not.toMatch(/Rows Removed/);
  });

  test("the numbers of calls come from their index", async () => {
    const times = { since: 1e12 + rows - 100, late: 1e12 + rows - 10 };
    const plan = await planOf(async () =>
      expect(await countCalls(store.db, organization, { ...times, failed: false })).toEqual({
        all: 100,
        late: 10,
      }),
    );
    expect(plan).toMatch(/audit_event|audit_organization|audit_pkey/);
    const failed = await planOf(async () =>
      expect(await countCalls(store.db, organization, { ...times, since: 0, failed: true })).toEqual({
        all: 1,
        late: 0,
      }),
    );
    expect(failed).toContain("audit_failed");
  });
});
