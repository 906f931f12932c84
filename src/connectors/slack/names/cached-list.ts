import { type Clock, monotonic } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";

const keptMs = 10 * 60_000;
/**
 * If an item is missing in the cached list, and the cached list is at least `freshMs` milliseconds old, the list is
 * read again.
 */
const freshMs = 60_000;
const maxPages = 10;

export interface Page<T> {
  items: readonly T[];
  next: string | undefined;
}

/** The part of a list that was read so far. `complete` is true if this part contains all items of the list. */
export interface KnownPart<T> {
  items: readonly T[];
  complete: boolean;
}

/**
 * Returns a function that searches a long list, such as all users of a workspace. A search reads only as many pages as
 * it needs, and at most ten. The pages are cached for ten minutes. Searches that run at the same time share their
 * requests.
 */
export function createCachedList<T>(clock: Clock) {
  interface Copy {
    items: T[];
    since: number;
    pages: number;
    next: string | undefined;
    /** The request for the next page. Undefined if no request is running. */
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
      // If Slack refuses a cursor, Slack will refuse the same cursor again. The next search therefore reads the list
      // from the start.
      const temporary = ConnectorError.is(error) && error.retryable;
      if (kept === copy && copy.next !== undefined && !temporary) kept = undefined;
      throw error;
    } finally {
      copy.reading = undefined;
    }
  };

  /**
   * Reads pages until `isFound` returns true for the part that was read, or until the whole list or ten pages were
   * read.
   */
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
        // If another search has already started a newer copy of the list, use that copy.
        copy = kept = !kept || kept === copy ? newCopy() : kept;
      }
    }
  };
}
