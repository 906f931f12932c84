import { isDict, type Dict } from "../../../core/ground/json.ts";

// This connector handles every id as text, because some ids are greater than 2^53. Some of Amazon's APIs use numbers.

const idName = /(^id|Id|ID)$/;
const idsName = /(Ids|IDs)$/;

/** Converts ids to text. A number is an id if its field has the name `id`, or ends in `Id`, `ID`, `Ids` or `IDs`. */
export function idsAsText(value: unknown, name = ""): unknown {
  if (typeof value === "number") return isIdName(name) ? String(value) : value;
  if (Array.isArray(value)) return value.map((item) => idsAsText(item, idsName.test(name) ? name : ""));
  if (!isDict(value)) return value;
  const out: Dict = {};
  for (const [key, one] of Object.entries(value)) out[key] = idsAsText(one, key);
  return out;
}

export const isIdName = (name: string) => idName.test(name) || idsName.test(name);

const marker = "\u0001";

/** Writes JSON in which ids are numbers with all their digits, because Amazon's older APIs refuse ids as text. */
export function idsAsNumbers(value: unknown): string {
  const withMarkers = (one: unknown, name: string): unknown => {
    if (typeof one === "string") return isIdName(name) && /^\d{1,19}$/.test(one) ? marker + one : one;
    if (Array.isArray(one)) return one.map((item) => withMarkers(item, idsName.test(name) ? name : ""));
    if (!isDict(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, withMarkers(inner, key)]));
  };
  return JSON.stringify(withMarkers(value, "")).replace(/"\\u0001(\d{1,19})"/g, "$1");
}
