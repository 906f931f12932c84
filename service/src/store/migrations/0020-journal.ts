import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds the newest writes of an organization without reading other records. */
export const journal: Migration = {
  async up(db) {
    await sql`create index records_journal on records (organization_id, key) where key like 'journal/%'`.execute(
      db,
    );
  },
};
