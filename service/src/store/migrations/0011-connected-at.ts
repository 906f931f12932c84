import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The time of the person's consent, which is unknown for existing connectors. */
export const connectedAt: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("connectors").addColumn("connected_at", "bigint").execute();
  },
};
