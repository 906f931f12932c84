import { type Clock, monotonic } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";

const keptMs = 10 * 60_000;
/** Milliseconds. If an item is missing in an older copy of the list, the list is read again. */
const freshMs = 60_000;
const maxPages = 10;

export interface Page<T> {
  items: readonly T[];
  next: string | undefined;
}

/** `complete` is true if the part contains all items of the list. */
export interface KnownPart<T> {
  items: readonly T[];
  complete: boolean;
}

/** A long list, such as all users of a workspace. */
export interface CachedList<T> {
  /**
   * Reads pages until `isFound` returns true for the part that was read. Stops at the end of the list, or after ten
   * pages.
   */
  search(isFound: (part: KnownPart<T>) => boolean, readPage: ReadPage<T>): Promise<KnownPart<T>>;
  /** Adds an item that this connector has just created or changed. Replaces the item with the same id. */
  put(item: T): void;
  /** The next search reads the list from the start. */
  forget(): void;
}

type ReadPage<T> = (cursor: string | undefined) => Promise<Page<T>>;

/**
 * Reads only as many pages as a search needs, and at most ten. The pages are cached for ten minutes. Searches at the
 * same time share their requests.
 */
export function createCachedList<T>(clock: Clock, idOf: (item: T) => string): CachedList<T> {
  interface Copy {
    items: T[];
    /** The ids of the items that `put` has added. A page can still contain the old state of these items. */
    added: Set<string>;
    since: number;
    pages: number;
    next: string | undefined;
    /** Undefined if no request is running. */
    reading: Promise<void> | undefined;
  }
  const now = monotonic(clock);
  let recent: { item: T; since: number }[] = [];
  const newCopy = (): Copy => {
    const since = now();
    // Shortly after a write, the platform can still list the state before the write.
    recent = recent.filter((one) => one.since + freshMs > since);
    const items = recent.map(({ item }) => item);
    return { items, added: new Set(items.map(idOf)), since, pages: 0, next: undefined, reading: undefined };
  };
  const isAtEnd = ({ pages, next }: Copy) => pages > 0 && (next === undefined || pages >= maxPages);
  let kept: Copy | undefined;

  const readNextPage = async (copy: Copy, readPage: ReadPage<T>): Promise<void> => {
    try {
      const { items, next } = await readPage(copy.next);
      copy.items.push(...items.filter((item) => !copy.added.has(idOf(item))));
      copy.next = next;
      copy.pages++;
    } catch (error) {
      // A cursor that Slack has refused will be refused again. The next search reads the list from the start.
      const temporary = ConnectorError.is(error) && error.retryable;
      if (kept === copy && copy.next !== undefined && !temporary) kept = undefined;
      throw error;
    } finally {
      copy.reading = undefined;
    }
  };

  return {
    async search(isFound, readPage) {
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
          // Another search may have started a newer copy of the list.
          copy = kept = !kept || kept === copy ? newCopy() : kept;
        }
      }
    },
    put(item) {
      const id = idOf(item);
      const since = now();
      const isOther = (one: T) => idOf(one) !== id;
      recent = recent.filter((one) => isOther(one.item) && one.since + freshMs > since);
      recent.push({ item, since });
      if (!kept) return;
      kept.items = [...kept.items.filter(isOther), item];
      kept.added.add(id);
    },
    forget() {
      kept = undefined;
    },
  };
}
