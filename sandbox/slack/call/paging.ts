import { invalidArguments, refusal } from "./refusal.ts";

/** Slack's documentation requires a limit under 1000. */
const MAX_LIMIT = 999;

export interface Page<Item> {
  items: Item[];
  /** Empty on the last page. */
  next_cursor: string;
}

/** Returns one page of items. Their order must be stable, because the cursor contains the key of the next item. */
export function page<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  asked: { method: string; cursor: string | undefined; limit: number },
): Page<Item> {
  let start = 0;
  if (asked.cursor) {
    const key = readCursor(asked.method, asked.cursor);
    start = items.findIndex((item) => keyOf(item) === key);
    if (start < 0) throw refusal("invalid_cursor");
  }
  const end = start + asked.limit;
  const next = items[end];
  return { items: items.slice(start, end), next_cursor: next ? writeCursor(asked.method, keyOf(next)) : "" };
}

/** Returns the limit of a page. 0 counts as absent. Reduces a limit that is too large to Slack's maximum. */
export function clampLimit(asked: number | undefined, fallback: number): number {
  if (asked === undefined || asked === 0) return fallback;
  if (asked < 0) throw refusal("invalid_limit");
  return Math.min(asked, MAX_LIMIT);
}

// Slack's cursors end with `=`, which a client must percent-encode. A space at the end of the text can add the `=`.
function writeCursor(method: string, key: string): string {
  const plain = `${method}:${key}`;
  return btoa(plain.length % 3 === 0 ? `${plain} ` : plain);
}

function readCursor(method: string, cursor: string): string {
  let plain = "";
  try {
    plain = atob(cursor).trimEnd();
  } catch {
    // The cursor is not base64, so the check below refuses it.
  }
  if (!plain.startsWith(`${method}:`)) throw refusal("invalid_cursor");
  return plain.slice(method.length + 1);
}

export interface NumberedPage<Item> {
  items: Item[];
  total: number;
  count: number;
  page: number;
  pages: number;
}

/** Returns a numbered page. Slack's older methods have numbered pages instead of cursors. */
export function numberedPage<Item>(
  items: readonly Item[],
  args: { integer(name: string): number | undefined },
  most: number,
  fallback = 100,
): NumberedPage<Item> {
  const count = Math.min(args.integer("count") ?? fallback, most);
  const page = args.integer("page") ?? 1;
  if (count < 1 || page < 1) throw invalidArguments("must be greater than 0");
  return {
    items: items.slice((page - 1) * count, page * count),
    total: items.length,
    count,
    page,
    pages: Math.max(1, Math.ceil(items.length / count)),
  };
}
