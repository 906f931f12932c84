import { ConnectorError } from "agent-connectors";
import type { Db, Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/** Each table comes after the tables that its foreign keys refer to. */
const tables = [
  "settings",
  "row_lists",
  "applications",
  "application_secrets",
  "application_logos",
  "workspaces",
  "connectors",
  "policies",
  "records",
  "oauth_applications",
  "definitions",
  "custom_types",
  "connect_sessions",
  "webhook_endpoints",
  "webhook_deliveries",
  "operator_sessions",
  "long_lived_tokens",
  "revoked_tokens",
  "audit",
  "audit_checkpoints",
] as const satisfies readonly (keyof Tables)[];

const batch = 500;

/**
 * Copies the rows of a store in one transaction, and returns their number. Encrypted values stay encrypted.
 * @throws ConnectorError `config_error` if the target store is not empty
 */
export const copyStore = (from: Store, to: Store): Promise<number> =>
  to.transaction(async (db) => {
    const found = await db.selectFrom("applications").select("id").limit(1).executeTakeFirst();
    if (found)
      throw new ConnectorError("config_error", "The target store is not empty.", {
        hint: "Use an empty database.",
      });
    await db.deleteFrom("settings").execute();
    let rows = 0;
    for (const table of tables) rows += await copyTable(from.db, db, table);
    return rows;
  });

async function copyTable(from: Db, to: Db, table: (typeof tables)[number]): Promise<number> {
  let rows: Record<string, unknown>[] = [];
  let copied = 0;
  const write = async () => {
    if (rows.length > 0)
      await to
        .insertInto(table)
        .values(rows as never)
        .execute();
    copied += rows.length;
    rows = [];
  };
  for await (const row of from.selectFrom(table).selectAll().stream()) {
    rows.push(row);
    if (rows.length >= batch) await write();
  }
  await write();
  return copied;
}
