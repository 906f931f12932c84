import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds the oldest events that wait for an endpoint, without sorting all events that wait. */
export const waitingDeliveries: Migration = {
  async up(db) {
    await sql`create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, next_at, id)
      where status = 'pending'`.execute(db);
  },
};
