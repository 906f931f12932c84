import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Whether an application must confirm all its connect sessions. */
export const confirmSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("applications")
      .addColumn("confirm_sessions", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
