import type { Migration } from "kysely/migration";

/** The sessions of people who operate the service, and their names in the audit. */
export const operatorSessions: Migration = {
  async up({ schema }) {
    await schema
      .createTable("operator_sessions")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("application_id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("roles", "text", (c) => c.notNull())
      .addColumn("link_hash", "text")
      .addColumn("cookie_hash", "text")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("used_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .addUniqueConstraint("operator_sessions_link", ["link_hash"])
      .addUniqueConstraint("operator_sessions_cookie", ["cookie_hash"])
      .execute();
    await schema.alterTable("audit").addColumn("operator", "text").execute();
  },
};
