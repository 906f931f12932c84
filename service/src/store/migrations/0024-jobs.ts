import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds jobs by their id, and the jobs that have not ended, without reading other records. */
export const jobs: Migration = {
  async up(db) {
    await sql`create index records_jobs on records (key) where key like 'jobs/%'`.execute(db);
    await sql`create index records_open_jobs on records (organization_id) where key like 'open-jobs/%'`.execute(
      db,
    );
  },
};
