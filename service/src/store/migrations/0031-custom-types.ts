import type { Migration } from "kysely/migration";

/** The connector types of organizations, with the hosts that the operator has confirmed. */
export const customTypes: Migration = {
  async up(db) {
    await db.schema
      .createTable("custom_types")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("hosts", "text", (c) => c.notNull())
      .addColumn("confirmed_by", "text", (c) => c.notNull())
      .addColumn("confirmed_at", "bigint", (c) => c.notNull())
      .addColumn("version", "integer")
      .addColumn("hash", "text")
      .addUniqueConstraint("custom_types_name", ["organization_id", "name"])
      .execute();
  },
};
