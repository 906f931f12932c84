import type { Paging } from "../contract/wire/paging.ts";
import type { PlatformReply } from "../contract/run-context.ts";
import { ConnectorError } from "../ground/errors.ts";
import { at } from "../ground/json.ts";

export interface Page {
  reply: PlatformReply;
  /** The items of the page. Default: none. Not needed if the response contains the next cursor or address. */
  items?: readonly unknown[] | undefined;
  /** The requested page size. Undefined if the platform decides the page size. */
  limit?: number | undefined;
  /** The cursor of the page. Absent for the first page. */
  cursor?: string | undefined;
}

/** Returns the cursor of the next page, or undefined if this page is the last page. */
export function nextCursor(paging: Paging, { reply, items = [], limit, cursor }: Page): string | undefined {
  const { body } = reply;
  const more = paging.more === undefined ? undefined : at(body, paging.more);
  if (more === false) return undefined;
  // If the platform does not report whether there is another page, a page that is not full is the last one.
  const full = items.length > 0 && (more === true || limit === undefined || items.length >= limit);
  switch (paging.kind) {
    case "cursor":
      return cursorOf(at(body, paging.next));
    case "link":
    case "next-url":
      return reply.nextQuery;
    case "last-id":
      return full ? cursorOf(at(items.at(-1), paging.id)) : undefined;
    case "page": {
      const next = Number(cursor ?? paging.first ?? 1) + 1;
      const pages = paging.pages === undefined ? undefined : countAt(body, paging.pages);
      const another = pages === undefined ? full : pages + (paging.first ?? 1) - 1 >= next;
      return another ? String(next) : undefined;
    }
    case "offset": {
      const next = Number(cursor ?? 0) + items.length;
      const total = paging.total === undefined ? undefined : countAt(body, paging.total);
      const another = total === undefined ? full : items.length > 0 && next < total;
      return another ? String(next) : undefined;
    }
  }
}

/** Returns undefined for a count that the response leaves out, or that is null. */
function countAt(body: unknown, path: string): number | undefined {
  const found = at(body, path);
  const isCount = typeof found === "number" || (typeof found === "string" && /^\d{1,15}$/.test(found));
  return isCount ? Number(found) : undefined;
}

/** Returns undefined for an empty cursor, which means that there is no next page. */
const cursorOf = (next: unknown): string | undefined =>
  typeof next === "number" || (typeof next === "string" && next !== "") ? String(next) : undefined;

/** @throws ConnectorError `invalid_params` if the cursor does not come from a list with this paging */
export function checkCursor({ kind }: Pick<Paging, "kind">, cursor: string | undefined): void {
  if (cursor === undefined) return;
  if (kind === "page" && !/^[1-9]\d{0,6}$/.test(cursor)) throw foreignCursor();
  if (kind === "offset" && !/^[1-9]\d{0,8}$/.test(cursor)) throw foreignCursor();
  if ((kind === "link" || kind === "next-url") && !/^[\x21-\x7e]{1,4096}$/.test(cursor))
    throw foreignCursor();
}

export const foreignCursor = (): ConnectorError =>
  new ConnectorError("invalid_params", "cursor is not a cursor of this list.", {
    path: "params.cursor",
    hint: "Pass meta.next_cursor or next.cursor of the previous result, or start again without cursor.",
  });
