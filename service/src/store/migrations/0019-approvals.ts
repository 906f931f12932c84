import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds approvals by their id, and the calls that wait for a decision, without reading other records. */
export const approvals: Migration = {
  async up(db) {
    await sql`create index records_approvals on records (key) where key like 'approvals/%'`.execute(db);
    await sql`create index records_open_approvals on records (organization_id) where key like 'open/%'`.execute(
      db,
    );
  },
};
