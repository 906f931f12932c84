import type { DayTotals, SpendStore } from "../core/contract/spend-store.ts";
import { createTurns } from "../core/ground/turns.ts";
import { totalsOf, withTotals } from "./memory-spend-store.ts";
import { withFileLock } from "./file-lock.ts";
import { readPrivate, storePath } from "./private-file.ts";

/**
 * Creates a store that keeps the totals of each day in a file, which several processes of one computer can share.
 * Only the owner can read the file. A write replaces the whole file in one step. The directory `<file>.lock` contains
 * the lock.
 * @throws ConnectorError `config_error` from the methods of the store, if other users can read the file (not on Windows)
 */
export function fileSpendStore(file: string): SpendStore {
  const path = storePath(file);
  // The calls of this process run one after another, so at most one call waits for the lock of the file.
  const inTurn = createTurns();
  return {
    update: (id, change) =>
      inTurn("file", () =>
        withFileLock(`${path}.lock/file`, async ({ replaceFile }) => {
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
