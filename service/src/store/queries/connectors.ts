import { compiledOnce } from "../compiled-once.ts";
import { changeRow, changeRows } from "../protected-rows/change-rows.ts";
import { checkOf, listsOfRows, withoutLists } from "../protected-rows/list-path.ts";
import { idOf } from "../protected-rows/protected-tables.ts";
import type { Db } from "../store.ts";
import type { ConnectorRow } from "../tables.ts";
import { checkedWorkspace, workspaceColumns } from "./checked-workspace.ts";
import {
  checkPolicies,
  deletePoliciesOfConnector,
  policyColumns,
  type ConnectorPolicies,
} from "./policies.ts";
import { deleteRecordsOfConnector } from "./records.ts";
import type { Tenant } from "./tenant.ts";
import { deleteTokensIfUnused } from "./token-records.ts";

export interface FoundConnector extends ConnectorRow {
  /** The name of the connector's workspace, which is the `external_user_id`. */
  workspace: string;
}

/** A connector and the policies that apply to it. Every call needs both. */
export type UsableConnector = FoundConnector & ConnectorPolicies;

/** Returns the query of the connectors that a tenant can see. */
export const connectorsOf = (db: Db, { organization, workspace, connectors }: Tenant) =>
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

type ConnectorId = Pick<ConnectorRow, "id" | "organization_id" | "workspace_id">;

const ownerOf = ({ organization_id, workspace_id }: Omit<ConnectorId, "id">) => ({
  organization: organization_id,
  workspace: workspace_id,
});

export const findConnector = async (
  db: Db,
  tenant: Tenant,
  id: string,
): Promise<UsableConnector | undefined> => {
  const found = await withPolicies(db, tenant).where("connectors.id", "=", id).executeTakeFirst();
  return found && checkedConnector(db, found);
};

/** Returns the oldest connectors of a tenant. */
export const usableConnectors = async (db: Db, tenant: Tenant, limit: number): Promise<UsableConnector[]> => {
  const found = await withPolicies(db, tenant).orderBy("connectors.id").limit(limit).execute();
  return found.map((row) => checkedConnector(db, row));
};

const withPolicies = (db: Db, tenant: Tenant) =>
  connectorsOf(db, tenant).select(policyColumns).select(workspaceColumns).select(listsOfRows("connectors"));

type WithPolicies = Awaited<ReturnType<ReturnType<typeof withPolicies>["execute"]>>[number];

/** @throws ConnectorError `internal` if somebody has changed the connector outside the service */
function checkedConnector(db: Db, found: WithPolicies): UsableConnector {
  const { row: joined, contents } = withoutLists(found);
  const check = checkOf(db.protection, ownerOf(joined), contents);
  const row = checkedWorkspace(check.user, joined);
  check.user.check("connectors", row);
  checkPolicies(check, row);
  return row;
}

export async function addConnector(db: Db, row: ConnectorRow): Promise<void> {
  await changeRows(db, ownerOf(row), async (db, list) => {
    await db.insertInto("connectors").values(row).execute();
    list.set("connectors", row);
  });
}

export async function renameConnector(
  db: Db,
  connector: ConnectorId,
  change: Pick<ConnectorRow, "name" | "updated_at">,
): Promise<void> {
  await changeRow(db, "connectors", ownerOf(connector), connector.id, () => change);
}

/** Milliseconds by which `last_used_at` can be too early, so that not every call writes the row of its connector. */
const lastUsedMs = 60_000;

/** Returns whether the row already says that the connector was used about now. */
export const isUsedLately = ({ last_used_at }: Pick<ConnectorRow, "last_used_at">, now: number): boolean =>
  last_used_at !== null && Math.abs(now - last_used_at) < lastUsedMs;

type ConnectorPlace = Pick<ConnectorRow, "id" | "organization_id">;

const updateLastUsed = compiledOnce<ConnectorPlace & { at: number }, never>(
  ["id", "organization_id", "at"],
  (db, { id, organization_id, at }) =>
    db
      .updateTable("connectors")
      .set({ last_used_at: at })
      .where((eb) => eb.and({ organization_id, id })) as never,
);

export async function setLastUsed(
  db: Db,
  { id, organization_id }: ConnectorPlace,
  at: number,
): Promise<void> {
  await updateLastUsed(db, { id, organization_id, at });
}

/**
 * Changes the status and error code, unless the connector's credentials have been replaced meanwhile. Returns whether
 * the status has changed. If several requests make the same change, only one of them gets true.
 */
export async function updateStatus(
  db: Db,
  { id, organization_id, credentials_version }: ConnectorPlace & Pick<ConnectorRow, "credentials_version">,
  change: Pick<ConnectorRow, "status" | "last_error_code">,
): Promise<boolean> {
  const update = db
    .updateTable("connectors")
    .set(change)
    .where((eb) => eb.and({ organization_id, id, credentials_version }));
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
  connector: ConnectorId,
  change: Pick<ConnectorRow, "credentials" | "credential_id" | "key_id" | "fingerprint" | "updated_at"> &
    Partial<Pick<ConnectorRow, "form" | "account" | "connected_at" | "status" | "last_error_code">>,
): Promise<boolean> {
  const changed = await changeRow(
    db,
    "connectors",
    ownerOf(connector),
    connector.id,
    ({ credentials_version }) => ({ ...change, credentials_version: credentials_version + 1 }),
  );
  return changed !== undefined;
}

/**
 * Deletes a connector. Replaces its credentials with an empty text first, so that SQLite overwrites the old text
 * (`secure_delete` is on). Returns false if the connector was already deleted.
 */
export const deleteConnector = (db: Db, connector: ConnectorId): Promise<boolean> =>
  changeRows(db, ownerOf(connector), async (db, list) => {
    const { id } = connector;
    const found = await db
      .updateTable("connectors")
      .set({ credentials: "" })
      .where("id", "=", id)
      .returning("credential_id")
      .executeTakeFirst();
    for (const policy of await deletePoliciesOfConnector(db, id))
      list.remove("policies", idOf("policies", policy));
    await deleteRecordsOfConnector(db, { organization_id: connector.organization_id, connector_id: id });
    await db.deleteFrom("connectors").where("id", "=", id).execute();
    list.remove("connectors", id);
    if (found) await deleteTokensIfUnused(db, connector.organization_id, found.credential_id);
    return found !== undefined;
  });

/** A connector, and what `rewrap` changes. */
export type SealedConnector = ConnectorId & Pick<ConnectorRow, "credentials" | "credentials_version">;

/** Returns the connectors whose data keys are not encrypted with the master key `keyId`, sorted by id. */
export const connectorsOfOtherKeys = async (
  db: Db,
  keyId: string,
  /** Only connectors with a greater id are returned. */
  after: string,
  limit: number,
): Promise<SealedConnector[]> =>
  db
    .selectFrom("connectors")
    .select(["id", "organization_id", "workspace_id", "credentials", "credentials_version"])
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
  { credentials_version, ...connector }: SealedConnector,
  change: Pick<ConnectorRow, "credentials" | "key_id">,
): Promise<boolean> {
  const changed = await changeRow(db, "connectors", ownerOf(connector), connector.id, (row) =>
    row.credentials_version === credentials_version ? change : undefined,
  );
  return changed !== undefined;
}

export async function countConnectorsOfKey(db: Db, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom("connectors")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("key_id", "=", keyId)
    .executeTakeFirstOrThrow();
  return count;
}
