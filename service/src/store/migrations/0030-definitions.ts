import type { Migration } from "kysely/migration";

/** The connector definitions of organizations. */
export const definitions: Migration = {
  async up(db) {
    await db.schema
      .createTable("definitions")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("file", "text", (c) => c.notNull())
      .addColumn("hosts", "text", (c) => c.notNull())
      .addColumn("application_id", "text")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("activated_at", "bigint")
      .addUniqueConstraint("definitions_version", ["organization_id", "name", "version"])
      .execute();
  },
};
