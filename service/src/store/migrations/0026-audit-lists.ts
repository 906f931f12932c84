import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Finds the audit rows of an event, a connector, an application or an operator, and the calls that failed, without reading
 * other rows.
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
  },
};
