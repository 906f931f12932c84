import { DatabaseSync } from "node:sqlite";
import { ConnectorError } from "agent-connectors";

/** Makes this process the only owner of a data directory, until `release` or its end, however it ends. */
export function ownDirectory(directory: string): { release(): void } {
  const lock = new DatabaseSync(`${directory}/owner.lock`, { timeout: 0 });
  try {
    // SQLite's own lock on the file: the system takes it back from a process that was killed.
    lock.exec("pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive;");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== 5) throw error;
    throw new ConnectorError("config_error", `Another process uses the data directory ${directory}.`, {
      hint: "Stop it, or give this one a directory of its own. Several replicas need PostgreSQL: set AGENT_CONNECTORS_DATABASE_URL.",
    });
  }
  return { release: () => lock.close() };
}
