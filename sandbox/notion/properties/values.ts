import { type Dict, isDict, show } from "../../../src/core/ground/json.ts";
import { readDate, readRichText } from "../content/rich-text.ts";
import { findPage } from "../find.ts";
import { readBoolean, readId, readList, readObject, readText } from "../http/read-fields.ts";
import { invalid, refused } from "../http/refusal.ts";
import { isoMinute, readFile } from "../records/files.ts";
import { userView } from "../records/user.ts";
import type { DataSource, Page, Property, RichText, World } from "../world-types.ts";
import { optionFor, propertyOf, relatedSource } from "./schema.ts";

// https://developers.notion.com/reference/page-property-values

/** Pages outside a data source have only this property. */
const titleOnly: Property = { id: "title", name: "title", type: "title", description: null, config: {} };

export const sourceOf = (world: World, { parent }: Page): DataSource | undefined =>
  world.things.get(String(parent.data_source_id)) as DataSource | undefined;

export const propertiesOf = (world: World, page: Page): Property[] =>
  sourceOf(world, page)?.properties ?? [titleOnly];

export function findProperty(world: World, page: Page, key: string): Property {
  const source = sourceOf(world, page);
  const found = key === "title" && !source ? titleOnly : source && propertyOf(source, key);
  if (!found) throw refused(`${key} is not a property that exists.`);
  return found;
}

/** Sets values of a page's properties. Checks all of them before it sets the first. */
export function setValues(world: World, page: Page, value: unknown, path: string): void {
  const read = Object.entries(readObject(value, path)).map(([key, given]) => {
    const property = findProperty(world, page, key);
    return { property, value: readProperty(world, property, given, `${path}.${key}`) };
  });
  for (const { property, value: one } of read)
    if (property.type === "title") page.title = one as RichText[];
    else page.values.set(property.id, one);
}

function readProperty(world: World, property: Property, value: unknown, path: string): unknown {
  const { type, name } = property;
  // Notion accepts the rich text of a title without its type.
  const given = Array.isArray(value) ? { [type]: value } : readObject(value, path);
  const known = new Set([type, "type", "id", "name", "has_more"]);
  const other = Object.keys(given).find((one) => !known.has(one));
  if (!(type in given) || other !== undefined)
    throw refused(`${name} is expected to be ${type}${other === undefined ? "" : `, not ${other}`}.`);
  return readValue(world, property, given[type], `${path}.${type}`);
}

function readValue(world: World, property: Property, value: unknown, path: string): unknown {
  const { type, name } = property;
  switch (type) {
    case "title":
    case "rich_text":
      return readRichText(world, value, path);
    case "number":
      if (value !== null && typeof value !== "number") throw invalid(path, `should be a number, instead was ${show(value)}.`); // prettier-ignore
      return value;
    case "select":
    case "status":
      return value === null ? null : optionFor(world, property, value, path).id;
    case "multi_select":
      return readList(value, path).map((one, index) => optionFor(world, property, one, `${path}[${index}]`).id);
    case "date":
      return value === null ? null : readDate(value, path);
    case "checkbox":
      return readBoolean(value, path);
    case "url":
    case "email":
    case "phone_number":
      return value === null ? null : readText(value, path, type === "url" ? 2000 : 200);
    case "people":
      return readList(value, path).map((one, index) => {
        const id = readId(isDict(one) ? one.id : one, `${path}[${index}].id`);
        if (!world.users.has(id) && id !== world.bot.id)
          throw invalid(`${path}[${index}].id`, "should be the id of a person of the workspace.");
        return id;
      });
    case "relation":
      return readList(value, path).map((one, index) => {
        const page = findPage(world, isDict(one) ? one.id : one, `${path}[${index}].id`);
        if (page.parent.data_source_id !== relatedSource(property))
          throw invalid(`${path}[${index}].id`, "should be the id of an entry of the related data source.");
        return page.id;
      });
    case "files":
      return readList(value, path).map((one, index) => {
        const { name: file, type: _type, ...others } = readObject(one, `${path}[${index}]`);
        const read = readFile(world, others, `${path}[${index}]`);
        return { name: typeof file === "string" ? file : String((Object.values(read)[1] as Dict).url), ...read };
      });
    default:
      throw refused(`${name} cannot be set, because Notion computes it.`);
  }
} // prettier-ignore

/** The value of a property in the form of Notion's answers. */
export function valueOf(world: World, page: Page, property: Property): unknown {
  const { id, type, config } = property;
  const value = page.values.get(id);
  const option = (one: unknown): Dict | null => {
    const found = config.options?.find((each) => each.id === one);
    return found ? { id: found.id, name: found.name, color: found.color } : null;
  };
  switch (type) {
    case "title":
      return page.title;
    case "select":
    case "status":
      return option(value);
    case "multi_select":
      return ((value ?? []) as string[]).map(option).filter((one) => one !== null);
    case "people":
      return ((value ?? []) as string[]).map((one) => userView(world, one));
    case "relation":
      return ((value ?? []) as string[]).map((one) => ({ id: one }));
    case "rich_text":
    case "files":
      return value ?? [];
    case "checkbox":
      return value ?? false;
    case "created_time":
      return isoMinute(page.created);
    case "last_edited_time":
      return isoMinute(page.edited);
    case "created_by":
      return userView(world, page.createdBy);
    case "last_edited_by":
      return userView(world, page.editedBy);
    case "unique_id":
      return { prefix: config.prefix, number: value };
    default:
      return value ?? null;
  }
}

/** The properties of which an answer shows at most so many items. https://developers.notion.com/reference/retrieve-a-page */
const mostItems = 25;

export function propertyValueView(world: World, page: Page, property: Property): Dict {
  const { id, type } = property;
  const value = valueOf(world, page, property);
  const shown = Array.isArray(value) && type !== "multi_select" ? value.slice(0, mostItems) : value;
  const more = type === "relation" ? { has_more: (value as unknown[]).length > mostItems } : {};
  return { id, type, [type]: shown, ...more };
}
