import { isDict, type Dict } from "../../../core/ground/json.ts";

// Ids are text here, always: some of Amazon's go beyond 2^53, and one family answers as text what another has as a number.

const idName = /(^id|Id|ID)$/;
const idsName = /(Ids|IDs)$/;

/** The same value with every id as text: what is named `…Id`, and what stands in `…Ids`. */
export function idsAsText(value: unknown, name = ""): unknown {
  if (typeof value === "number") return isIdName(name) ? String(value) : value;
  if (Array.isArray(value)) return value.map((item) => idsAsText(item, idsName.test(name) ? name : ""));
  if (!isDict(value)) return value;
  const out: Dict = {};
  for (const [key, one] of Object.entries(value)) out[key] = idsAsText(one, key);
  return out;
}

const isIdName = (name: string) => idName.test(name) || idsName.test(name);

const mark = "\u0001";

/** JSON in which ids are numbers again, every digit kept: for the older families, which refuse them as text. */
export function idsAsNumbers(value: unknown): string {
  const marked = (one: unknown, name: string): unknown => {
    if (typeof one === "string") return isIdName(name) && /^\d{1,19}$/.test(one) ? mark + one : one;
    if (Array.isArray(one)) return one.map((item) => marked(item, idsName.test(name) ? name : ""));
    if (!isDict(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, marked(inner, key)]));
  };
  return JSON.stringify(marked(value, "")).replace(/"\\u0001(\d{1,19})"/g, "$1");
}
