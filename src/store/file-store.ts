import { createHash, randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StoreDriver, StoredText } from "../core/contract/store-driver.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { isDict } from "../core/ground/json.ts";
import { createTurns } from "../core/ground/turns.ts";
import { hasEnded, thisProcess, withFileLock, type FileLock } from "./file-lock.ts";
import { absent, readPrivate } from "./private-file.ts";
import { storeDirectory } from "./store-directory.ts";

/** The text of a file. The key is in the text, because the name of the file can be a hash. */
interface StoredFile extends StoredText {
  key: string;
  /** Milliseconds since the epoch. Absent: the value does not expire. */
  expires_at?: number;
  /** The process that holds a lease. When it has ended, the lease has expired. */
  holder?: string;
}

/**
 * Creates a store in a directory, with a file for each value. The processes of one computer can share the directory. Only its owner can
 * read it. A write replaces a file in one step, and reads need no lock.
 * @param directory the store makes the directory, or uses an empty one
 * @throws ConnectorError `config_error` if `directory` is no text. From the methods, with nothing overwritten: `config_error` if
 * the directory has files of other programs, or belongs to another user, or if other users can read it (not checked on
 * Windows); `storage_unavailable` if a file is damaged, or if the directory was deleted while the store used it
 */
export function fileStore(directory: string): StoreDriver {
  const { values, locks, prepare, mustExist } = storeDirectory(directory);
  const pathOf = (key: string) => join(values, fileNameOf(key));
  // The calls of this process run one after another, so at most one of them waits for other processes.
  const inTurn = createTurns();
  const readFile = async (path: string): Promise<StoredFile | undefined> => {
    const text = await readPrivate(path);
    if (text === undefined) {
      await mustExist();
      return undefined;
    }
    const file = parse(path, text);
    if ((file.expires_at ?? Infinity) <= Date.now()) return undefined;
    return file.holder !== undefined && hasEnded(file.holder) ? undefined : file;
  };
  const locked = async <T>(key: string, run: (lock: FileLock) => Promise<T>): Promise<T> => {
    await prepare();
    await mustExist();
    const lock = lockOf(key);
    return inTurn(lock, () => withFileLock(join(locks, lock), run)).catch(ifExists);
  };
  /** An error such as ENOENT can come from a directory that was just deleted. */
  const ifExists = async (error: unknown): Promise<never> => {
    if (!ConnectorError.is(error)) await mustExist();
    throw error;
  };
  const removeIfExpired = async (name: string) => {
    const path = join(values, name);
    const key = await keyOf(path, name);
    if (key === undefined || (await readFile(path))) return;
    await locked(key, async ({ removeFile }) => {
      if ((await stat(path).catch(absent)) && !(await readFile(path))) await removeFile(path);
    });
  };
  // The value of the caller is stored, so an error of the removal does not matter.
  const removeExpired = async () => {
    const names = await readdir(values).catch(() => []);
    // The caller of a write waits for this removal, so it looks at a few files, and later removals look at others.
    const first = Math.floor(Math.random() * names.length);
    for (const name of [...names.slice(first), ...names.slice(0, first)].slice(0, filesPerRemoval))
      await removeIfExpired(name).catch(() => {});
  };
  let writes = Math.floor(Math.random() * writesPerRemoval);

  return {
    private: true,
    async read(key) {
      await prepare();
      const file = await readFile(pathOf(key));
      return file && { value: file.value, version: file.version };
    },
    async write(key, value, ifVersion, ttlSeconds) {
      const path = pathOf(key);
      const written = await locked(key, async ({ replaceFile }) => {
        if ((await readFile(path))?.version !== ifVersion) return false;
        const file: StoredFile = { key, value, version: randomUUID() };
        if (ttlSeconds !== undefined) file.expires_at = Date.now() + ttlSeconds * 1000;
        if (key.startsWith("leases/")) file.holder = thisProcess();
        await replaceFile(path, JSON.stringify(file));
        return true;
      });
      if (++writes % writesPerRemoval === 0) await removeExpired();
      return written;
    },
    delete: async (key, ifVersion) =>
      locked(key, async ({ removeFile }) => {
        const path = pathOf(key);
        const found = await readFile(path);
        if (found?.version !== ifVersion) return false;
        await removeFile(path);
        return true;
      }),
    async list(prefix, after = "", limit = 100) {
      await prepare();
      const named = new Map<string, string>();
      for (const name of await readdir(values).catch(ifExists)) {
        const path = join(values, name);
        const key = await keyOf(path, name);
        if (key?.startsWith(prefix) && key > after) named.set(key, path);
      }
      const found: string[] = [];
      for (const key of [...named.keys()].toSorted()) {
        if (found.length >= limit) break;
        if (await readFile(named.get(key)!)) found.push(key);
      }
      return found;
    },
  };
}

/** The number of writes after which a process removes expired values. */
const writesPerRemoval = 200;

/** The most files that one removal looks at: more than were written since the one before. */
const filesPerRemoval = 2 * writesPerRemoval;

/** The longest name of a file that contains the whole key. File systems allow 255 characters. */
const longestName = 200;

const namePattern = /^_([a-z0-9_.+=^-]+)\.json$/;

/** Several keys share a lock, so that the number of locks does not grow with the number of keys. */
const lockOf = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, 1);

/**
 * Returns the name of the file for a key. Names differ on file systems that ignore case, and are allowed on all systems: `^a` is
 * an `A`, `+` is a `/`, and `=` is a `:`. The `_` at the start keeps names such as `nul` apart from the devices of Windows.
 */
function fileNameOf(key: string): string {
  const name = key
    .replaceAll(/[A-Z]/g, (letter) => `^${letter.toLowerCase()}`)
    .replaceAll("/", "+")
    .replaceAll(":", "=");
  return name.length <= longestName && namePattern.test(`_${name}.json`)
    ? `_${name}.json`
    : `~${createHash("sha256").update(key).digest("hex")}.json`;
}

/** Returns the key of a file, or undefined for another file. Reads the file only if its name is a hash. */
async function keyOf(path: string, name: string): Promise<string | undefined> {
  if (name.startsWith("~")) {
    const text = await readPrivate(path);
    return text === undefined ? undefined : parse(path, text).key;
  }
  const [, text] = namePattern.exec(name) ?? [];
  return text
    ?.replaceAll("+", "/")
    .replaceAll("=", ":")
    .replaceAll(/\^([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function parse(path: string, text: string): StoredFile {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {}
  if (
    isDict(file) &&
    typeof file.key === "string" &&
    typeof file.value === "string" &&
    typeof file.version === "string" &&
    (file.expires_at === undefined || typeof file.expires_at === "number") &&
    (file.holder === undefined || typeof file.holder === "string") &&
    path.endsWith(fileNameOf(file.key))
  )
    return file as unknown as StoredFile;
  throw new ConnectorError("storage_unavailable", `The file ${path} is damaged.`, {
    hint: "Nothing was overwritten. Restore the file from a backup, or delete it to lose its value.",
    retryable: false,
  });
}
