import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ConnectorError } from "../core/ground/errors.ts";
import { absent, createPrivate } from "./private-file.ts";

/** Milliseconds between two updates of a held lock file. */
const beatMs = 2000;

/** Milliseconds between two checks of a lock by a waiting process. */
const lookMs = 25;

/** The milliseconds after which a lock file without text is free. */
const emptyMs = 500;

/** The most milliseconds that `watch` counts between two checks, because the computer may have been asleep. */
const longestLookMs = 1000;

/** The methods for the process that holds the lock. */
export interface FileLock {
  /** Resolves with false if another process has taken over the lock. */
  isHeld(): Promise<boolean>;
  /**
   * Replaces the content of a file in one step. When the promise resolves, the new content is on the disk. The
   * directory of the lock must be on the same disk as the file.
   * @throws ConnectorError `storage_unavailable`, with an unchanged file, if another process has taken over the lock
   */
  replaceFile(path: string, text: string): Promise<void>;
  /**
   * Removes a file. When the promise resolves, the file is gone from the disk.
   * @throws ConnectorError `storage_unavailable`, with an unchanged file, if another process has taken over the lock
   */
  removeFile(path: string): Promise<void>;
}

/**
 * Runs a function while no other process runs a function with the same lock. A lock is a directory with numbered
 * files. The process that creates the file with the next number holds the lock. The file with the highest number is
 * never deleted.
 *
 * If the holder has ended on this computer, another process takes over the lock at once. If the holder is paused, or
 * has ended on another computer, another process takes over the lock after `staleMs` (30 s). The former holder can
 * then no longer replace a file.
 */
export async function withFileLock<T>(
  directory: string,
  run: (lock: FileLock) => Promise<T>,
  { staleMs = 30_000 } = {},
): Promise<T> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const number = await acquire(directory, staleMs);
  const mine = `${directory}/${number}`;
  const beat = setInterval(() => void utimes(mine, new Date(), new Date()).catch(() => {}), beatMs);
  beat.unref();
  try {
    return await run(lockOf(directory, number));
  } finally {
    clearInterval(beat);
    await writeFile(mine, "free");
  }
}

function lockOf(directory: string, number: number): FileLock {
  const isHeld = async () => (await highestNumber(directory)) === number;
  const check = async (): Promise<void> => {
    if (await isHeld()) return;
    throw new ConnectorError("storage_unavailable", `Another process has taken over the lock ${directory}.`, {
      hint: "This process was paused for too long, so it wrote nothing. Call again.",
    });
  };
  /**
   * Moves a file with `move`, unless another process has taken over the lock. That process first deletes `mine`, which
   * is one end of the move. Therefore, the file is moved before that process reads anything, or not at all.
   */
  const guarded = async (mine: string, path: string, move: () => Promise<void>): Promise<void> => {
    try {
      await move().catch(async (error: unknown) => {
        await check();
        throw error;
      });
    } finally {
      await rm(mine, { recursive: true, force: true });
    }
    await syncDirectory(dirname(path));
  };
  return {
    isHeld,
    async replaceFile(path, text) {
      const next = `${directory}/${number}.next`;
      await guarded(next, path, async () => {
        await createPrivate(next, text);
        await check();
        await rename(next, path);
      });
    },
    async removeFile(path) {
      const removed = `${directory}/${number}.removed`;
      await guarded(removed, path, async () => {
        await mkdir(removed, { mode: 0o700 });
        await check();
        await rename(path, `${removed}/file`);
      });
    },
  };
}

async function acquire(directory: string, staleMs: number): Promise<number> {
  const unchangedMs = watch();
  for (;;) {
    const highest = await highestNumber(directory);
    if (highest === 0 || (await isFree(`${directory}/${highest}`, unchangedMs, staleMs))) {
      const mine = `${directory}/${highest + 1}`;
      const created = await writeFile(mine, thisProcess(), { flag: "wx", mode: 0o600 }).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return false;
          throw error;
        },
      );
      if (created && (await highestNumber(directory)) === highest + 1) {
        await removeLower(directory, highest + 1);
        return highest + 1;
      }
      // Another process has already created a file with a higher number, so this process does not hold the lock.
      if (created) await rm(mine, { force: true });
    }
    await wait(lookMs);
  }
}

const highestNumber = async (directory: string): Promise<number> =>
  Math.max(0, ...(await readdir(directory)).map(Number).filter(Number.isSafeInteger));

/** Removes the files of earlier holders. */
async function removeLower(directory: string, number: number): Promise<void> {
  for (const name of await readdir(directory))
    if (Number.parseInt(name, 10) < number)
      await rm(`${directory}/${name}`, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Returns a function that measures for how many milliseconds its argument stays the same. The clocks of the file system
 * and of the computer do not matter, because `performance.now()` has its own clock.
 */
function watch(): (state: string) => number {
  let last: string | undefined;
  let unchanged = 0;
  let at = 0;
  return (state) => {
    const now = performance.now();
    unchanged = state === last ? unchanged + Math.min(now - at, longestLookMs) : 0;
    [last, at] = [state, now];
    return unchanged;
  };
}

/** Returns whether the holder has released the lock, has ended, or has not updated the file for too long. */
async function isFree(
  lock: string,
  unchangedMs: (state: string) => number,
  staleMs: number,
): Promise<boolean> {
  const [text, found] = await Promise.all([readFile(lock, "utf8").catch(absent), stat(lock).catch(absent)]);
  // Another process has just created the next number and deleted this file, so the lock is not free.
  if (text === undefined || !found) return false;
  if (text === "free") return true;
  if (hasEnded(text)) return true;
  // A process that was killed while it took or released the lock can leave an empty file. Another process that still
  // writes it notices the takeover by the number.
  return unchangedMs(`${lock} ${found.mtimeMs}`) > (text === "" ? Math.min(emptyMs, staleMs) : staleMs);
}

/** Returns the name of this process in files, such as `host 4711`. */
export const thisProcess = (): string => `${hostname()} ${process.pid}`;

/** Returns whether a process of this computer has ended. A process of another computer counts as running. */
export function hasEnded(name: string): boolean {
  const [host, pid] = name.split(" ");
  return host === hostname() && pid !== undefined && !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
