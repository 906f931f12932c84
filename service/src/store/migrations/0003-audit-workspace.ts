import type { Migration } from "kysely/migration";

/** Lets the rows of one user be found without reading the whole audit. */
export const auditWorkspace: Migration = {
  async up(db) {
    await db.schema.createIndex("audit_workspace").on("audit").columns(["workspace_id", "id"]).execute();
  },
};
