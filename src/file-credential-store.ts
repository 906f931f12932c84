import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { CredentialStore, StoredTokens } from "./core/contract/credential-store.ts";
import { ConnectorError } from "./core/ground/errors.ts";
import { memoryCredentialStore } from "./core/wire/memory-credential-store.ts";

/** How often the holder of the lock shows that it is alive, and how often others look. */
const beatMs = 2000;
const lookMs = 25;

/** Without a sign of life for this time, a lock is free. It matters only if the holder runs on another computer. */
const staleMs = 30_000;

/**
 * Keeps tokens in a file that only its owner can read, for the processes of one computer. A write replaces the file at
 * once, so a reader never sees half of it. The directory `<file>.lock` holds the lock.
 * @throws ConnectorError `config_error` if other users can read the file
 */
export function fileCredentialStore(file: string): CredentialStore {
  const path = resolve(file);
  // In this process, the calls wait in order. Only one of them waits for the other processes.
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
      // Tokens of other credentials can change at the same time, so the file has a lock of its own.
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

/** Replaces a file at once. The new one is on the disk when this resolves. */
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
 * Runs a function while no other process runs one with the same lock. The lock is a directory with numbered files. Whoever
 * creates the next number holds it. The highest number is never deleted, so no number is created twice.
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
      // Someone was faster, and has deleted this number already.
      if (created) await rm(mine, { force: true });
    }
    await wait(lookMs);
  }
}

const highestNumber = async (directory: string): Promise<number> =>
  Math.max(0, ...(await readdir(directory)).map(Number).filter(Number.isSafeInteger));

/** Whether the holder has released the lock, or has ended. */
async function isFree(lock: string): Promise<boolean> {
  const [text, found] = await Promise.all([readFile(lock, "utf8").catch(absent), stat(lock).catch(absent)]);
  // The lock has just been replaced by the next one.
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
