import type { Migration } from "kysely/migration";

/** The time at which an application was disabled. Null for an active application. */
export const disabledApplications: Migration = {
  async up(db) {
    await db.schema.alterTable("applications").addColumn("disabled_at", "bigint").execute();
  },
};
