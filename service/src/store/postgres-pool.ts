import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Pool, type PoolConfig } from "pg";

/**
 * Creates a pool of connections, which survives the end of any session: a restart or a failover of PostgreSQL, a timeout,
 * or an administrator. The statement on the lost connection fails, and the next statement gets another connection.
 * @param begin the statements with which a transaction begins
 */
export function postgresPool(config: PoolConfig, begin: string): PostgresPool {
  const pool = new Pool(config);
  // If nothing listens to an `error` event, Node ends the process. The pool listens to the connections that are idle,
  // and passes their errors on. Nothing but this code listens while a transaction uses a connection.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    options: pool.options,
    end: async () => {
      if (!pool.ending) await pool.end();
    },
    async connect() {
      const client = await pool.connect();
      let stuck: unknown;
      return {
        async query(statement: unknown, parameters?: unknown) {
          if (stuck !== undefined) throw stuck;
          try {
            if (statement !== "begin")
              return await client.query(statement as string, parameters as unknown[]);
            const results: unknown = await client.query(begin);
            return Array.isArray(results) ? results[0] : results;
          } catch (error) {
            // PostgreSQL may still be running the statement, so the next query on this connection would become part of
            // an unfinished transaction.
            if (error instanceof Error && error.message === "Query read timeout") stuck = error;
            throw error;
          }
        },
        release: (discard?: boolean) => client.release(discard === true || stuck !== undefined),
      } as unknown as PostgresPoolClient;
    },
  };
}
