import type { Migration } from "kysely/migration";

/** Counts connectors by their state without reading their rows. */
export const connectorStates: Migration = {
  async up(db) {
    await db.schema
      .createIndex("connectors_state")
      .ifNotExists()
      .on("connectors")
      .columns(["organization_id", "status", "type", "connected_at", "id"])
      .execute();
  },
};
