import type { Migration } from "kysely/migration";

/** An index, so that the database finds the audit rows of one user without reading the whole table. */
export const auditWorkspace: Migration = {
  async up(db) {
    await db.schema.createIndex("audit_workspace").on("audit").columns(["workspace_id", "id"]).execute();
  },
};
