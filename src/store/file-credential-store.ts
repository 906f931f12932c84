import type { CredentialStore, StoredTokens } from "../core/contract/credential-store.ts";
import { createTurns } from "../core/ground/turns.ts";
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
  const inTurn = createTurns();
  const readAll = async (): Promise<Record<string, StoredTokens>> => {
    const text = await readPrivate(path);
    return text === undefined ? {} : (JSON.parse(text) as Record<string, StoredTokens>);
  };
  const read = async (id: string): Promise<StoredTokens | undefined> => {
    const all = await readAll();
    return Object.hasOwn(all, id) ? all[id] : undefined;
  };
  // Two processes could write the tokens of different credentials at the same time, so a write locks the whole file.
  const inFile = <T>(run: (file: FileLock) => Promise<T>): Promise<T> =>
    inTurn("file", () => withFileLock(`${path}.lock/file`, run));
  return {
    read,
    update: (id, change) =>
      inTurn(`id ${id}`, () =>
        withFileLock(`${path}.lock/${id}`, async ({ isHeld }) => {
          const before = await read(id);
          const changed = await change(before);
          if (!changed) return undefined;
          return inFile(async ({ replaceFile }) => {
            const stored = await read(id);
            // Another process has taken over the lock of these tokens, and has stored newer tokens.
            if (stored && stored.access_token !== before?.access_token && !(await isHeld())) return stored;
            await replaceFile(path, `${JSON.stringify({ ...(await readAll()), [id]: changed }, null, 2)}\n`);
            return changed;
          });
        }),
      ),
  };
}
