import type { Migration } from "kysely/migration";

/** Adds a column for the time at which an application was disabled. The time is null for an active application. */
export const disabledApplications: Migration = {
  async up(db) {
    await db.schema.alterTable("applications").addColumn("disabled_at", "bigint").execute();
  },
};
