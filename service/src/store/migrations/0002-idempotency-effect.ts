import type { Migration } from "kysely/migration";

/** Adds the effect of the call to a kept answer. Only a token with this effect gets the answer. */
export const idempotencyEffect: Migration = {
  async up(db) {
    await db.schema.alterTable("idempotency").addColumn("effect", "text").execute();
  },
};
