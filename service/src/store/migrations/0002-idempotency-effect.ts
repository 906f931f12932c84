import type { Migration } from "kysely/migration";

/** Adds the effect of a call to its stored response. Only a token with this effect can get the response again. */
export const idempotencyEffect: Migration = {
  async up(db) {
    await db.schema.alterTable("idempotency").addColumn("effect", "text").execute();
  },
};
