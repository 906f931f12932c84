import type { Migration } from "kysely/migration";

/** What actions keep between calls, such as the end of a streamed message. */
export const callStates: Migration = {
  async up({ schema }) {
    await schema
      .createTable("call_states")
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("connector_id", "text", (c) => c.notNull())
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("sealed", "text", (c) => c.notNull())
      .addColumn("key_id", "text", (c) => c.notNull())
      .addColumn("version", "text", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("call_states_id", ["connector_id", "key"])
      .execute();
    await schema.createIndex("call_states_expiry").on("call_states").column("expires_at").execute();
  },
};
