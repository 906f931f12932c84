import type { CredentialStore, StoredTokens } from "./core/contract/credential-store.ts";
import { memoryCredentialStore } from "./core/wire/memory-credential-store.ts";
import { withFileLock, type FileLock } from "./file-lock.ts";
import { readPrivate, storePath } from "./private-file.ts";

/**
 * Creates a store that keeps tokens in a file, for the processes of one computer. Only the owner can read the file. A
 * write replaces the whole file in one step, so a reader never sees an incomplete file. The directory `<file>.lock`
 * contains the locks.
 * @throws ConnectorError `config_error` from the methods of the store, if other users can read the file (not on Windows)
 */
export function fileCredentialStore(file: string): CredentialStore {
  const path = storePath(file);
  // Calls of this process wait for each other in order. Only one call at a time waits for other processes.
  const { withLock: inTurn } = memoryCredentialStore();
  const held = new Map<string, FileLock>();
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
      // Two processes could write the tokens of different credentials at the same time, so the whole file is locked.
      await inTurn("file", () =>
        withFileLock(`${path}.lock/file`, async ({ replaceFile }) => {
          // Another process can have taken over the lock of these tokens, and stored newer tokens.
          await held.get(id)?.check();
          await replaceFile(path, `${JSON.stringify({ ...(await readAll()), [id]: tokens }, null, 2)}\n`);
        }),
      );
    },
    withLock: (id, run) =>
      inTurn(`id ${id}`, () =>
        withFileLock(`${path}.lock/${id}`, async (lock) => {
          held.set(id, lock);
          try {
            return await run();
          } finally {
            held.delete(id);
          }
        }),
      ),
  };
}
