import type { Migration } from "kysely/migration";

/** The tokens of users that stay valid until they are revoked. The store has only their hashes. */
export const longLivedTokens: Migration = {
  async up({ schema }) {
    await schema
      .createTable("long_lived_tokens")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("workspace_id", "text", (c) => c.notNull().references("workspaces.id"))
      .addColumn("application_id", "text", (c) => c.notNull())
      .addColumn("application_epoch", "integer", (c) => c.notNull())
      .addColumn("workspace_epoch", "integer", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("scopes", "text", (c) => c.notNull())
      .addColumn("effects", "text", (c) => c.notNull())
      .addColumn("external", "integer", (c) => c.notNull())
      .addColumn("connector_ids", "text")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint")
      .addUniqueConstraint("long_lived_tokens_hash", ["hash"])
      .execute();
    await schema
      .createIndex("long_lived_tokens_owner")
      .on("long_lived_tokens")
      .columns(["organization_id", "workspace_id"])
      .execute();
  },
};
