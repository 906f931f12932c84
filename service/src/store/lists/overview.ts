import { sql } from "kysely";
import { hasFailed } from "../queries/audit-rows.ts";
import type { RecordsDb } from "../queries/records.ts";
import type { RecordRow } from "../record-row.ts";
import type { Db } from "../store.ts";
import type { ConnectorRow } from "../tables.ts";
import { firstUuid } from "../uuid.ts";

// The numbers of an organization for the start page. No statement reads more rows than `most`.

/** Larger numbers are not counted exactly. */
export const most = 50_000;

/** Returns the number of connectors of each status. */
export async function countConnectors(
  db: Db,
  organization: string,
): Promise<Readonly<Record<ConnectorRow["status"], number>>> {
  const rows = await db
    .selectFrom("connectors")
    .select(["status", (eb) => eb.fn.countAll<number>().as("count")])
    .where("organization_id", "=", organization)
    .groupBy("status")
    .execute();
  const counts = { active: 0, reauth_required: 0 };
  for (const { status, count } of rows) counts[status] = Number(count);
  return counts;
}

export interface CallCounts {
  /** The calls since the earlier time. At most `most + 1`. */
  all: number;
  /** Of these, the calls since the later time. */
  late: number;
}

/** Counts the calls, or those that failed, since two times in milliseconds. */
export async function countCalls(
  db: Db,
  organization: string,
  { since, late, failed }: { since: number; late: number; failed: boolean },
): Promise<CallCounts> {
  const which = failed ? hasFailed : sql`audit.event = 'execute'`;
  const { rows } =
    await sql<CallCounts>`select count(*) as "all", count(case when id >= ${firstUuid(late)} then 1 end) as late
    from (select audit.id from audit where audit.organization_id = ${organization} and ${which}
    and audit.id >= ${firstUuid(since)} order by audit.id desc limit ${sql.lit(most + 1)}) as found`.execute(
      db,
    );
  const [{ all, late: lately } = { all: 0, late: 0 }] = rows;
  return { all: Number(all), late: Number(lately) };
}

/** Returns the number of approvals whose calls may not have ended. */
export async function countOpenApprovals({ db, now }: RecordsDb, organization: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select records.key from records join connectors on connectors.id = records.connector_id
    where records.organization_id = ${organization} and records.key like 'open/%'
    and (records.expires_at is null or records.expires_at > ${now}) limit ${sql.lit(most + 1)}) as found`.execute(
    db,
  );
  return Number(rows[0]!.count);
}

/** Returns the totals of the accounts of an organization, on the last days. */
export const recordsOfTotals = ({ db, now }: RecordsDb, organization: string): Promise<RecordRow[]> =>
  db
    .selectFrom("records")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("connector_id", "=", "")
    .where(sql<boolean>`records.key like 'totals/%'`)
    .where(sql<boolean>`(records.expires_at is null or records.expires_at > ${now})`)
    .orderBy("key")
    .limit(1000)
    .execute();
