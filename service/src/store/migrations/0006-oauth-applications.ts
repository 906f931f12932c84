import type { Migration } from "kysely/migration";

/** The applications that organizations have registered at platforms. */
export const oauthApplications: Migration = {
  async up({ schema }) {
    await schema
      .createTable("oauth_applications")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("sealed", "text", (c) => c.notNull())
      .addColumn("key_id", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addUniqueConstraint("oauth_applications_type", ["organization_id", "type"])
      .execute();
  },
};
