import { createTurns, type Waiting } from "../ground/turns.ts";

// Two calls at the same time can each stay within the caps and together exceed them. For example, one call enables a
// record whose budget the other call raises. Therefore, this process sends the writes of one account one after another
// if the action has a `guard`. Writes of other processes do not wait.

/** The turns of all accounts. */
const turns = createTurns();

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
export const inTurn = <T>(account: string, waiting: Waiting, write: () => Promise<T>): Promise<T> =>
  turns(
    account,
    async () => {
      try {
        return await write();
      } finally {
        for (const ended of watches) ended.add(account);
      }
    },
    waiting,
  );
