import { open, readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ConnectorError } from "../core/ground/errors.ts";
import { typeName } from "../core/ground/json.ts";
import { optionError } from "../core/ground/read-options.ts";

/**
 * Returns the absolute path of a store.
 * @throws ConnectorError `config_error` if the path is no text, such as an environment variable that is not set
 */
export function storePath(path: unknown): string {
  if (typeof path === "string" && path !== "" && !path.includes("\0")) return resolve(path);
  throw optionError(
    "path",
    `The path of the store must be a text that is not empty${typeof path === "string" ? "" : `, got ${typeName(path)}`}.`,
  );
}

/**
 * Returns the text of a file, or undefined if there is no such file.
 * @throws ConnectorError `config_error` if other users can read the file (not checked on Windows)
 */
export async function readPrivate(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(absent);
  if (!found) return undefined;
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0)
    throw new ConnectorError("config_error", `Other users can read the file ${path}.`, {
      hint: `Run chmod 600 on it.`,
    });
  // Another process may just have deleted the file.
  return readFile(path, "utf8").catch(absent);
}

/** Creates a file that only the owner can read. When the promise resolves, the content is on the disk. */
export async function createPrivate(path: string, text: string): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Returns undefined for the error of a missing file.
 * @throws every other error
 */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
