import { sql } from "kysely";
import type { RecordRow } from "../record-row.ts";
import type { RecordsDb } from "./records.ts";
import type { Tenant } from "./tenant.ts";

/** A write in the journal of a connector. */
export interface WritePlace {
  id: string;
  organization_id: string;
  connector_id: string;
  /** The `external_user_id`. */
  user: string;
}

export interface ListWrites {
  connector?: string | undefined;
  /** The `external_user_id`. */
  user?: string | undefined;
  /** The part of the ids of a run. */
  mark?: string | undefined;
  /** The id of a write. Only earlier writes are returned. */
  after?: string | undefined;
  limit: number;
}

const prefix = "journal/";

// The conditions with `like` are those of the indexes.

const places = ({ db, now }: RecordsDb, { organization, workspace, connectors }: Tenant) =>
  db
    .selectFrom("records")
    .innerJoin("connectors", "connectors.id", "records.connector_id")
    .innerJoin("workspaces", "workspaces.id", "connectors.workspace_id")
    .select(["records.key", "records.organization_id", "records.connector_id", "workspaces.name as user"])
    .where("records.organization_id", "=", organization)
    .where(sql<boolean>`records.key like 'journal/%'`)
    .where(sql<boolean>`(records.expires_at is null or records.expires_at > ${now})`)
    .$if(workspace !== undefined, (query) => query.where("connectors.workspace_id", "=", workspace!))
    .$if(connectors !== undefined, (query) => query.where("connectors.id", "in", [...connectors!, ""]));

/** Returns writes, the newest first. */
export async function writePlaces(
  database: RecordsDb,
  tenant: Tenant,
  { connector, user, mark, after, limit }: ListWrites,
): Promise<WritePlace[]> {
  const rows = await places(database, tenant)
    .$if(connector !== undefined, (query) => query.where("records.connector_id", "=", connector!))
    .$if(user !== undefined, (query) => query.where("workspaces.name", "=", user!))
    .$if(mark !== undefined, (query) =>
      // The id has the mark after 13 digits and a hyphen.
      query.where(
        sql<boolean>`substr(records.key, ${sql.lit(prefix.length + 15)}, ${sql.lit(mark!.length)}) = ${mark!}`,
      ),
    )
    .$if(after !== undefined, (query) => query.where("records.key", ">", prefix + after!))
    .orderBy("records.key")
    .limit(limit)
    .execute();
  return rows.map(placeOf);
}

/**
 * Returns the writes that have started and not ended, of an organization, a user or a connector. `since`: a text that sorts after
 * the ids of all writes that count.
 */
export async function writesUnderWay(
  database: RecordsDb,
  tenant: Tenant,
  since: string,
): Promise<WritePlace[]> {
  const rows = await places(database, tenant)
    .where("records.key", "<", prefix + since)
    .where(
      sql<boolean>`not exists (select 1 from records as ends where ends.organization_id = records.organization_id
        and ends.connector_id = records.connector_id
        and ends.key = 'ended/' || substr(records.key, ${sql.lit(prefix.length + 1)}))`,
    )
    .orderBy("records.key")
    .execute();
  return rows.map(placeOf);
}

/** Returns the records of writes: how each has started, ended and was undone. */
export const recordsOfWrites = async (
  { db }: RecordsDb,
  writes: readonly WritePlace[],
): Promise<RecordRow[]> =>
  writes.length === 0
    ? []
    : db
        .selectFrom("records")
        .selectAll()
        .where("organization_id", "=", writes[0]!.organization_id)
        .where("connector_id", "in", [...new Set(writes.map(({ connector_id }) => connector_id))])
        .where(
          "key",
          "in",
          writes.flatMap(({ id }) => ["journal", "ended", "undone"].map((kind) => `${kind}/${id}`)),
        )
        .execute();

/** Returns the stops with these keys, or all stops of an organization. */
export const stopRecords = async (
  { db }: RecordsDb,
  organization: string,
  keys?: readonly string[],
): Promise<RecordRow[]> =>
  db
    .selectFrom("records")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("connector_id", "=", "")
    .$if(keys === undefined, (query) => query.where(sql<boolean>`substr(key, 1, 6) = 'stops/'`))
    .$if(keys !== undefined, (query) => query.where("key", "in", [...keys!]))
    .orderBy("key")
    .execute();

const placeOf = ({ key, ...place }: Omit<WritePlace, "id"> & { key: string }): WritePlace => ({
  id: key.slice(prefix.length),
  ...place,
});
