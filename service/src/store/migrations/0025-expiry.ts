import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds the newest and the oldest checkpoints of an organization, and the tokens of platforms, without reading other rows. */
export const expiry: Migration = {
  async up(db) {
    await sql`create index audit_checkpoints_at on audit_checkpoints (organization_id, at)`.execute(db);
    await sql`create index records_tokens on records (key) where key like 'tokens/%'`.execute(db);
  },
};
