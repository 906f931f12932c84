import type { Db } from "../store.ts";
import type { Tables } from "../tables.ts";
import { writeLists } from "./change-rows.ts";
import { listIds, placeOf, type RowOwner } from "./list-path.ts";
import { entryOf, idOf, nameOf, type ProtectedTable } from "./protected-tables.ts";
import { signedRow } from "./signed-list.ts";

/** Returns the organizations that have an application, but no list of protected rows. */
export async function unprotectedOrganizations(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("applications")
    .select("organization_id")
    .distinct()
    .where("organization_id", "not in", (eb) => eb.selectFrom("row_lists").select("id"))
    .orderBy("organization_id")
    .execute();
  return rows.map(({ organization_id }) => organization_id);
}

/** Returns whether the store has applications of an earlier release, which had no lists of protected rows. */
export async function needsProtection(db: Db): Promise<boolean> {
  const list = db.selectFrom("row_lists").select("id").limit(1);
  if (await list.executeTakeFirst()) return false;
  const application = db.selectFrom("applications").select("id").limit(1);
  return (await application.executeTakeFirst()) !== undefined;
}

const batch = 200;

/**
 * Replaces the lists of an organization with lists of all rows that the store has now. From now on, these rows are
 * valid. Returns their number. `db` must be a transaction.
 */
export async function protectOrganization(db: Db, organization: string): Promise<number> {
  await db.deleteFrom("row_lists").where("organization_id", "=", organization).execute();
  // A list of the past has a smaller version, because a version is at most the time of its change.
  const version = db.protection.now();
  /** The entries of the lists above the users, by the id of the list. */
  const above = new Map<string, Map<string, string | number>>([[organization, new Map()]]);
  let rows = 0;
  const add = (entries: Map<string, string | number>, table: ProtectedTable, found: readonly object[]) => {
    for (const row of found) entries.set(nameOf(table, idOf(table, row)), entryOf(table, row as never));
    rows += found.length;
  };
  const root = above.get(organization)!;
  for (const [table, found] of await rowsOfOrganization(db, organization)) add(root, table, found);
  for (let after = ""; ;) {
    const workspaces = await db
      .selectFrom("workspaces")
      .selectAll()
      .where("organization_id", "=", organization)
      .where("id", ">", after)
      .orderBy("id")
      .limit(batch)
      .execute();
    const lists: Tables["row_lists"][] = [];
    const others = await rowsOfUsers(db, workspaces);
    for (const workspace of workspaces) {
      const owner = { organization, workspace: workspace.id };
      const entries = new Map<string, string | number>();
      add(entries, "workspaces", [workspace]);
      for (const [table, found] of others)
        add(
          entries,
          table,
          found.filter((row) => row.workspace_id === workspace.id),
        );
      lists.push(signedRow(db.protection, { id: workspace.id, organization }, { version, entries }));
      addToPath(above, owner, version);
    }
    if (lists.length > 0) await writeLists(db, lists);
    if (workspaces.length < batch) break;
    after = workspaces.at(-1)!.id;
  }
  for (const [id, entries] of above)
    await writeLists(db, [signedRow(db.protection, { id, organization }, { version, entries })]);
  return rows;
}

/** Adds each list of the path to the list above it. */
function addToPath(above: Map<string, Map<string, string | number>>, owner: RowOwner, version: number): void {
  const ids = listIds(owner);
  for (const [index, id] of ids.slice(0, -1).entries()) {
    const entries = above.get(id) ?? new Map<string, string | number>();
    entries.set(placeOf(ids[index + 1]!), version);
    above.set(id, entries);
  }
}

async function rowsOfOrganization(
  db: Db,
  organization: string,
): Promise<(readonly [ProtectedTable, readonly object[]])[]> {
  const tables = [
    "applications",
    "operator_sessions",
    "oauth_applications",
    "definitions",
    "custom_types",
    "webhook_endpoints",
  ] as const;
  const found = await Promise.all(
    tables.map(async (table) => {
      const rows = db.selectFrom(table as "applications").selectAll();
      return [table, await rows.where("organization_id", "=", organization).execute()] as const;
    }),
  );
  const secrets = await db
    .selectFrom("application_secrets")
    .innerJoin("applications", "applications.id", "application_secrets.application_id")
    .selectAll("application_secrets")
    .where("applications.organization_id", "=", organization)
    .execute();
  const policies = await db
    .selectFrom("policies")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("workspace_id", "is", null)
    .execute();
  return [...found, ["application_secrets", secrets], ["policies", policies]];
}

const tablesOfUsers = ["connectors", "connect_sessions", "long_lived_tokens", "policies"] as const;

async function rowsOfUsers(
  db: Db,
  workspaces: readonly Pick<Tables["workspaces"], "id">[],
): Promise<(readonly [ProtectedTable, readonly { workspace_id: string | null }[]])[]> {
  const ids = ["", ...workspaces.map(({ id }) => id)];
  return Promise.all(
    tablesOfUsers.map(async (table) => {
      const rows = db.selectFrom(table as "connectors").selectAll();
      return [table, await rows.where("workspace_id", "in", ids).execute()] as const;
    }),
  );
}
