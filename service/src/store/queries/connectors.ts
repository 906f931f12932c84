import type { Db } from "../store.ts";
import type { ConnectorRow } from "../tables.ts";
import { deleteStatesOfConnector } from "./call-states.ts";
import { deleteTokensIfUnused } from "./platform-tokens.ts";
import { deletePoliciesOfConnector, policyColumns, type ConnectorPolicies } from "./policies.ts";
import type { Tenant } from "./tenant.ts";

export interface FoundConnector extends ConnectorRow {
  /** The name of the connector's workspace, which is the `external_user_id`. */
  workspace: string;
}

/** A connector and the policies that apply to it. Every call needs both. */
export type UsableConnector = FoundConnector & ConnectorPolicies;

const ofTenant = (db: Db, { organization, workspace, connectors }: Tenant) =>
  db
    .selectFrom("connectors")
    .innerJoin("workspaces", "workspaces.id", "connectors.workspace_id")
    .selectAll("connectors")
    .select("workspaces.name as workspace")
    .where("connectors.organization_id", "=", organization)
    .$if(workspace !== undefined, (query) => query.where("connectors.workspace_id", "=", workspace!))
    .$if(connectors !== undefined, (query) =>
      connectors!.length > 0
        ? query.where("connectors.id", "in", [...connectors!])
        : query.where("connectors.id", "=", ""),
    );

export const findConnector = async (
  db: Db,
  tenant: Tenant,
  id: string,
): Promise<UsableConnector | undefined> =>
  ofTenant(db, tenant).select(policyColumns).where("connectors.id", "=", id).executeTakeFirst();

export interface ListOptions {
  workspace?: string | undefined;
  type?: string | undefined;
  after?: string | undefined;
  limit: number;
}

/** Returns the connectors of a tenant, oldest first. */
export const listConnectors = async (
  db: Db,
  tenant: Tenant,
  options: ListOptions,
): Promise<FoundConnector[]> =>
  ofTenant(db, tenant)
    .$if(options.workspace !== undefined, (query) => query.where("workspaces.name", "=", options.workspace!))
    .$if(options.type !== undefined, (query) => query.where("connectors.type", "=", options.type!))
    .$if(options.after !== undefined, (query) => query.where("connectors.id", ">", options.after!))
    .orderBy("connectors.id")
    .limit(options.limit)
    .execute();

export async function addConnector(db: Db, row: ConnectorRow): Promise<void> {
  await db.insertInto("connectors").values(row).execute();
}

export async function updateConnector(
  db: Db,
  id: string,
  change: Partial<Omit<ConnectorRow, "id" | "organization_id" | "workspace_id" | "credentials_version">>,
): Promise<void> {
  await db.updateTable("connectors").set(change).where("id", "=", id).execute();
}

/**
 * Changes the status and error code, unless the connector's credentials have been replaced meanwhile. Returns whether
 * the status has changed. If several requests make the same change, only one of them gets true.
 */
export async function updateStatus(
  db: Db,
  { id, credentials_version }: Pick<ConnectorRow, "id" | "credentials_version">,
  change: Pick<ConnectorRow, "status" | "last_error_code">,
): Promise<boolean> {
  const update = db
    .updateTable("connectors")
    .set(change)
    .where("id", "=", id)
    .where("credentials_version", "=", credentials_version);
  const { numUpdatedRows } = await update.where("status", "!=", change.status).executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await update.execute();
  return numUpdatedRows > 0n;
}

/**
 * Replaces the credentials, and raises their version by one. Keeps the tokens for the old credentials, because running
 * calls and other connectors may need them. Returns false if the connector was deleted.
 */
export async function replaceCredentials(
  db: Db,
  id: string,
  change: Pick<ConnectorRow, "credentials" | "credential_id" | "key_id" | "fingerprint" | "updated_at"> &
    Partial<Pick<ConnectorRow, "form" | "account" | "connected_at" | "status" | "last_error_code">>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("connectors")
    .set(change)
    .set((eb) => ({ credentials_version: eb("credentials_version", "+", 1) }))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Deletes a connector. Replaces its credentials with an empty text first, so that SQLite overwrites the old text
 * (`secure_delete` is on). Returns false if the connector was already deleted.
 */
export async function deleteConnector(db: Db, id: string): Promise<boolean> {
  const credentials = await credentialIdOf(db, id);
  await updateConnector(db, id, { credentials: "" });
  await deletePoliciesOfConnector(db, id);
  await deleteStatesOfConnector(db, id);
  const { numDeletedRows } = await db.deleteFrom("connectors").where("id", "=", id).executeTakeFirstOrThrow();
  if (credentials !== undefined) await deleteTokensIfUnused(db, credentials);
  return numDeletedRows > 0n;
}

async function credentialIdOf(db: Db, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("connectors")
    .select("credential_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found?.credential_id;
}

/** Returns the connectors whose data keys are not encrypted with the master key `keyId`, sorted by id. */
export const connectorsOfOtherKeys = async (
  db: Db,
  keyId: string,
  /** Only connectors with a greater id are returned. */
  after: string,
  limit: number,
): Promise<Pick<ConnectorRow, "id" | "credentials" | "credentials_version">[]> =>
  db
    .selectFrom("connectors")
    .select(["id", "credentials", "credentials_version"])
    .where("key_id", "!=", keyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/**
 * Stores the same credentials with a data key that another master key encrypts. If the credentials were replaced
 * meanwhile, stores nothing and returns false.
 */
export async function changeSealing(
  db: Db,
  {
    id,
    credentials_version,
    ...change
  }: Pick<ConnectorRow, "id" | "credentials" | "credentials_version" | "key_id">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("connectors")
    .set(change)
    .where("id", "=", id)
    .where("credentials_version", "=", credentials_version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function countConnectorsOfKey(db: Db, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom("connectors")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("key_id", "=", keyId)
    .executeTakeFirstOrThrow();
  return count;
}
