import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { CredentialStore, StoredTokens } from "./core/contract/credential-store.ts";
import { ConnectorError } from "./core/ground/errors.ts";
import { memoryCredentialStore } from "./core/wire/memory-credential-store.ts";

/** The interval in which the holder of a lock updates the time of its lock file, in milliseconds. */
const beatMs = 2000;

/** The interval in which a waiting process checks a lock, in milliseconds. */
const lookMs = 25;

/**
 * A lock is free if its file was not updated for this number of milliseconds. A holder that has ended on the same
 * computer is noticed earlier.
 */
const staleMs = 30_000;

/**
 * Creates a store that keeps tokens in a file, for the processes of one computer. Only the owner of the file can read
 * the file. A write replaces the whole file in one step, so a reader never sees an incomplete file. The directory
 * `<file>.lock` contains the locks.
 * @throws ConnectorError `config_error` if other users can read the file
 */
export function fileCredentialStore(file: string): CredentialStore {
  const path = resolve(file);
  // Calls of this process wait for each other in order. Therefore only one call of this process waits for other
  // processes.
  const { withLock: inTurn } = memoryCredentialStore();
  const readAll = async (): Promise<Record<string, StoredTokens>> => {
    const text = await readPrivate(path);
    return text === undefined ? {} : (JSON.parse(text) as Record<string, StoredTokens>);
  };
  return {
    async read(id) {
      const all = await readAll();
      return Object.hasOwn(all, id) ? all[id] : undefined;
    },
    async write(id, tokens) {
      // Two processes can write the tokens of different credentials at the same time, so the file has its own lock.
      await inTurn("file", () =>
        locked(`${path}.lock/file`, async () => {
          await replace(path, `${JSON.stringify({ ...(await readAll()), [id]: tokens }, null, 2)}\n`);
        }),
      );
    },
    withLock: (id, run) => inTurn(`id ${id}`, () => locked(`${path}.lock/${id}`, run)),
  };
}

async function readPrivate(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(absent);
  if (!found) return undefined;
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0)
    throw new ConnectorError("config_error", `Other users can read the credential file ${path}.`, {
      hint: `Run chmod 600 on it.`,
    });
  return readFile(path, "utf8");
}

/** Replaces the content of a file in one step. When the promise resolves, the new content is on the disk. */
async function replace(path: string, text: string): Promise<void> {
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
async function locked<T>(directory: string, run: () => Promise<T>): Promise<T> {
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
  // Another process has just created the next number and deleted this file.
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
