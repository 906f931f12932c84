import type { DatabaseSync } from "node:sqlite";
import { ConnectorError } from "agent-connectors";

// SQLite's result code 11: the file is damaged. 26: the file is not a database.
const isDamageCode = (code: number) => code === 11 || code === 26;

export function isDamage(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === "ERR_SQLITE_ERROR" && isDamageCode(Number(errcode) & 0xff);
}

export const damagedStore = (file: string): ConnectorError =>
  new ConnectorError("config_error", `The store ${file} is damaged.`, {
    hint: 'Keep the file, and restore a backup: see "Backup" in docs/operations.md.',
  });

/**
 * Closes the database if `run` throws.
 * @throws ConnectorError `config_error` if the file is damaged
 */
export function orClose<T>(database: DatabaseSync, file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    database.close();
    throw isDamage(error) ? damagedStore(file) : error;
  }
}

/** @throws ConnectorError `config_error` if a page is damaged */
export function checkPages(database: DatabaseSync, file: string): void {
  const [first = {}] = database.prepare("pragma quick_check(1)").all();
  if (Object.values(first)[0] !== "ok") throw damagedStore(file);
}
