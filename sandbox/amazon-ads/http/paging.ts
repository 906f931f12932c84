import { refuse } from "./responses.ts";
import { writeJson } from "./wire-json.ts";
import type { Fields } from "../types.ts";
import { hash } from "../world.ts";

/** Returns one page. A `nextToken` is valid only for a request with the same filters. */
export function pageOf<Item>(
  found: readonly Item[],
  body: Fields,
  max: number,
): { items: Item[]; nextToken: string | undefined } {
  const { nextToken, maxResults, ...filters } = body;
  const size = maxResults ?? max;
  if (typeof size !== "number" || !Number.isInteger(size) || size < 1 || size > max)
    throw refuse(400, `Invalid value at $.maxResults: expected an integer from 1 to ${max}`);
  const key = hash(writeJson(filters)).toString(36);
  const start = nextToken === undefined || nextToken === null ? 0 : readToken(nextToken, key);
  const end = start + size;
  return {
    items: found.slice(start, end),
    nextToken: end < found.length ? btoa(`${key}:${end}`) : undefined,
  };
}

function readToken(token: unknown, key: string): number {
  let plain = "";
  try {
    plain = atob(String(token));
  } catch {
    // The token is not base64, so the check below refuses it.
  }
  const [owner, start] = plain.split(":");
  if (owner !== key) throw refuse(400, "Invalid nextToken");
  return Number(start);
}

/** Returns the items that the query params `startIndex` and `count` select. */
export function sliceOf<Item>(found: readonly Item[], query: URLSearchParams, max: number): Item[] {
  const start = Number(query.get("startIndex") ?? 0);
  const count = Number(query.get("count") ?? max);
  if (!Number.isInteger(start) || start < 0 || !Number.isInteger(count) || count < 1)
    throw refuse(400, "Invalid startIndex or count");
  return found.slice(start, start + Math.min(count, max));
}
