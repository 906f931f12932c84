import type { Migration } from "kysely/migration";

/** The signed checkpoints of the audit, and an index that finds the audit rows of an organization by their ids. */
export const auditCheckpoints: Migration = {
  async up(db) {
    await db.schema
      .createTable("audit_checkpoints")
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("number", "integer", (c) => c.notNull())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("entries", "text", (c) => c.notNull())
      .addColumn("previous", "text", (c) => c.notNull())
      .addColumn("signature", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("audit_checkpoints_number", ["organization_id", "number"])
      .execute();
    await db.schema
      .createIndex("audit_organization")
      .on("audit")
      .columns(["organization_id", "id"])
      .execute();
  },
};
