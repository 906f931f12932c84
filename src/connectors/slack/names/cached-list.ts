import { type Clock, monotonic } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";

const keptMs = 10 * 60_000;
/** If a copy of the list is older than this and lacks an item, the search reads the list again. */
const freshMs = 60_000;
const maxPages = 10;

export interface Page<T> {
  items: readonly T[];
  next: string | undefined;
}

/** The items that were read so far. `complete` is true if the list has no other items. */
export interface KnownPart<T> {
  items: readonly T[];
  complete: boolean;
}

/** A cache for a long list, such as all users of a workspace. */
export interface CachedList<T> {
  /**
   * Reads pages until `isFound` returns true for the part that was read. Stops at the end of the list, or after ten
   * pages.
   */
  search(isFound: (part: KnownPart<T>) => boolean, readPage: ReadPage<T>): Promise<KnownPart<T>>;
  /** Adds or replaces an item that this connector has just created or changed. */
  put(item: T): void;
  /** Makes the next search read the list from the start. */
  forget(): void;
}

type ReadPage<T> = (cursor: string | undefined) => Promise<Page<T>>;

/**
 * Creates a cache that keeps pages for ten minutes. A search reads only the pages that it needs. Searches at the same
 * time share their requests.
 */
export function createCachedList<T>(clock: Clock, idOf: (item: T) => string): CachedList<T> {
  interface Copy {
    items: T[];
    /** The ids of the items that `put` has added. Older states of these items on later pages are ignored. */
    added: Set<string>;
    since: number;
    pages: number;
    next: string | undefined;
    reading: Promise<void> | undefined;
  }
  const now = monotonic(clock);
  let recent: { item: T; since: number }[] = [];
  const newCopy = (): Copy => {
    const since = now();
    // Shortly after a write, Slack can still list the state before the write.
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
      // Slack would refuse the same cursor again, so the next search reads the list from the start.
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
