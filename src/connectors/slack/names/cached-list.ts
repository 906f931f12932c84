import { type Clock, monotonic } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";

const keptMs = 10 * 60_000;
/** A missing item is looked for in a new copy of the list only if the copy is at least this old. */
const freshMs = 60_000;
const maxPages = 10;

export interface Page<T> {
  items: readonly T[];
  next: string | undefined;
}

/** The part of a list that was read so far. `complete`: there are no more items. */
export interface KnownPart<T> {
  items: readonly T[];
  complete: boolean;
}

/**
 * A long list of the workspace, such as its users. Pages are read only as far as a search needs them, at most ten. Searches
 * at the same time share the requests, and the list is kept for ten minutes.
 */
export function createCachedList<T>(clock: Clock) {
  interface Copy {
    items: T[];
    since: number;
    pages: number;
    next: string | undefined;
    /** The request for the next page, while it runs. */
    reading: Promise<void> | undefined;
  }
  const now = monotonic(clock);
  const newCopy = (): Copy => ({
    items: [],
    since: now(),
    pages: 0,
    next: undefined,
    reading: undefined,
  });
  const isAtEnd = ({ pages, next }: Copy) => pages > 0 && (next === undefined || pages >= maxPages);
  let kept: Copy | undefined;

  type ReadPage = (cursor: string | undefined) => Promise<Page<T>>;
  const readNextPage = async (copy: Copy, readPage: ReadPage): Promise<void> => {
    try {
      const { items, next } = await readPage(copy.next);
      copy.items.push(...items);
      copy.next = next;
      copy.pages++;
    } catch (error) {
      // A cursor that Slack refuses stays refused: the next search starts a new copy.
      const temporary = ConnectorError.is(error) && error.retryable;
      if (kept === copy && copy.next !== undefined && !temporary) kept = undefined;
      throw error;
    } finally {
      copy.reading = undefined;
    }
  };

  /** Reads until `isFound` is true for the part that is known, or until the end of the list. */
  return async (isFound: (part: KnownPart<T>) => boolean, readPage: ReadPage): Promise<KnownPart<T>> => {
    const time = now();
    if (!kept || kept.since + keptMs <= time) kept = newCopy();
    let copy = kept;
    let mayReload = copy.since + freshMs <= time;
    for (;;) {
      const part = { items: copy.items, complete: copy.pages > 0 && copy.next === undefined };
      if (isFound(part)) return part;
      if (!isAtEnd(copy)) await (copy.reading ??= readNextPage(copy, readPage));
      else if (!mayReload) return part;
      else {
        mayReload = false;
        // Another search may have started a newer copy.
        copy = kept = !kept || kept === copy ? newCopy() : kept;
      }
    }
  };
}
