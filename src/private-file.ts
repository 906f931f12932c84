import { open, readFile, stat } from "node:fs/promises";
import { ConnectorError } from "./core/ground/errors.ts";

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
  return readFile(path, "utf8");
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
