import type { Dict } from "../../../src/core/ground/json.ts";
import { invalid } from "./refusal.ts";

/** Notion's largest page, which is also its default. */
const largest = 100;

/**
 * Returns one page of items. A cursor is the id of the first item of the next page.
 * https://developers.notion.com/reference/intro#pagination
 */
export function page<T>(
  items: readonly T[],
  given: Dict,
  where: string,
  idOf: (item: T) => string,
): { items: T[]; has_more: boolean; next_cursor: string | null } {
  const size = given.page_size === undefined ? largest : Number(given.page_size);
  if (!Number.isInteger(size) || size < 1 || size > largest)
    throw invalid(`${where}.page_size`, `should be a number from 1 to ${largest}.`);
  const cursor = given.start_cursor;
  const from = cursor === undefined ? 0 : items.findIndex((item) => idOf(item) === cursor);
  if (from < 0) throw invalid(`${where}.start_cursor`, "should be a next_cursor of this list.");
  const next = items[from + size];
  return {
    items: items.slice(from, from + size),
    has_more: next !== undefined,
    next_cursor: next === undefined ? null : idOf(next),
  };
}

/** Returns one page in the form of Notion's lists. `type`: the kind of the items. */
export function list(
  items: readonly Dict[],
  given: Dict,
  where: string,
  type: string,
  idOf: (item: Dict) => string = ({ id }) => String(id),
): Dict {
  const { items: results, next_cursor, has_more } = page(items, given, where, idOf);
  return { object: "list", results, next_cursor, has_more, type, [type]: {} };
}
