import { DatabaseSync } from "node:sqlite";
import { ConnectorError } from "agent-connectors";

/** SQLite's result code for a database that another connection has locked. */
export const busy = 5;

/** Makes this process the only owner of a data directory, until `release` or until the process ends. */
export function lockDirectory(directory: string): { release(): void } {
  const lock = new DatabaseSync(`${directory}/owner.lock`, { timeout: 0 });
  try {
    // SQLite's own file lock: the operating system releases it when the process is killed.
    lock.exec("pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive;");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new ConnectorError("config_error", `Another process uses the data directory ${directory}.`, {
      hint: "Stop it, or give this one a directory of its own. Several replicas need PostgreSQL: set AGENT_CONNECTORS_DATABASE_URL.",
    });
  }
  return { release: () => lock.close() };
}
