import type { Migration } from "kysely/migration";

/**
 * Adds a column for the effect of the call whose response is stored. Getting the response needs a token with this
 * effect.
 */
export const idempotencyEffect: Migration = {
  async up(db) {
    await db.schema.alterTable("idempotency").addColumn("effect", "text").execute();
  },
};
