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
/** Classes of SQLSTATE: connection, resources, a lock that is not free, operator intervention, system error. */
const postgres = /^(08|53|55P03|57|58|40)/;
const network = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT|EAI_)/;

/** A fault of the store, as opposed to one of our code; undefined for anything else. */
export function storageError(error: unknown): ConnectorError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === "ERR_SQLITE_ERROR") {
    const kind = sqlite[Number(errcode) & 0xff];
    return kind && make(kind);
  }
  if (typeof code === "string" && (postgres.test(code) || network.test(code)))
    return make(code === "53100" ? "storage_full" : "storage_unavailable");
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/.test(
    error.message,
  )
    ? make("storage_unavailable")
    : undefined;
}

const make = (kind: "storage_full" | "storage_unavailable") =>
  kind === "storage_full"
    ? new ConnectorError(kind, "The service's store is full.", {
        hint: "Nothing was kept. The operator must make room.",
      })
    : new ConnectorError(kind, "The service's store does not answer.", {
        hint: "Call again in a few seconds.",
        retry_after: 2,
      });
