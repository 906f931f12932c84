import type { Result } from "../../src/core/contract/result.ts";
import { shownOf } from "../../src/core/display/show-as.ts";

/** Returns the data as a person sees it: the fields that a call has chosen, or the fields that tell most about a record. */
export function shownData(pages: readonly Result[]): unknown {
  const values = pages.map((page) => shownOf(page)?.value ?? page.data);
  return values.length > 1 ? values.flat() : values[0];
}
