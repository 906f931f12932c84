import type { Migration } from "kysely/migration";

/** The policies that applications set, and the spending totals of each account and day. */
export const policiesAndSpendTotals: Migration = {
  async up({ schema }) {
    await schema
      .createTable("policies")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("workspace_id", "text", (c) => c.references("workspaces.id"))
      .addColumn("connector_id", "text", (c) => c.references("connectors.id"))
      .addColumn("target", "text", (c) => c.notNull())
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("policy", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addUniqueConstraint("policies_target", ["target", "type"])
      .execute();
    await schema
      .createIndex("policies_owner")
      .on("policies")
      .columns(["organization_id", "workspace_id", "connector_id"])
      .execute();
    await schema
      .createTable("spend_totals")
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("totals", "text", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("spend_totals_id", ["organization_id", "id"])
      .execute();
  },
};
