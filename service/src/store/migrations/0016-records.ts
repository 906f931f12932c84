import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * One table for everything that connectors keep in a store: tokens, the totals of a day, what actions keep between calls,
 * and leases. At the next start, `sealOldRecords` encrypts the rows of the earlier tables for their new place.
 */
export const records: Migration = {
  async up(db) {
    const { schema } = db;
    await schema
      .createTable("records")
      .addColumn("organization_id", "text", (c) => c.notNull())
      .addColumn("connector_id", "text", (c) => c.notNull())
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("sealed", "text", (c) => c.notNull())
      .addColumn("key_id", "text", (c) => c.notNull())
      .addColumn("version", "text", (c) => c.notNull())
      .addColumn("updated_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint")
      .addPrimaryKeyConstraint("records_id", ["organization_id", "connector_id", "key"])
      .execute();
    await schema.createIndex("records_expiry").on("records").column("expires_at").execute();
    const columns = sql.raw("organization_id, connector_id, key, sealed, key_id, version, updated_at");
    await sql`insert into records (${columns})
      select distinct connectors.organization_id, '', 'tokens/' || id_of_tokens, tokens, '', 'old', tokens_at
      from (select id as id_of_tokens, tokens, updated_at as tokens_at from platform_tokens) as found
      join connectors on connectors.credential_id = id_of_tokens`.execute(db);
    await sql`insert into records (${columns})
      select organization_id, '', 'totals/' || id, totals, '', 'old', updated_at from spend_totals`.execute(
      db,
    );
    for (const table of ["platform_tokens", "refresh_leases", "spend_totals", "call_states"])
      await schema.dropTable(table).execute();
  },
};
