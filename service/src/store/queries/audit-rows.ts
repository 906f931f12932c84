import { sql, type RawBuilder } from "kysely";
import { compileOnce } from "../compiled-once.ts";
import { deleteOlder } from "../delete-older.ts";
import { isPostgres } from "../dialect.ts";
import type { Db } from "../store.ts";
import type { AuditRow } from "../tables.ts";
import { firstUuid } from "../uuid.ts";
import { isFirstDone, type Change } from "../write-together.ts";
import type { Tenant } from "./tenant.ts";

/** The types of the columns in PostgreSQL. */
const columns = {
  id: "text",
  at: "bigint",
  organization_id: "text",
  workspace_id: "text",
  application_id: "text",
  token_id: "text",
  operator: "text",
  event: "text",
  connector_id: "text",
  detail: "text",
  request_id: "text",
} as const satisfies Record<keyof AuditRow, string>;

// The rows are one parameter, so the statement is the same for any number of rows.
const insertOf = (where: (db: Db) => RawBuilder<unknown>) =>
  compileOnce<{ rows: string }, never>(["rows"], (db, { rows }) => {
    const names = Object.keys(columns) as (keyof AuditRow)[];
    const types = sql.raw(
      Object.entries(columns)
        .map((column) => column.join(" "))
        .join(", "),
    );
    const source = isPostgres(db)
      ? sql`select ${sql.join(names.map((name) => sql.ref(name)))} from json_to_recordset(${rows}::json) as given(${types})`
      : sql`select ${sql.join(names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)}`))} from json_each(${rows})`;
    const inserted = sql<never>`insert into audit (${sql.join(names.map((name) => sql.ref(name)))}) ${source} ${where(db)}`;
    return { compile: () => inserted.compile(db) };
  });
const [insert, insertLater] = [insertOf(() => sql``), insertOf((db) => sql`where ${isFirstDone(db)}`)];

export async function addAuditRows(db: Db, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length > 0) await db.executeQuery(insert(db, { rows: JSON.stringify(rows) }));
}

/** Returns the change that writes a row together with an earlier change. */
export const laterAuditRow = (db: Db, row: AuditRow): Change =>
  insertLater(db, { rows: JSON.stringify([row]) });

/** The conditions for audit rows. An absent field adds no condition. */
export interface AuditFilter {
  external_user_id?: string | undefined;
  event?: string | undefined;
  /** Only the calls that failed. */
  outcome?: "failed" | undefined;
  connector_id?: string | undefined;
  client_id?: string | undefined;
  token_id?: string | undefined;
  operator?: string | undefined;
  request_id?: string | undefined;
  /** In milliseconds. Only rows from this time on are returned. */
  since?: number | undefined;
  /** In milliseconds. Only rows before this time are returned. */
  until?: number | undefined;
  /** The id of an audit row. Only older rows are returned. */
  cursor?: string | undefined;
}

export interface FoundAuditRow extends AuditRow {
  /** The `external_user_id` of the user. Null if the row concerns no user, or if the user was deleted. */
  workspace: string | null;
  /** The names of the application, the connector and the long-lived token. Null if there is none, or if it was deleted. */
  application: string | null;
  connector: string | null;
  token: string | null;
}

/**
 * The calls that have failed. A call that waits for a person or for a platform has not failed. The conditions of the detail are those of
 * the index `audit_failed`. The condition of the event is not written in the form that an index can serve, because most rows are calls.
 */
export const hasFailed: RawBuilder<boolean> = sql<boolean>`audit.event || '' = 'execute'
  and audit.detail like '%"outcome":"%' and audit.detail not like '%"outcome":"ok"%'
  and audit.detail not like '%"outcome":"%_pending"%'`;

/** Returns the ids of the workspaces with a name: one in each organization. */
const idsOf = async (db: Db, tenant: Tenant | undefined, name: string): Promise<string[]> =>
  (
    await db
      .selectFrom("workspaces")
      .select("id")
      .where("name", "=", name)
      .$if(tenant !== undefined, (query) => query.where("organization_id", "=", tenant!.organization))
      .execute()
  ).map(({ id }) => id);

/** The events of which an application causes many. */
const frequentEvents: ReadonlySet<string> = new Set(["execute", "token.application", "token.scoped"]);

/**
 * Returns audit rows, newest first. Without a tenant, returns the rows of all organizations.
 *
 * Of several filters, the database must use the index of the one that finds the fewest rows, and it cannot know which one that is. So
 * only this one is written in the form that an index can serve.
 */
export const listAuditRows = async (
  db: Db,
  tenant: Tenant | undefined,
  filter: AuditFilter,
  limit: number,
): Promise<FoundAuditRow[]> => {
  const { external_user_id, event, outcome, connector_id, client_id, token_id, operator, request_id } =
    filter;
  const { since, until, cursor } = filter;
  // PostgreSQL chooses the index by the value, so the id of the user must be known.
  const users = external_user_id === undefined ? undefined : await idsOf(db, tenant, external_user_id);
  if (users?.length === 0) return [];
  let query = db
    .selectFrom("audit")
    .leftJoin("workspaces", "workspaces.id", "audit.workspace_id")
    .leftJoin("applications", "applications.id", "audit.application_id")
    .leftJoin("connectors", "connectors.id", "audit.connector_id")
    .leftJoin("long_lived_tokens", "long_lived_tokens.id", "audit.token_id")
    .selectAll("audit")
    .select([
      "workspaces.name as workspace",
      "applications.name as application",
      "connectors.name as connector",
      "long_lived_tokens.name as token",
    ]);
  if (tenant?.connectors) query = query.where("audit.connector_id", "in", [...tenant.connectors]);
  if (token_id !== undefined) query = query.where("audit.token_id", "=", token_id);
  if (request_id !== undefined) query = query.where("audit.request_id", "=", request_id);
  let hasIndex = false;
  const also = (column: string, value: unknown, comparison = sql`=`) => {
    if (value === undefined) return;
    const name = sql.ref(`audit.${column}`);
    query = query.where(sql<boolean>`${hasIndex ? sql`${name} || ''` : name} ${comparison} ${value}`);
    hasIndex = true;
  };
  const isFrequent = event !== undefined && frequentEvents.has(event);
  if (!isFrequent) also("event", event);
  also("operator", operator);
  also("connector_id", connector_id);
  const hasUser = !hasIndex && (users ?? tenant?.workspace) !== undefined;
  also("workspace_id", tenant?.workspace);
  if (users) also("workspace_id", sql`(${sql.join(users)})`, sql`in`);
  if (outcome !== undefined) {
    query = query.where(hasIndex ? sql<boolean>`(${hasFailed}) is true` : hasFailed);
    hasIndex = true;
  }
  also("application_id", client_id);
  if (isFrequent) also("event", event);
  if (tenant) {
    // The index of a user does not start with the organization.
    const owner = hasUser ? sql`audit.organization_id || ''` : sql.ref("audit.organization_id");
    query = query.where(sql<boolean>`${owner} = ${tenant.organization}`);
  }
  // The ids start with the time, and every index ends with the id.
  if (since !== undefined) query = query.where("audit.id", ">=", firstUuid(since));
  if (until !== undefined) query = query.where("audit.id", "<", firstUuid(until));
  if (cursor !== undefined) query = query.where("audit.id", "<", cursor);
  return query.orderBy("audit.id", "desc").limit(limit).execute();
};

export async function deleteOldAuditRows(db: Db, before: number): Promise<void> {
  await deleteOlder(db, "audit", "at", before);
}

/**
 * Removes the details and the request ids from all audit rows of a workspace and its connectors. The other ids in these
 * rows are random, so the rows then reveal nothing about the user.
 */
export async function clearAuditRows(db: Db, organization: string, workspaceId: string): Promise<void> {
  await db
    .updateTable("audit")
    .set({ detail: "{}", request_id: "" })
    .where("organization_id", "=", organization)
    .where((eb) =>
      eb.or([
        eb("workspace_id", "=", workspaceId),
        eb(
          "connector_id",
          "in",
          eb
            .selectFrom("connectors")
            .select("connectors.id")
            .where("connectors.organization_id", "=", organization)
            .where("connectors.workspace_id", "=", workspaceId),
        ),
      ]),
    )
    .execute();
}
