import type { Migration } from "kysely/migration";

/**
 * The effect of the call whose response is stored. Only a caller whose token allows this effect gets the stored
 * response.
 */
export const idempotencyEffect: Migration = {
  async up(db) {
    await db.schema.alterTable("idempotency").addColumn("effect", "text").execute();
  },
};
