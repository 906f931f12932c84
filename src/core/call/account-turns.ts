import { rejectOnAbort } from "../ground/abort.ts";

// Two calls at the same time can each stay within the caps and together exceed them. For example, one call enables a
// record whose budget the other call raises. Therefore, this process sends the writes of one account one after another
// if the action has a `guard`. Writes of other processes do not wait.

/** For each account: a promise that resolves when all its writes have ended. */
const lastWrites = new Map<string, Promise<unknown>>();

/** For each running call: the accounts in which a write has ended since the call started. */
const watches = new Set<Set<string>>();

export interface WriteWatch {
  hasEnded(account: string): boolean;
  stop(): void;
}

export function watchWrites(): WriteWatch {
  const ended = new Set<string>();
  watches.add(ended);
  return { hasEnded: (account) => ended.has(account), stop: () => watches.delete(ended) };
}

/**
 * Runs a write after all earlier writes of the same account have ended. If the signal aborts during the wait, the
 * promise rejects at once with the error that `aborted` returns, and `write` is never called.
 */
export function inTurn<T>(
  account: string,
  { signal, aborted }: { signal: AbortSignal | undefined; aborted: () => Error },
  write: () => Promise<T>,
): Promise<T> {
  const earlier = lastWrites.get(account) ?? Promise.resolve();
  const turn = rejectOnAbort(earlier, signal)
    .catch(() => {
      throw aborted();
    })
    .then(async () => {
      try {
        return await write();
      } finally {
        for (const ended of watches) ended.add(account);
      }
    });
  const last = Promise.allSettled([earlier, turn]).finally(
    () => lastWrites.get(account) === last && lastWrites.delete(account),
  );
  lastWrites.set(account, last);
  return turn;
}
