import type { Migration } from "kysely/migration";

/**
 * The sessions in which a person connects an account, the addresses to which the person can return, and the account of
 * each connector.
 */
export const connectSessions: Migration = {
  async up({ schema }) {
    await schema
      .alterTable("applications")
      .addColumn("return_urls", "text", (c) => c.notNull().defaultTo("[]"))
      .execute();
    await schema.alterTable("connectors").addColumn("account", "text").execute();
    await schema
      .createTable("connect_sessions")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("workspace_id", "text", (c) => c.notNull())
      .addColumn("application_id", "text", (c) => c.notNull())
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("connector_id", "text")
      .addColumn("request", "text", (c) => c.notNull())
      .addColumn("status", "text", (c) => c.notNull())
      .addColumn("link_hash", "text", (c) => c.notNull())
      .addColumn("state_hash", "text")
      .addColumn("cookie_hash", "text")
      .addColumn("result_hash", "text")
      .addColumn("sealed", "text", (c) => c.notNull())
      .addColumn("key_id", "text", (c) => c.notNull())
      .addColumn("outcome", "text")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .addUniqueConstraint("connect_sessions_link", ["link_hash"])
      .addUniqueConstraint("connect_sessions_state", ["state_hash"])
      .execute();
    await schema
      .createIndex("connect_sessions_workspace")
      .on("connect_sessions")
      .column("workspace_id")
      .execute();
    await schema
      .createIndex("connect_sessions_expires")
      .on("connect_sessions")
      .column("expires_at")
      .execute();
  },
};
