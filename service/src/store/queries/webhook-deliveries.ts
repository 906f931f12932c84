import { sql, type RawBuilder } from "kysely";
import { deleteOlder } from "../delete-older.ts";
import { isPostgres } from "../dialect.ts";
import type { Db } from "../store.ts";
import type { WebhookDeliveryRow } from "../tables.ts";

export async function addDeliveries(db: Db, rows: readonly WebhookDeliveryRow[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto("webhook_deliveries")
      .values([...rows])
      .execute();
}

export interface ClaimOptions {
  /** A new random id, which marks the claimed deliveries. */
  claim: string;
  now: number;
  /** The time at which other replicas can claim the deliveries, if this replica has written no outcome. */
  until: number;
  /** The number of requests that this process can still start. */
  free: number;
  /** The maximum number of deliveries to one endpoint, so that a busy endpoint does not delay others. */
  perEndpoint: number;
  /** The ids of endpoints whose deliveries are not claimed now. */
  busy: readonly string[];
  /** The maximum number of deliveries of one organization at the same time, including the deliveries in `running`. */
  perOrganization: number;
  /** The number of deliveries that this process sends now, by the id of the organization. */
  running: ReadonlyMap<string, number>;
}

/** A delivery, and the organization of its endpoint. */
export type ClaimedDelivery = WebhookDeliveryRow & { organization_id: string };

/**
 * Claims deliveries that are due, and counts an attempt of each. The organization with the fewest running deliveries
 * comes first. Within an organization, the oldest delivery of every endpoint comes first, then the second oldest of
 * every endpoint. Therefore, organizations and endpoints with many old deliveries do not delay the others. An
 * organization gets a place only while it holds fewer places than are free, so that a place stays free for an
 * organization that holds none. Two replicas never claim the same delivery.
 */
export async function claimDeliveries(
  db: Db,
  { claim, now, until, free, perEndpoint, busy, perOrganization, running }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const due = db
    .selectFrom(oldestOfEach(db, now, perEndpoint, busy).as("oldest"))
    .select(["id", "next_at", "organization"])
    .select(sql<number>`row_number() over (partition by endpoint_id order by next_at, id)`.as("place"));
  const ofOrganization = sql<number>`row_number() over (partition by organization order by place, next_at, id)`;
  const shared = db
    .selectFrom(due.as("due"))
    .select(["due.id", "due.next_at"])
    .select(sql<number>`${ofOrganization} + ${countOf(running)}`.as("place"));
  const ranked = db
    .selectFrom(shared.as("shared"))
    .select(["shared.id", "shared.place"])
    .select(sql<number>`row_number() over (order by place, next_at, id)`.as("rank"))
    .where("shared.place", "<=", perOrganization);
  const chosen = db
    .selectFrom(ranked.as("ranked"))
    .select("ranked.id")
    // Before this delivery, its organization holds `place - 1` places, and `free - (rank - 1)` places are free.
    .where(sql<boolean>`place + rank <= ${free + 1}`);
  const rows = await db
    .updateTable("webhook_deliveries")
    .set((eb) => ({ claim, next_at: until, last_attempt_at: now, attempts: eb("attempts", "+", 1) }))
    .where("id", "in", chosen)
    // After waiting for another replica, PostgreSQL checks these two conditions again, so nothing is claimed twice.
    .where("status", "=", "pending")
    .where("next_at", "<=", now)
    .returningAll()
    .returning(organizationOf.as("organization_id"))
    .execute();
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * Selects the oldest due deliveries of each endpoint. Reads only as many rows as it returns, because an endpoint that was
 * away for a day can have hundreds of thousands of due deliveries.
 */
function oldestOfEach(db: Db, now: number, perEndpoint: number, busy: readonly string[]) {
  const nextAfter = (endpoint: RawBuilder<unknown>) =>
    sql`(select min(endpoint_id) from webhook_deliveries where ${isPending} and endpoint_id > ${endpoint})`;
  const oldest = sql`from webhook_deliveries where ${isPending} and next_at <= ${now}
    and endpoint_id = waiting.endpoint order by next_at, id limit ${sql.lit(perEndpoint)}`;
  // Only PostgreSQL has `lateral`, and only SQLite finds the rows of such an `in` by their ids.
  const withOldest = isPostgres(db)
    ? sql`waiting cross join lateral (select id, next_at, endpoint_id ${oldest}) as webhook_deliveries`
    : sql`waiting join webhook_deliveries on webhook_deliveries.id in (select id ${oldest})`;
  const notBusy = busy.length > 0 ? sql`endpoint not in (${sql.join(busy)})` : sql`endpoint is not null`;
  return sql<{ id: string; next_at: number; endpoint_id: string; organization: string }>`(
    with recursive endpoints(endpoint) as (
      select ${nextAfter(sql`''`)}
      union all
      select ${nextAfter(sql`endpoints.endpoint`)} from endpoints where endpoint is not null
    ), waiting as (select endpoint from endpoints where ${notBusy})
    select id, next_at, endpoint_id, ${organizationOf} as organization from ${withOldest})`;
}

/** The condition of the index, whose text PostgreSQL and SQLite must recognise. */
const isPending = sql<boolean>`status = 'pending'`;

/** The organization of a delivery. If the endpoint was just deleted, the endpoint's id stands for the organization. */
const organizationOf = sql<string>`coalesce(
  (select organization_id from webhook_endpoints where webhook_endpoints.id = webhook_deliveries.endpoint_id),
  webhook_deliveries.endpoint_id
)`;

/** Returns an SQL expression for the number of running deliveries of a row's organization. */
function countOf(running: ReadonlyMap<string, number>) {
  const cases = [...running].map(([organization, count]) => sql`when ${organization} then ${count}`);
  return cases.length === 0 ? sql`0` : sql`case organization ${sql.join(cases, sql` `)} else 0 end`;
}

/** Writes the outcome of an attempt, unless another replica has claimed the delivery meanwhile. */
export async function endClaim(
  db: Db,
  { id, claim }: Pick<WebhookDeliveryRow, "id" | "claim">,
  change: Partial<Pick<WebhookDeliveryRow, "status" | "next_at" | "response_status" | "error">>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({ ...change, claim: null })
    .where("id", "=", id)
    .where("claim", "=", claim)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Marks the pending deliveries of an endpoint as failed, so that there is no further attempt. */
export async function failPendingDeliveries(db: Db, endpoint: string, error: string): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ status: "failed", error, claim: null })
    .where("endpoint_id", "=", endpoint)
    .where("status", "=", "pending")
    .execute();
}

