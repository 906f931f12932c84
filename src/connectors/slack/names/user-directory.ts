import type { Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { stringAt } from "../../../core/ground/json.ts";
import type { KnownNames } from "./known-names.ts";

// Reads names from Slack's list of users. One page of this list replaces many single requests, but a workspace can have
// more people than one result needs.

/** The page size. Slack allows fewer than 1,000 people on a page. */
const pageSize = 999;
/** The time after which the list is read from the start again. */
const keptMs = 60 * 60_000;
/** With more pages, the names of the first pages could leave the cache. */
const maxPages = 15;
/**
 * Slack allows five times as many requests for one person (100 a minute) as for a page (20 a minute). A page is worth
 * its request if it names more people than this. So 100 authors of a workspace of 100,000 people cost one page and
 * 99 single requests, and 100 authors of a workspace of 10,000 people cost 11 pages.
 */
export const fewPeople = 5;

export interface UserDirectory {
  /**
   * Reads pages as long as each page names more than a few of the people. Later calls read on where this call stopped.
   * Throws if a page cannot be read.
   */
  readFor(ids: readonly string[], read: ReadPage): Promise<void>;
  /** Reads the first page, unless it was read already. */
  readFirst(read: ReadPage): Promise<void>;
}

type ReadPage = (args: { limit: number; cursor?: string }) => Promise<unknown>;

export function createUserDirectory(clock: Clock, { isKnown }: KnownNames): UserDirectory {
  let until = 0;
  let pages = 0;
  let cursor: string | undefined;
  let reading: Promise<void> | undefined;

  const hasMore = (): boolean => {
    if (until <= clock.now()) {
      until = clock.now() + keptMs;
      pages = 0;
      cursor = undefined;
    }
    return pages === 0 || (cursor !== undefined && pages < maxPages);
  };
  const readNext = async (read: ReadPage): Promise<void> => {
    try {
      const body = await read({ limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });
      pages++;
      cursor = stringAt(body, "response_metadata.next_cursor") || undefined;
    } catch (error) {
      // Slack would refuse the same cursor again, so the next call reads the list from the start.
      if (!ConnectorError.is(error) || !error.retryable) until = 0;
      throw error;
    } finally {
      reading = undefined;
    }
  };
  const readPage = (read: ReadPage): Promise<void> => (reading ??= readNext(read));

  return {
    async readFor(ids, read) {
      let left = ids.filter((id) => !isKnown(id));
      while (left.length > fewPeople && hasMore()) {
        await readPage(read);
        const before = left.length;
        left = left.filter((id) => !isKnown(id));
        if (before - left.length < fewPeople) return;
      }
    },
    async readFirst(read) {
      if (hasMore() && pages === 0) await readPage(read);
    },
  };
}
