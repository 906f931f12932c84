import { type Dict, isDict } from "../../../src/core/ground/json.ts";
import { plainText } from "../content/rich-text.ts";
import { readOneOf, readText } from "../http/read-fields.ts";
import { refused } from "../http/refusal.ts";
import type { DataSource, Page, Property, RichText, World } from "../world-types.ts";
import { propertyOf } from "./schema.ts";
import { valueOf } from "./values.ts";

/** The property that a filter or a sort names. */
export function namedProperty(source: DataSource, value: unknown, path: string): Property {
  const name = readText(value, `${path}.property`);
  const found = propertyOf(source, name);
  if (!found) throw refused(`Could not find property with name or id: ${name}.`);
  return found;
}

export function stampProperty(value: unknown, path: string): Property {
  const type = readOneOf(value, `${path}.timestamp`, ["created_time", "last_edited_time"]);
  return { id: type, name: type, type, description: null, config: {} };
}

/** The value of a property as a text, a number, a boolean, or a list of ids or names. Empty values are null. */
export function comparable(world: World, page: Page, property: Property): unknown {
  const value = valueOf(world, page, property);
  switch (property.type) {
    case "title":
    case "rich_text":
      return plainText(value as RichText[]) || null;
    case "select":
    case "status":
      return isDict(value) ? value.name : null;
    case "multi_select":
      return (value as Dict[]).map(({ name }) => name);
    case "people":
    case "relation":
    case "files":
      return (value as Dict[]).map(({ id, name }) => id ?? name);
    case "created_by":
    case "last_edited_by":
      return [(value as Dict).id];
    case "date":
      return isDict(value) ? value.start : null;
    case "unique_id":
      return (value as Dict).number;
    default:
      return value === "" ? null : value;
  }
}
