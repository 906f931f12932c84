import type { Migration } from "kysely/migration";

/** The signed lists of the rows that decide who may do what. */
export const rowLists: Migration = {
  async up({ schema }) {
    await schema
      .createTable("row_lists")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("key_id", "text", (c) => c.notNull())
      .addColumn("content", "text", (c) => c.notNull())
      .execute();
    await schema
      .createIndex("row_lists_organization")
      .on("row_lists")
      .columns(["organization_id", "id"])
      .execute();
    await schema.createIndex("row_lists_key").on("row_lists").column("key_id").execute();
  },
};
