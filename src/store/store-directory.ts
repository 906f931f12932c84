import { lstat, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ConnectorError } from "../core/ground/errors.ts";
import { createPrivate, readPrivate, storePath } from "./private-file.ts";

/** The directory of a file store. Its methods reject with a sentence if it is no store of this user alone. */
export interface StoreDirectory {
  values: string;
  locks: string;
  /** Makes the directory, or checks that it is a store that only its owner can read. Does so once. */
  prepare(): Promise<void>;
  /** Fails if the directory was deleted after `prepare`, because its values are then lost and not absent. */
  mustExist(): Promise<void>;
}

/** The file that shows that a directory is a store, and its text. */
const marker = "agent-connectors-store";
const markerText = "The files in this directory are a store of agent-connectors. Do not change them.\n";

/** @throws ConnectorError `config_error` if `directory` is no text */
export function storeDirectory(directory: unknown): StoreDirectory {
  const root = storePath(directory);
  const [values, locks] = [join(root, "values"), join(root, "locks")];
  let ready: Promise<void> | undefined;
  return {
    values,
    locks,
    async prepare() {
      ready ??= makeOrCheck(root, [values, locks]);
      await ready.catch((error: unknown) => {
        ready = undefined;
        throw unusable(root, error);
      });
    },
    async mustExist() {
      const found = await lstat(join(root, marker)).catch(() => undefined);
      if (!found?.isFile()) throw gone(root);
    },
  };
}

async function makeOrCheck(root: string, inner: readonly string[]): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(root);
  const user = process.getuid?.();
  if (user !== undefined && uid !== user)
    throw refused(
      `The directory ${root} belongs to another user.`,
      "Choose another directory, or make the user of this program its owner with chown.",
    );
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    throw refused(
      `Other users can read the directory ${root}.`,
      "If the directory is for this store, run chmod 700 on it.",
    );
  const names = await readdir(root);
  if (names.length > 0 && !names.includes(marker)) throw foreign(root);
  if (names.length === 0)
    await createPrivate(join(root, marker), markerText).catch((error: NodeJS.ErrnoException) => {
      // Another process has made the store at the same moment.
      if (error.code !== "EEXIST") throw error;
    });
  // A process that was killed while it wrote the file can leave a part of the text.
  else if (!markerText.startsWith((await readPrivate(join(root, marker))) ?? "")) throw foreign(root);
  for (const path of inner) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    // The place to which a link leads could be read by others.
    if (!(await lstat(path)).isDirectory())
      throw refused(
        `${path} is a link, and a store needs a directory there.`,
        "Replace the link by a directory.",
      );
  }
}

/** A directory that cannot be made or read is a mistake in the options, and not a store that works again soon. */
function unusable(root: string, error: unknown): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  // Node reports a read-only file system and a link to nothing as ENOENT.
  if (!["EACCES", "EPERM", "EEXIST", "ENOTDIR", "EROFS", "ENOENT", "ELOOP"].includes(code)) return error;
  return refused(
    `The directory ${root} of the store cannot be used (${code}).`,
    "Choose a directory that this program may make, read and write.",
  );
}

const refused = (message: string, next: string) =>
  new ConnectorError("config_error", message, { hint: `Nothing was written. ${next}` });

const foreign = (root: string) =>
  refused(
    `The directory ${root} has files of another program.`,
    "Choose a directory that is empty, or that does not exist.",
  );

const gone = (root: string) =>
  new ConnectorError(
    "storage_unavailable",
    `The directory ${root} of the store was deleted while it was used.`,
    {
      hint: "Nothing was written. Put it back, or start the program again to begin with an empty store.",
      retryable: false,
    },
  );
