import { isDict } from "../ground/json.ts";

/** Longer texts of params are cut, such as the content of a file. */
const longestText = 2000;

/** Longer lists of params are cut, so that a record of the journal stays small. */
const longestList = 1000;

/** Returns a copy of JSON values in which long texts and lists are cut. */
export function storedParams(value: unknown): unknown {
  if (typeof value === "string")
    return value.length <= longestText
      ? value
      : `${value.slice(0, longestText)}... (${value.length} characters)`;
  if (Array.isArray(value)) {
    const kept = value.slice(0, longestList).map(storedParams);
    return value.length > kept.length ? [...kept, `... (${value.length} items)`] : kept;
  }
  if (!isDict(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, storedParams(one)]));
}
