import { DatabaseSync } from "node:sqlite";
import { ConnectorError } from "agent-connectors";
import { isDamage } from "./sqlite-damage.ts";

/** SQLite's result code for a database that another connection has locked. */
export const busy = 5;

/** References to the open locks. Without a reference, garbage collection could close a lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks a data directory for this process, until `release` is called or the process ends.
 * @throws ConnectorError `config_error` if another process has the lock
 */
export function lockDirectory(directory: string): { release(): void } {
  const lock = new DatabaseSync(`${directory}/owner.lock`, { timeout: 0 });
  try {
    // This statement locks the file `owner.lock`. If this process is killed, the operating system releases the lock.
    lock.exec("pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive;");
  } catch (error) {
    lock.close();
    if (isDamage(error))
      throw new ConnectorError("config_error", `The lock file ${directory}/owner.lock is damaged.`, {
        hint: "Delete the lock file if no service uses the data directory. The lock file contains no data.",
      });
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new ConnectorError("config_error", `Another process uses the data directory ${directory}.`, {
      hint: "Stop that process, or use another data directory. Several replicas need PostgreSQL: set AGENT_CONNECTORS_DATABASE_URL.",
    });
  }
  held.add(lock);
  return {
    release: () => {
      held.delete(lock);
      lock.close();
    },
  };
}
