import { setTimeout as wait } from "node:timers/promises";
import { deleteOlder } from "../../service/src/store/delete-older.ts";
import { addAuditRows, listAuditRows } from "../../service/src/store/queries/audit-rows.ts";
import { postgresStore } from "../../service/src/store/postgres.ts";
import type { Store } from "../../service/src/store/store.ts";
import { firstUuid } from "../../service/src/store/uuid.ts";
import { quantile } from "../compare/ratios.ts";
import { connect, show, type Database, type ScaleOptions } from "./database.ts";
import { auditRow } from "../../service/test/support/audit-row.ts";

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const days = 90;
const organization = "01234567-89ab-7cde-8f01-23456789abcd";
const detail = JSON.stringify({
  entity: "messages",
  action: "create",
  effect: "write",
  params: ["channel", "text"],
  outcome: "ok",
  ms: 123,
});

/** Inserts the audit rows of one day. */
const fill = ({ query }: Database, table: string, day: number, rows: number) =>
  query(
    `insert into ${table} (id, at, organization_id, workspace_id, application_id, token_id, event, connector_id, detail, request_id)
     select substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3) || '-' || substr(md5(n::text), 7, 12),
       at, case n % 10 when 0 then $1 else $1 || n % 100 end, md5(n::text)::uuid::text, 'application', md5(n::text)::uuid::text, 'execute', md5(n::text)::uuid::text, $2, 'req_' || n
     from (select n, at, lpad(to_hex(at), 12, '0') as hex from (select n, ${day}::bigint + n::bigint * ${dayMs} / ${rows} as at from generate_series(0, ${rows - 1}) as n) as times) as made`,
    [organization, detail],
  );

/** Writes an audit row every 5 ms until `work` has ended, and returns the milliseconds that each took. */
async function whileWriting(store: Store, work: () => Promise<unknown>): Promise<number[]> {
  const ended = new AbortController();
  const took: number[] = [];
  const writing = (async () => {
    while (!ended.signal.aborted) {
      const started = performance.now();
      const at = Date.now();
      await addAuditRows(store.db, [auditRow({ at, organization_id: organization, detail })]);
      took.push(performance.now() - started);
      await wait(5);
    }
  })();
  await work();
  ended.abort();
  await writing;
  return took;
}

/** Compares the deletion of the audit rows of a day with a partition that is dropped. */
export async function measureDeletes(database: Database, { rows }: ScaleOptions): Promise<void> {
  const { query } = database;
  const store = postgresStore(database.url);
  await store.migrate();
  const oldest = today - days * dayMs;
  const made = await database.cost(() => fill(database, "audit", oldest, rows));
  for (let day = oldest + dayMs; day < today; day += dayMs) await fill(database, "audit", day, rows / 100);
  await query("vacuum analyze audit");
  await query("checkpoint");
  show(
    `one table: ${rows} rows of a day written`,
    `${Math.round(made.ms)} ms, ${Math.round(made.wal / rows)} bytes of write-ahead log a row`,
  );
  const quiet = await whileWriting(store, () => wait(3000));
  const lists = async (name: string, db: Store["db"]) => {
    const took: number[] = [];
    for (let nth = 0; nth < 41; nth++) {
      const started = performance.now();
      await listAuditRows(db, { organization }, {}, 50);
      took.push(performance.now() - started);
    }
    show(`${name}: the newest 50 rows of an organization`, quantile(took, 0.5), "ms (median)");
  };
  await lists("one table", store.db);
  let busy: number[] = [];
  const deleted = await database.cost(async () => {
    busy = await whileWriting(store, () => deleteOlder(store.db, "audit", "at", oldest + dayMs));
  });
  show(
    `one table: ${rows} rows deleted in portions`,
    `${Math.round(deleted.ms)} ms, ${Math.round(deleted.wal / rows)} bytes of write-ahead log a row`,
  );
  show(
    "one table: an insert meanwhile, median and p99 (before)",
    `${quantile(busy, 0.5).toFixed(1)} and ${quantile(busy, 0.99).toFixed(1)} ms (${quantile(quiet, 0.5).toFixed(1)} and ${quantile(quiet, 0.99).toFixed(1)} ms)`,
  );
  const vacuumed = await database.cost(() => query("vacuum audit"));
  show(
    "one table: the vacuum",
    `${Math.round(vacuumed.ms)} ms, ${Math.round(vacuumed.wal / rows)} bytes of write-ahead log a deleted row`,
  );

  await query("alter table audit rename to audit_whole");
  await query(
    "create table audit (like audit_whole including defaults, primary key (id)) partition by range (id)",
  );
  for (const columns of ["(at)", "(workspace_id, id)", "(organization_id, id)"])
    await query(`create index on audit ${columns}`);
  for (let day = oldest; day <= today; day += dayMs)
    await query(
      `create table audit_${(day - oldest) / dayMs} partition of audit for values from ('${firstUuid(day)}') to ('${firstUuid(day + dayMs)}')`,
    );
  await fill(database, "audit", oldest, rows);
  for (let day = oldest + dayMs; day < today; day += dayMs) await fill(database, "audit", day, rows / 100);
  await query("vacuum analyze audit");
  await lists(`${days + 1} partitions`, store.db);
  let dropping: number[] = [];
  const dropped = await database.cost(async () => {
    dropping = await whileWriting(store, async () => {
      await wait(1000);
      await query("drop table audit_0");
      await wait(1000);
    });
  });
  show(
    `partitions: one with ${rows} rows dropped`,
    `${Math.round(dropped.ms - 2000)} ms; an insert meanwhile, at most ${Math.max(...dropping).toFixed(1)} ms`,
  );
  const reader = await connect(database.url);
  await reader.query("begin");
  await reader.query("select 1 from audit limit 1");
  const blocked = await whileWriting(store, async () => {
    const drop = query("drop table audit_1");
    await wait(3000);
    await reader.query("rollback");
    await drop;
  });
  await reader.end();
  show(
    "partitions: an insert while one is dropped and a backup reads for 3 s, at most",
    Math.max(...blocked),
    "ms",
  );
  await store.close();
}
