import type { Migration } from "kysely/migration";

/** The leases of token refreshes, and the number of the lease with which the tokens were stored. */
export const refreshLeases: Migration = {
  async up({ schema }) {
    await schema
      .createTable("refresh_leases")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("holder", "text", (c) => c.notNull())
      .addColumn("fence", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .execute();
    await schema
      .alterTable("platform_tokens")
      .addColumn("fence", "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
