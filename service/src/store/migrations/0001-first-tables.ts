import { sql, type Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The row of `settings` with the version of the tables. Old releases without kysely's `Migrator` created the same
 * tables, and set the value of this row to `1`.
 */
const versionSetting = { name: "version", value: "2" };

export const firstTables: Migration = {
  async up(db: Kysely<{ settings: { name: string; value: string } }>) {
    await sql`create table if not exists settings (name text primary key, value text not null)`.execute(db);
    const { name, value } = versionSetting;
    const earlier = await db
      .selectFrom("settings")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirst();
    if (!earlier) await createTables(db);
    // With the value `2`, old releases refuse the store.
    await db
      .insertInto("settings")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  },
};

async function createTables({ schema }: Pick<Kysely<unknown>, "schema">): Promise<void> {
  const text = "text";
  await schema
    .createTable("applications")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("organization_id", text, (c) => c.notNull())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("epoch", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await schema
    .createTable("application_secrets")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("application_id", text, (c) => c.notNull().references("applications.id"))
    .addColumn("hash", text, (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await schema
    .createTable("workspaces")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("organization_id", text, (c) => c.notNull())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("epoch", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("workspaces_name", ["organization_id", "name"])
    .execute();
  await schema
    .createTable("connectors")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("organization_id", text, (c) => c.notNull())
    .addColumn("workspace_id", text, (c) => c.notNull().references("workspaces.id"))
    .addColumn("type", text, (c) => c.notNull())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("config", text, (c) => c.notNull())
    .addColumn("credentials", text, (c) => c.notNull())
    .addColumn("credentials_version", "integer", (c) => c.notNull())
    .addColumn("key_id", text, (c) => c.notNull())
    .addColumn("form", text, (c) => c.notNull())
    .addColumn("fingerprint", text, (c) => c.notNull())
    .addColumn("status", text, (c) => c.notNull())
    .addColumn("last_error_code", text)
    .addColumn("last_used_at", "bigint")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .execute();
  await schema
    .createIndex("connectors_owner")
    .on("connectors")
    .columns(["organization_id", "workspace_id", "id"])
    .execute();
  await schema.createIndex("connectors_key").on("connectors").column("key_id").execute();
  await schema
    .createTable("access_tokens")
    .addColumn("connector_id", text, (c) => c.primaryKey())
    .addColumn("credentials_version", "integer", (c) => c.notNull())
    .addColumn("token", text, (c) => c.notNull())
    .addColumn("obtained_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await schema
    .createTable("revoked_tokens")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await schema
    .createTable("idempotency")
    .addColumn("scope", text, (c) => c.notNull())
    .addColumn("key", text, (c) => c.notNull())
    .addColumn("fingerprint", text, (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .addColumn("owner", text, (c) => c.notNull())
    .addColumn("deadline", "bigint", (c) => c.notNull())
    .addColumn("status", "integer")
    .addColumn("answer", text)
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("idempotency_key", ["scope", "key"])
    .execute();
  await schema.createIndex("idempotency_expires").on("idempotency").column("expires_at").execute();
  await schema
    .createTable("audit")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("organization_id", text, (c) => c.notNull())
    .addColumn("workspace_id", text)
    .addColumn("application_id", text)
    .addColumn("token_id", text)
    .addColumn("event", text, (c) => c.notNull())
    .addColumn("connector_id", text)
    .addColumn("detail", text, (c) => c.notNull())
    .addColumn("request_id", text, (c) => c.notNull())
    .execute();
  await schema.createIndex("audit_at").on("audit").column("at").execute();
  await schema
    .createTable("counters")
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("period", "bigint", (c) => c.notNull())
    .addColumn("used", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("counters_name", ["name", "period"])
    .execute();
}
