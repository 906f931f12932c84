import { ConnectorError } from "../ground/errors.ts";

/** Why a store failed. */
export interface Failure {
  /**
   * A code, or a fixed text of the database, such as `READONLY`. Empty if the error has neither. The message of an error can
   * contain a secret, so it is never a part of this text.
   */
  reason: string;
  /** Whether the same operation can succeed without a change of the database, its rights or its client. */
  passes: boolean;
}

/** Reads the errors of `pg`, `redis`, `ioredis`, `node:sqlite`, `better-sqlite3`, `fetch`, and of a file system. */
export function failureOf(error: unknown): Failure {
  if (ConnectorError.is(error)) return { reason: "", passes: error.retryable };
  if (typeof error !== "object" || error === null) return { reason: "", passes: true };
  const { message, code, cause } = error as Record<string, unknown>;
  const text = String(message);
  if (closedClient.test(text)) return { reason: "its client is closed", passes: false };
  if (noConnection.test(text)) return { reason: "no free connection", passes: true };
  const sqlite = sqliteFailure(error);
  if (sqlite) return sqlite;
  const [reply = ""] = /^[A-Z]+(?= |$)/.exec(text) ?? [];
  if (redisReplies.has(reply)) return { reason: reply, passes: redisReplies.get(reply)! };
  if (typeof code === "string" && /^\w{1,40}$/.test(code))
    return {
      reason: code === "25006" ? `${code}: the database is read-only` : code,
      passes: !isPermanent(code),
    };
  return cause === undefined ? { reason: "", passes: true } : failureOf(cause);
}

/** The messages of clients that their program has closed, or never opened. */
const closedClient =
  /^(The client is closed|Connection is closed\.|Cannot use a pool after calling end on the pool|Client was closed and is not queryable|Client has encountered a connection error and is not queryable|database is not open|statement has been finalized|The database connection is not open)$/;

/** The message of a pool whose connections are all in use, and that has a limit for the wait. */
const noConnection = /^timeout exceeded when trying to connect$/;

/** The first words of Redis's replies, and whether the fault can pass. Other words could be anything. */
const redisReplies: ReadonlyMap<string, boolean> = new Map([
  ...["LOADING", "BUSY", "TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "NOREPLICAS", "MOVED", "ASK", "ERR"].map((word) => [word, true] as const), // prettier-ignore
  ...["NOAUTH", "WRONGPASS", "NOPERM", "READONLY", "OOM", "MISCONF", "WRONGTYPE", "NOPROTO", "EXECABORT"].map((word) => [word, false] as const), // prettier-ignore
]);

/** The result codes of SQLite after which the same statement can succeed: busy, locked, no memory, interrupt, disk error, protocol, schema. */
const passingSqlite = new Map([[5, "BUSY"], [6, "LOCKED"], [7, "NOMEM"], [9, "INTERRUPT"], [10, "IOERR"], [15, "PROTOCOL"], [17, "SCHEMA"]]); // prettier-ignore

/** `node:sqlite` has the number of the result and SQLite's fixed text for it. Other packages have its name as the code. */
function sqliteFailure(error: object): Failure | undefined {
  const { errcode, errstr, code } = error as Record<string, unknown>;
  if (typeof errcode === "number" && typeof errstr === "string")
    return { reason: errstr, passes: passingSqlite.has(errcode & 0xff) };
  const [, name] = /^SQLITE_([A-Z]{1,20})/.exec(String(code)) ?? [];
  if (name === undefined) return undefined;
  return { reason: `SQLITE_${name}`, passes: [...passingSqlite.values()].includes(name) };
}

/**
 * The classes of PostgreSQL's error codes that stay until somebody changes the data, the rights, the names or the server, and the
 * codes of a file system that refuses access.
 */
const isPermanent = (code: string): boolean =>
  /^(0A|22|23|25|28|3D|3F|42)[0-9A-Z]{3}$/.test(code) ||
  ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EISDIR", "ELOOP"].includes(code);
