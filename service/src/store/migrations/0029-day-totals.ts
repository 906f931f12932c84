import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds the totals of a day without reading other records. */
export const dayTotals: Migration = {
  async up(db) {
    await sql`create index if not exists records_totals on records (organization_id) where key like 'totals/%'`.execute(
      db,
    );
  },
};
