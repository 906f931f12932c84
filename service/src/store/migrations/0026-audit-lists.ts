import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Finds the audit rows of an event, a connector, an application or an operator, and the calls that failed, without reading
 * other rows. Counts connectors by their state, and finds the totals of a day.
 */
export const auditLists: Migration = {
  async up(db) {
    for (const name of ["event", "connector_id", "application_id"] as const)
      await db.schema
        .createIndex(`audit_${name.replace("_id", "")}`)
        .on("audit")
        .columns(["organization_id", name, "id"])
        .execute();
    await sql`create index audit_operator on audit (organization_id, operator, id)
      where operator is not null`.execute(db);
    await sql`create index audit_failed on audit (organization_id, id)
      where detail like '%"outcome":"%' and detail not like '%"outcome":"ok"%'
      and detail not like '%"outcome":"%_pending"%'`.execute(db);
    await db.schema
      .createIndex("connectors_state")
      .on("connectors")
      .columns(["organization_id", "status", "type", "connected_at", "id"])
      .execute();
    await sql`create index records_totals on records (organization_id) where key like 'totals/%'`.execute(db);
  },
};
