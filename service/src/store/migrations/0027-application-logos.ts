import type { Migration } from "kysely/migration";

/**
 * The logos of applications. There is no foreign key, because the release before deletes an application without knowing its
 * logo.
 */
export const applicationLogos: Migration = {
  async up(db) {
    await db.schema
      .createTable("application_logos")
      .addColumn("application_id", "text", (c) => c.primaryKey())
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("content", "text", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .execute();
  },
};
