import type { Migration } from "kysely/migration";

/** Null for an active application. */
export const disabledApplications: Migration = {
  async up(db) {
    await db.schema.alterTable("applications").addColumn("disabled_at", "bigint").execute();
  },
};
