import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import { readableText } from "./rich-text.ts";

const nameOf = (option: unknown): unknown => (isDict(option) ? (option.name ?? option.id) : null);

/** Returns a date as `2026-01-31`, or as `2026-01-31/2026-02-02` if it has an end. */
function dateOf(date: unknown): unknown {
  if (!isDict(date)) return null;
  const { start, end, time_zone: zone } = date;
  const text = end === null || end === undefined ? String(start) : `${String(start)}/${String(end)}`;
  return zone === null || zone === undefined ? text : `${text} ${String(zone)}`;
}

const userOf = (user: unknown): unknown => (isDict(user) ? (user.name ?? user.id) : null);

const fileOf = (file: Dict): Dict => {
  const { external, file: hosted, name } = file as Record<string, Dict | undefined>;
  return { name, url: external?.url ?? hosted?.url };
};

/** Returns the value of a property as a text, a number, a boolean, a list or null. */
export function simpleValue(property: unknown): unknown {
  if (!isDict(property) || typeof property.type !== "string") return property;
  const { type } = property;
  const value = property[type];
  switch (type) {
    case "title":
    case "rich_text":
      // The items of one property have a piece of rich text instead of a list.
      return readableText(Array.isArray(value) ? value : [value]);
    case "select":
    case "status":
      return nameOf(value);
    case "multi_select":
      return dicts(value).map(nameOf);
    case "date":
      return dateOf(value);
    case "people":
      return Array.isArray(value) ? value.map(userOf) : userOf(value);
    case "created_by":
    case "last_edited_by":
      return userOf(value);
    case "files":
      return dicts(value).map(fileOf);
    case "relation":
      return Array.isArray(value) ? dicts(value).map(({ id }) => id) : isDict(value) ? value.id : null;
    case "formula":
      return simpleValue(value);
    case "rollup":
      return isDict(value) && value.type === "array"
        ? dicts(value.array).map(simpleValue)
        : simpleValue(value);
    case "unique_id":
      return isDict(value) ? [value.prefix, value.number].filter((one) => one !== null && one !== undefined).join("-") : null; // prettier-ignore
    case "verification":
      return isDict(value) ? value.state : null;
    default:
      return value ?? null;
  }
}

export const simpleValues = (properties: unknown): Dict =>
  Object.fromEntries(
    Object.entries(isDict(properties) ? properties : {}).map(([name, one]) => [name, simpleValue(one)]),
  );

/** Returns the schema of a data source: the type of each property, and the names of its options. */
export const simpleSchema = (properties: unknown): Dict =>
  Object.fromEntries(
    Object.entries(isDict(properties) ? properties : {}).map(([name, one]) => {
      if (!isDict(one) || typeof one.type !== "string") return [name, one];
      const inner = one[one.type];
      const options = isDict(inner) ? dicts(inner.options).map(nameOf) : [];
      return [name, options.length > 0 ? `${one.type}: ${options.join(", ")}` : one.type];
    }),
  );
