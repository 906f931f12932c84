import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from "kysely";
import type { Store } from "../../src/store/store.ts";
import type { Tables } from "../../src/store/tables.ts";
import { transactionsOf } from "../../src/store/transactions.ts";

/**
 * The ways in which the store can fail at a statement. With `before`, the database does not run the statement. With
 * `after`, the database runs the statement, but its response is lost. After the failed statement, every statement fails
 * until `heal` is called. Only a full store can still read.
 */
export const faults = ["killed before", "killed after", "frozen before", "frozen after", "full"] as const;
export type Fault = (typeof faults)[number];

export interface FaultyStore {
  store: Store;
  /**
   * Makes the store fail at a statement. The next statement has the number 1.
   * @param once whether the store works again at the next statement, like after a lost connection
   */
  failAt(statement: number, fault: Fault, once?: boolean): void;
  heal(): void;
  /** Returns the statements since the last call of `failAt` or `heal`. */
  statements(): readonly string[];
}

/** Wraps a store so that a statement can fail on request. The other statements run in the given store. */
export function faultyStore(real: Store): FaultyStore {
  let log: string[] = [];
  let armed: { at: number; fault: Fault; once: boolean } | undefined;
  const sqlite = real.kind === "sqlite";
  const errors: Record<"killed" | "frozen" | "full", () => Error> = {
    killed: () =>
      sqlite
        ? Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 10 })
        : new Error("Connection terminated unexpectedly"),
    frozen: () =>
      sqlite
        ? Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 10 })
        : new Error("Query read timeout"),
    full: () =>
      sqlite
        ? Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 })
        : Object.assign(new Error("could not extend file"), { code: "53100" }),
  };

  const atStatement = async <T>(sql: string, run: () => Promise<T>): Promise<T> => {
    log.push(sql);
    const nth = log.length;
    if (!armed || nth < armed.at || (armed.once && nth > armed.at)) return run();
    const [kind, when] = armed.fault.split(" ") as ["killed" | "frozen" | "full", string | undefined];
    if (kind === "full" && /^(begin|select|rollback)/i.test(sql)) return run();
    // A killed database rolls back. Here, the connection is still open, so the rollback must run.
    if (sql === "rollback") {
      await run();
      throw errors[kind]();
    }
    if (nth === armed.at && when === "after") await run();
    throw errors[kind]();
  };

  const driver: Driver = {
    init: async () => {},
    acquireConnection: () => hold(real),
    beginTransaction: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("begin"));
    },
    commitTransaction: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("commit"));
    },
    rollbackTransaction: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("rollback"));
    },
    releaseConnection: async (connection) => (connection as Held).release(),
    destroy: async () => {},
  };
  interface Held extends DatabaseConnection {
    release(): void;
  }
  /** Takes a connection of a store, and keeps this connection until `release` is called. */
  const hold = (store: Store): Promise<Held> =>
    new Promise((resolve, reject) => {
      const released = Promise.withResolvers<void>();
      let open = false;
      let lost: (() => Promise<unknown>) | undefined;
      store.db
        .getExecutor()
        .provideConnection(async (connection) => {
          resolve({
            executeQuery: (query, options) =>
              atStatement(query.sql, async () => {
                const result = await connection.executeQuery(query, options as never);
                if (query.sql === "begin") open = true;
                if (query.sql === "commit" || query.sql === "rollback") open = false;
                return result as never;
              }),
            streamQuery: () => {
              throw new Error("not used");
            },
            release: released.resolve,
          });
          await released.promise;
          lost = open ? () => connection.executeQuery(CompiledQuery.raw("rollback")) : undefined;
          await lost?.();
        })
        .catch(reject);
    });

  const faulty = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => (sqlite ? new SqliteAdapter() : new PostgresAdapter()),
      createQueryCompiler: () => (sqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
      createIntrospector: () => real.db.introspection,
    },
  });
  const db = Object.assign(faulty, { protection: real.db.protection });
  return {
    store: { ...real, db, transaction: transactionsOf(db), unsynced: (run) => run(db) },
    failAt(at, fault, once = false) {
      log = [];
      armed = { at, fault, once };
    },
    heal() {
      log = [];
      armed = undefined;
    },
    statements: () => log,
  };
}
