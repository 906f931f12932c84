import { sql, type RawBuilder } from "kysely";
import { compileOnce } from "../compiled-once.ts";
import { deleteOlder } from "../delete-older.ts";
import { isPostgres } from "../dialect.ts";
import type { Db } from "../store.ts";
import type { AuditRow } from "../tables.ts";
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
}

/** Returns audit rows, newest first. Without a tenant, returns the rows of all organizations. */
export const listAuditRows = async (
  db: Db,
  tenant: Tenant | undefined,
  filter: AuditFilter,
  limit: number,
): Promise<FoundAuditRow[]> => {
  let query = db
    .selectFrom("audit")
    .leftJoin("workspaces", "workspaces.id", "audit.workspace_id")
    .selectAll("audit")
    .select("workspaces.name as workspace");
  if (tenant) query = query.where("audit.organization_id", "=", tenant.organization);
  if (tenant?.workspace !== undefined) query = query.where("audit.workspace_id", "=", tenant.workspace);
  if (tenant?.connectors) query = query.where("audit.connector_id", "in", [...tenant.connectors]);
  const { external_user_id, event, connector_id, client_id, token_id, operator, request_id } = filter;
  const { since, until, cursor } = filter;
  if (external_user_id !== undefined) query = query.where("workspaces.name", "=", external_user_id);
  if (event !== undefined) query = query.where("audit.event", "=", event);
  if (connector_id !== undefined) query = query.where("audit.connector_id", "=", connector_id);
  if (client_id !== undefined) query = query.where("audit.application_id", "=", client_id);
  if (token_id !== undefined) query = query.where("audit.token_id", "=", token_id);
  if (operator !== undefined) query = query.where("audit.operator", "=", operator);
  if (request_id !== undefined) query = query.where("audit.request_id", "=", request_id);
  if (since !== undefined) query = query.where("audit.at", ">=", since);
  if (until !== undefined) query = query.where("audit.at", "<", until);
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
