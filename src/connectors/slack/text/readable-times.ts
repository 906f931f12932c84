import { type Dict, isDict } from "../../../core/ground/json.ts";
import { isoTime } from "./markup-to-text.ts";

/** Converts the seconds since 1970 from `names/resolve-params.ts` to ISO 8601 times. */
export const withReadableTimes = (params: Dict): Dict =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, readable(name, value)]));

function readable(name: string, value: unknown): unknown {
  if (name === "profile" && isDict(value)) return withReadableTimes(value);
  // The time of a reminder can be words. A status without an end has the time 0.
  const isTime = ["post_at", "time", "status_expiration"].includes(name) && /^[1-9]\d*$/.test(String(value));
  return isTime ? isoTime(Number(value)) : value;
}
