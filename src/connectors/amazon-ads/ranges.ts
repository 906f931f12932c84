import type { Dict } from "../../core/json.ts";
import type { AdsOperation } from "./operation.ts";
import type { Profile } from "./scope.ts";

/** What is outside the marketplace's published ranges: told as a warning, since Amazon has the last word. */
export function rangeWarnings(
  _operation: AdsOperation,
  _args: Dict,
  _profile: Profile | undefined,
): string[] {
  return [];
}
