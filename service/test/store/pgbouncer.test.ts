import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresStore } from "../../src/store/postgres.ts";
import { noPgbouncer, startPgbouncer, type Pgbouncer } from "../support/postgres/pgbouncer.ts";
import { noPostgres, startCluster, type Cluster } from "../support/postgres/postgres.ts";
import { runService } from "../support/process.ts";

// PgBouncer here has its default settings, except that each transaction can run in another session.

describe.skipIf((noPgbouncer ?? noPostgres) !== undefined)("through PgBouncer in transaction mode", () => {
  let cluster: Cluster;
  let bouncer: Pgbouncer;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "acs-"));
    cluster = await startCluster();
    bouncer = await startPgbouncer(await cluster.database());
  });
  afterAll(async () => {
    await bouncer.stop();
    await cluster.stop();
    rmSync(dataDir, { recursive: true });
  });

  test("replicas that start at the same time migrate once, and leave no lock in a session", async () => {
    const replicas = Array.from({ length: 3 }, () => postgresStore(bouncer.url));
    const migrated = await Promise.all(replicas.map((replica) => replica.migrate()));
    expect(migrated.map(({ applied }) => applied.length > 0).sort()).toEqual([false, false, true]);
    for (const replica of replicas) await replica.check();
    const { db } = replicas[0]!;
    const { rows } = await sql`select pid from pg_locks where locktype = 'advisory'`.execute(db);
    expect(rows).toEqual([]);
    for (const replica of replicas) await replica.close();
  });

  test("a transaction has its own time limits, and other statements of its session have none of them", async () => {
    const store = postgresStore(bouncer.url);
    const limits = async (db = store.db) => {
      const { rows } = await sql<Record<string, string>>`select
        current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
      return rows[0];
    };
    expect(await store.transaction(limits)).toEqual({ statement: "15s", idle: "1min" });
    expect(await limits()).toEqual({ statement: "0", idle: "0" });
    await store.close();
  });

  test.each([
    [
      "a startup parameter that PgBouncer refuses",
      "&options=-c%20geqo%3Doff",
      /startup parameter.*ignore_startup/s,
    ],
    ["a database that does not exist", "", /cannot be used.*AGENT_CONNECTORS_DATABASE_URL/s],
  ])("%s ends the start with exit code 3 and a sentence", async (_, more, sentence) => {
    const url = more ? bouncer.url + more : bouncer.url.replace(/test_\d+/, "missing");
    const { code, output } = await runService(["migrate", "--data-dir", dataDir], {
      AGENT_CONNECTORS_DATABASE_URL: url,
    });
    expect([code, output]).toEqual([3, expect.stringMatching(sentence)]);
    expect(output).not.toContain("    at ");
  });
});
