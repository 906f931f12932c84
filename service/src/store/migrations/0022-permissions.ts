import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds the standing permissions of an organization, without reading other records. */
export const permissions: Migration = {
  async up(db) {
    await sql`create index records_permissions on records (organization_id) where key like 'permissions/%'`.execute(
      db,
    );
  },
};
