import { type Dict, isDict } from "../ground/json.ts";
import { canonicalJson } from "../schema/canonical-json.ts";

/** A field that a call changes. `record` names the record: `Tents (campaignId 144)`. */
export interface ChangedField {
  record: string | undefined;
  path: string;
  from: unknown;
  to: unknown;
}

/**
 * Returns the fields that differ between two records, or between two lists of records of the same length. Other lists
 * count as one field.
 */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((one: unknown, index) =>
      differences(one, after[index], "", labelOf(one) ?? labelOf(after[index])),
    );
  return differences(before, after, "", labelOf(before) ?? labelOf(after));
}

function differences(from: unknown, to: unknown, path: string, record: string | undefined): ChangedField[] {
  if (canonicalJson(from) === canonicalJson(to)) return [];
  if (!isDict(from) || !isDict(to)) return [{ record, path, from, to }];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) =>
    differences(from[name], to[name], path === "" ? name : `${path}.${name}`, record),
  );
}

/** Returns the name and the id of a record. Returns undefined if the value has neither. */
function labelOf(value: unknown): string | undefined {
  if (!isDict(value)) return undefined;
  const name = textIn(value, "name");
  const idField = Object.keys(value).find((key) => /^id$|[a-z]Id$/.test(key) && textIn(value, key));
  const id = idField && `${idField} ${textIn(value, idField)}`;
  return name === undefined ? id : id === undefined ? name : `${name} (${id})`;
}

const textIn = (value: Dict, field: string): string | undefined =>
  typeof value[field] === "string" && value[field] !== "" ? value[field] : undefined;
