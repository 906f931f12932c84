import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Idempotency keys are records too. At the next start, `sealOldAnswers` encrypts the rows of the earlier table for their new
 * place. Until then, the key of a record contains the scope, a space and the idempotency key.
 */
export const answers: Migration = {
  async up(db) {
    const now = sql.lit(Date.now());
    await sql`insert into records (organization_id, connector_id, key, sealed, key_id, version, updated_at, expires_at)
      select '', '', 'answers/' || scope || ' ' || key, fingerprint || ' ' || state || ' ' ||
        coalesce(cast(status as text), '') || ' ' || coalesce(effect, '') || ' ' || coalesce(answer, ''),
        '', 'old', ${now}, expires_at
      from idempotency where expires_at > ${now}`.execute(db);
    await db.schema.dropTable("idempotency").execute();
  },
};
