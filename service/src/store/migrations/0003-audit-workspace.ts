import type { Migration } from "kysely/migration";

/** Adds an index, so that the audit rows of one user are found without reading the whole table. */
export const auditWorkspace: Migration = {
  async up(db) {
    await db.schema.createIndex("audit_workspace").on("audit").columns(["workspace_id", "id"]).execute();
  },
};
