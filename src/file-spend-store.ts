import { resolve } from "node:path";
import type { DayTotals, SpendStore } from "./core/contract/spend-store.ts";
import { totalsOf, withTotals } from "./core/policy/memory-spend-store.ts";
import { memoryCredentialStore } from "./core/wire/memory-credential-store.ts";
import { readPrivate, replaceFile, withFileLock } from "./private-file.ts";

/**
 * Creates a store that keeps the totals of each day in a file, which several processes of one computer can share. Only
 * the owner of the file can read the file. A write replaces the whole file in one step. The directory `<file>.lock`
 * contains the lock.
 * @throws ConnectorError `config_error` if other users can read the file
 */
export function fileSpendStore(file: string): SpendStore {
  const path = resolve(file);
  // The calls of this process run one after another. Therefore at most one call of this process waits for the lock of
  // the file.
  const { withLock: inTurn } = memoryCredentialStore();
  return {
    update: (id, change) =>
      inTurn("file", () =>
        withFileLock(`${path}.lock/file`, async () => {
          const text = await readPrivate(path);
          const kept = text === undefined ? {} : (JSON.parse(text) as Record<string, DayTotals>);
          const before = totalsOf(kept, id);
          const { totals, result } = change(before);
          if (totals !== before) await replaceFile(path, `${JSON.stringify(withTotals(kept, id, totals))}\n`);
          return result;
        }),
      ),
  };
}
