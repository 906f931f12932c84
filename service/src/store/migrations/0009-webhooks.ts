import type { Migration } from "kysely/migration";

/** The addresses that receive webhooks, and the events that are sent to them. */
export const webhooks: Migration = {
  async up({ schema }) {
    await schema
      .createTable("webhook_endpoints")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("url", "text", (c) => c.notNull())
      .addColumn("description", "text", (c) => c.notNull())
      .addColumn("event_types", "text", (c) => c.notNull())
      .addColumn("status", "text", (c) => c.notNull())
      .addColumn("disabled_reason", "text")
      .addColumn("sealed", "text", (c) => c.notNull())
      .addColumn("key_id", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .execute();
    await schema
      .createIndex("webhook_endpoints_organization")
      .on("webhook_endpoints")
      .column("organization_id")
      .execute();
    await schema
      .createTable("webhook_deliveries")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("endpoint_id", "text", (c) => c.notNull())
      .addColumn("event_id", "text", (c) => c.notNull())
      .addColumn("workspace_id", "text")
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("payload", "text", (c) => c.notNull())
      .addColumn("status", "text", (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addColumn("next_at", "bigint", (c) => c.notNull())
      .addColumn("claim", "text")
      .addColumn("last_attempt_at", "bigint")
      .addColumn("response_status", "integer")
      .addColumn("error", "text")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addUniqueConstraint("webhook_deliveries_event", ["endpoint_id", "event_id"])
      .execute();
    for (const [name, columns] of [
      ["webhook_deliveries_due", ["status", "next_at"]],
      ["webhook_deliveries_endpoint", ["endpoint_id", "id"]],
      ["webhook_deliveries_workspace", ["workspace_id"]],
      ["webhook_deliveries_created", ["created_at"]],
    ] as const)
      await schema
        .createIndex(name)
        .on("webhook_deliveries")
        .columns([...columns])
        .execute();
  },
};
