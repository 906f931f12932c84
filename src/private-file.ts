import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ConnectorError } from "./core/ground/errors.ts";

// This module reads and writes files with secrets. Several processes of one computer can share such a file.

/** The interval in which the holder of a lock updates the time of its lock file, in milliseconds. */
const beatMs = 2000;

/** The interval in which a waiting process checks a lock, in milliseconds. */
const lookMs = 25;

/**
 * A lock is free if its file was not updated for this number of milliseconds. If the holder ran on the same computer
 * and has ended, the lock is free at once.
 */
const staleMs = 30_000;

/**
 * Returns the text of a file, or undefined if there is no such file.
 * @throws ConnectorError `config_error` if other users can read the file
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

/** Replaces the content of a file in one step. When the promise resolves, the new content is on the disk. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const next = `${path}.${randomUUID()}`;
  try {
    const handle = await open(next, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  if (process.platform === "win32") return;
  const directory = await open(dirname(path), "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * Runs a function while no other process runs a function with the same lock. A lock is a directory with numbered files.
 * The process that creates the file with the next number holds the lock. The file with the highest number is never
 * deleted, so a lock is never held twice.
 */
export async function withFileLock<T>(directory: string, run: () => Promise<T>): Promise<T> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const mine = await acquire(directory);
  const beat = setInterval(() => void utimes(mine, new Date(), new Date()).catch(() => {}), beatMs);
  beat.unref();
  try {
    return await run();
  } finally {
    clearInterval(beat);
    await writeFile(mine, "free");
  }
}

async function acquire(directory: string): Promise<string> {
  for (;;) {
    const highest = await highestNumber(directory);
    if (highest === 0 || (await isFree(`${directory}/${highest}`))) {
      const mine = `${directory}/${highest + 1}`;
      const created = await writeFile(mine, `${hostname()} ${process.pid}`, { flag: "wx", mode: 0o600 }).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return false;
          throw error;
        },
      );
      if (created && (await highestNumber(directory)) === highest + 1) {
        if (highest > 0) await rm(`${directory}/${highest}`, { force: true });
        return mine;
      }
      // Another process has already created a higher number, so this number is no longer the lock.
      if (created) await rm(mine, { force: true });
    }
    await wait(lookMs);
  }
}

const highestNumber = async (directory: string): Promise<number> =>
  Math.max(0, ...(await readdir(directory)).map(Number).filter(Number.isSafeInteger));

/** Returns whether the holder of a lock has released the lock, has ended, or has not updated the file for too long. */
async function isFree(lock: string): Promise<boolean> {
  const [text, found] = await Promise.all([readFile(lock, "utf8").catch(absent), stat(lock).catch(absent)]);
  // If the file is gone, another process has just created the next number and deleted this file, so the lock is not
  // free.
  if (text === undefined || !found) return false;
  if (text === "free") return true;
  const [host, pid] = text.split(" ");
  if (host === hostname() && pid !== undefined && !isAlive(Number(pid))) return true;
  return Date.now() - found.mtimeMs > staleMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
