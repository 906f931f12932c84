import type { Migration } from "kysely/migration";

/**
 * Adds a column for the effect of the call whose response is stored. Only a caller whose token allows this effect gets
 * the stored response.
 */
export const idempotencyEffect: Migration = {
  async up(db) {
    await db.schema.alterTable("idempotency").addColumn("effect", "text").execute();
  },
};
