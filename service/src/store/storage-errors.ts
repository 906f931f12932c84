import { ConnectorError } from "agent-connectors";

/** The keys are result codes of SQLite: https://www.sqlite.org/rescode.html */
const sqlite: Readonly<Record<number, "storage_full" | "storage_unavailable">> = {
  13: "storage_full",
  5: "storage_unavailable",
  6: "storage_unavailable",
  8: "storage_unavailable",
  10: "storage_unavailable",
  11: "storage_unavailable",
  14: "storage_unavailable",
  26: "storage_unavailable",
};
/**
 * PostgreSQL's error codes. 08: the connection failed. 53: resources are missing. 55P03: a lock is not available. 57:
 * the operator has stopped the database. 58: the system failed. 40: the transaction was rolled back. 23503: two
 * transactions conflict, because one deletes a row to which the other refers. 25006: the database is read-only, for
 * example because another server has become the primary.
 */
const postgres = /^(08|23503|25006|53|55P03|57|58|40)/;
const network = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT|EAGAIN|EAI_|EHOST|ENET)/;
/** The user, the password, the database or a permission is wrong. */
const refusedAccess = /^(28|3D000|42501)/;

/** Returns the ConnectorError for a failure of the database, or undefined for any other error. */
export function storageError(error: unknown): ConnectorError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === "ERR_SQLITE_ERROR") {
    const kind = sqlite[Number(errcode) & 0xff];
    return kind && errorOf(kind);
  }
  if (typeof code === "string" && (postgres.test(code) || network.test(code)))
    return errorOf(code === "53100" ? "storage_full" : "storage_unavailable");
  return /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection)/.test(
    error.message,
  )
    ? errorOf("storage_unavailable")
    : undefined;
}

/** Turns a failure to connect to PostgreSQL into an error that an operator understands. */
export function cannotOpenStore(error: unknown): unknown {
  if (!(error instanceof Error) || ConnectorError.is(error)) return error;
  const { code } = error as { code?: unknown };
  if (!storageError(error) && !refusedAccess.test(String(code))) return error;
  return new ConnectorError("config_error", `The PostgreSQL database cannot be used: ${error.message}.`, {
    hint: /startup parameter/.test(error.message)
      ? "PgBouncer refuses this parameter. Remove it from AGENT_CONNECTORS_DATABASE_URL, or add it to ignore_startup_parameters of PgBouncer."
      : "Check AGENT_CONNECTORS_DATABASE_URL, and whether PostgreSQL runs.",
  });
}

const errorOf = (kind: "storage_full" | "storage_unavailable") =>
  kind === "storage_full"
    ? new ConnectorError(kind, "The service's store is full.", {
        hint: "Nothing was done. The operator must free disk space.",
      })
    : new ConnectorError(kind, "The service's store is not reachable.", {
        hint: "Call again in a few seconds.",
        retry_after: 2,
      });

/** Turns a failure of the store into an error with an unknown outcome, because the call was already sent. */
export const callInDoubt = (error: unknown): unknown =>
  inDoubt(
    error,
    "The service's store failed after the call was sent to the platform.",
    "The call may have taken effect. Check before you send it again.",
  );

/** Turns a failure of a commit into an error with an unknown outcome, unless the database has refused the commit. */
export const changeInDoubt = (error: unknown): unknown =>
  refusesCommit(error)
    ? error
    : inDoubt(
        error,
        "The service's store failed while it stored the change.",
        "The change may have been stored. Check before you send it again.",
      );

/** Turns a failure of the store into an error with the outcome `not_started`, because no call was sent. */
export function nothingSent(error: unknown): unknown {
  const known = ConnectorError.is(error) ? error : storageError(error);
  return known?.code === "storage_full" || known?.code === "storage_unavailable"
    ? errorOf(known.code)
    : error;
}

function inDoubt(error: unknown, message: string, hint: string): unknown {
  const known = ConnectorError.is(error) ? error : storageError(error);
  return known
    ? new ConnectorError(known.code, message, { outcome: "unknown", retryable: false, hint })
    : error;
}

/** Returns whether the database is full or busy, or has found a conflict. */
function refusesCommit(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === "ERR_SQLITE_ERROR") return [5, 13].includes(Number(errcode) & 0xff);
  return typeof code === "string" && /^(53100|40|23)/.test(code);
}
