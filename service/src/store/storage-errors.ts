import { ConnectorError } from "agent-connectors";

/** SQLite's result codes: https://www.sqlite.org/rescode.html */
const sqlite: Readonly<Record<number, "storage_full" | "storage_unavailable">> = {
  13: "storage_full",
  5: "storage_unavailable",
  6: "storage_unavailable",
  8: "storage_unavailable",
  10: "storage_unavailable",
  14: "storage_unavailable",
};
/**
 * PostgreSQL's error codes: connection failed (08), a row that another transaction has deleted or uses (23503), resources
 * missing (53), lock not available (55P03), stopped by the operator (57), system error (58), transaction rolled back (40).
 */
const postgres = /^(08|23503|53|55P03|57|58|40)/;
const network = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT|EAI_)/;

/** Converts a failure of the database to an error for the caller. Returns undefined for any other error. */
export function storageError(error: unknown): ConnectorError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === "ERR_SQLITE_ERROR") {
    const kind = sqlite[Number(errcode) & 0xff];
    return kind && errorOf(kind);
  }
  if (typeof code === "string" && (postgres.test(code) || network.test(code)))
    return errorOf(code === "53100" ? "storage_full" : "storage_unavailable");
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/.test(
    error.message,
  )
    ? errorOf("storage_unavailable")
    : undefined;
}

const errorOf = (kind: "storage_full" | "storage_unavailable") =>
  kind === "storage_full"
    ? new ConnectorError(kind, "The service's store is full.", {
        hint: "Nothing was stored. The operator must free disk space.",
      })
    : new ConnectorError(kind, "The service's store is not reachable.", {
        hint: "Call again in a few seconds.",
        retry_after: 2,
      });
