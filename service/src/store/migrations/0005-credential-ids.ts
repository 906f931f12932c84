import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The new table stores tokens under the id of their credentials. The old table stored tokens under the id of a
 * connector.
 */
export const credentialIds: Migration = {
  async up(db: Kysely<{ connectors: { id: string; credential_id: string } }>) {
    const { schema } = db;
    await schema
      .alterTable("connectors")
      .addColumn("credential_id", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    // For existing connectors, the id of the credentials is the id of the connector.
    await db
      .updateTable("connectors")
      .set((eb) => ({ credential_id: eb.ref("id") }))
      .execute();
    await schema.createIndex("connectors_credential").on("connectors").column("credential_id").execute();
    await schema
      .createTable("platform_tokens")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("tokens", "text", (c) => c.notNull())
      .addColumn("key_id", "text", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .execute();
    // The access tokens are not copied, because the service can fetch new ones.
    await schema.dropTable("access_tokens").execute();
  },
};
