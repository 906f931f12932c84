import type { Dict } from "../../../core/ground/json.ts";
import type { RunResult } from "../../../core/contract/run-context.ts";

/** Returns one page of a list. `nextToken`: the token of the next page in Amazon's response, if there is one. */
export function pageOf(meta: Dict, found: unknown, nextToken: unknown): RunResult {
  const next = typeof nextToken === "string" && nextToken !== "" ? nextToken : undefined;
  return {
    data: Array.isArray(found) ? found : [],
    meta: { ...meta, has_more: next !== undefined, ...(next === undefined ? {} : { next_cursor: next }) },
  };
}
