import { resolve } from "node:path";
import type { CredentialStore, StoredTokens } from "./core/contract/credential-store.ts";
import { memoryCredentialStore } from "./core/wire/memory-credential-store.ts";
import { readPrivate, replaceFile, withFileLock } from "./private-file.ts";

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
      // Without a lock of the whole file, two processes could write the tokens of different credentials at the same
      // time.
      await inTurn("file", () =>
        withFileLock(`${path}.lock/file`, async () => {
          await replaceFile(path, `${JSON.stringify({ ...(await readAll()), [id]: tokens }, null, 2)}\n`);
        }),
      );
    },
    withLock: (id, run) => inTurn(`id ${id}`, () => withFileLock(`${path}.lock/${id}`, run)),
  };
}
