import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds the time of the consent for each connector. For existing connectors, the time is unknown. */
export const connectedAt: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("connectors").addColumn("connected_at", "bigint").execute();
  },
};
