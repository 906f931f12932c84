import { monotonic, type Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";

const keptMs = 10 * 60_000;
/** What is not found is looked for anew only in a roll of at least this age: somebody may have joined since. */
const freshMs = 60_000;
const maxPages = 10;

export interface Page<T> {
  items: readonly T[];
  next: string | undefined;
}
/** What was looked through; `whole`: there is no more of it. */
export interface Looked<T> {
  items: readonly T[];
  whole: boolean;
}

/**
 * A long list of the workspace: read page by page as far as anybody had to look, once for all who look at the same
 * time, and kept for ten minutes; at most ten pages of it.
 */
export function createRoll<T>(clock: Clock) {
  interface Roll {
    items: T[];
    since: number;
    pages: number;
    next: string | undefined;
    /** The page that is on its way. */
    turning: Promise<void> | undefined;
  }
  const now = monotonic(clock);
  const begin = (): Roll => ({
    items: [],
    since: now(),
    pages: 0,
    next: undefined,
    turning: undefined,
  });
  const ended = ({ pages, next }: Roll) => pages > 0 && (next === undefined || pages >= maxPages);
  let kept: Roll | undefined;

  type Read = (cursor: string | undefined) => Promise<Page<T>>;
  const turn = async (roll: Roll, read: Read): Promise<void> => {
    try {
      const { items, next } = await read(roll.next);
      roll.items.push(...items);
      roll.next = next;
      roll.pages++;
    } catch (error) {
      // A cursor that is refused stays so: whoever comes next begins anew.
      const passing = ConnectorError.is(error) && error.retryable;
      if (kept === roll && roll.next !== undefined && !passing) kept = undefined;
      throw error;
    } finally {
      roll.turning = undefined;
    }
  };

  /** Looks until `found` says so of what there is so far, or there is no more. */
  return async (found: (looked: Looked<T>) => boolean, read: Read): Promise<Looked<T>> => {
    const time = now();
    if (!kept || kept.since + keptMs <= time) kept = begin();
    let roll = kept;
    let again = roll.since + freshMs <= time;
    for (;;) {
      const looked = { items: roll.items, whole: roll.pages > 0 && roll.next === undefined };
      if (found(looked)) return looked;
      if (!ended(roll)) await (roll.turning ??= turn(roll, read));
      else if (!again) return looked;
      else {
        again = false;
        roll = kept = !kept || kept === roll ? begin() : kept;
      }
    }
  };
}