/** Makes a delivery due now, with a new count of attempts. */
export async function sendAgain(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ status: "pending", attempts: 0, next_at: now, claim: null })
    .where("id", "=", id)
    .execute();
}

/** Makes the pending deliveries due whose next attempt is later than `latest`. */
export async function hurryDeliveries(db: Db, now: number, latest: number): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ next_at: now })
    .where(isPending)
    .where("next_at", ">", latest)
    .execute();
}

export const findDelivery = async (
  db: Db,
  endpoint: string,
  id: string,
): Promise<WebhookDeliveryRow | undefined> =>
  db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("endpoint_id", "=", endpoint)
    .where("id", "=", id)
    .executeTakeFirst();

export interface ListDeliveries {
  status?: WebhookDeliveryRow["status"] | undefined;
  /** The id of a delivery. Only older deliveries are returned. */
  before?: string | undefined;
  limit: number;
}

/** Returns the deliveries of an endpoint, newest first. */
export const listDeliveries = async (
  db: Db,
  endpoint: string,
  { status, before, limit }: ListDeliveries,
): Promise<WebhookDeliveryRow[]> =>
  db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("endpoint_id", "=", endpoint)
    .$if(status !== undefined, (query) => query.where("status", "=", status!))
    .$if(before !== undefined, (query) => query.where("id", "<", before!))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Deletes all deliveries whose payload names the user of this workspace. */
export async function deleteDeliveriesOfWorkspace(db: Db, workspace: string): Promise<void> {
  await db.deleteFrom("webhook_deliveries").where("workspace_id", "=", workspace).execute();
}

export async function deleteOldDeliveries(db: Db, before: number): Promise<void> {
  await deleteOlder(db, "webhook_deliveries", "created_at", before);
}
