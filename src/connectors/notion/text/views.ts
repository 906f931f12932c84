import { type Dict, isDict } from "../../../core/ground/json.ts";
import { simpleSchema, simpleValue, simpleValues } from "./property-values.ts";
import { isRichText, readableText } from "./rich-text.ts";

// Short forms of Notion's objects for a model. Code gets Notion's objects unchanged.

/** Leaves out what says nothing: null, false, empty texts, and empty lists and objects. */
const brief = (fields: Dict): Dict =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== false &&
        value !== "" &&
        !(Array.isArray(value) && value.length === 0) &&
        !(isDict(value) && Object.keys(value).length === 0),
    ),
  );

/** Returns the id of a parent with its kind, such as `{ page_id }`. */
function parentOf(parent: unknown): Dict | undefined {
  if (!isDict(parent) || typeof parent.type !== "string") return undefined;
  return { [parent.type]: parent[parent.type] };
}

const iconOf = (icon: unknown): unknown => (isDict(icon) ? icon.emoji : undefined);

export function pageView({ id, url, properties, parent, icon, in_trash, archived, created_time, last_edited_time, object }: Dict): Dict {
  return brief({
    object,
    id,
    properties: simpleValues(properties),
    parent: parentOf(parent),
    icon: iconOf(icon),
    in_trash: in_trash ?? archived,
    created_time,
    last_edited_time,
    url,
  });
} // prettier-ignore

export function databaseView({ id, url, title, description, data_sources, parent, icon, in_trash, is_inline, last_edited_time }: Dict): Dict {
  return brief({
    id,
    title: readableText(title),
    description: readableText(description),
    data_sources,
    parent: parentOf(parent),
    icon: iconOf(icon),
    is_inline,
    in_trash,
    last_edited_time,
    url,
  });
} // prettier-ignore

export function dataSourceView({ id, url, title, description, properties, parent, database_parent, icon, in_trash, last_edited_time, object }: Dict): Dict {
  return brief({
    object,
    id,
    title: readableText(title),
    description: readableText(description),
    properties: simpleSchema(properties),
    parent: parentOf(parent),
    database_parent: parentOf(database_parent),
    icon: iconOf(icon),
    in_trash,
    last_edited_time,
    url,
  });
} // prettier-ignore

/** A result of a search: a page or a data source. */
export const foundView = (record: Dict): Dict =>
  record.object === "data_source" ? dataSourceView(record) : pageView(record);

export function blockView({ id, type, has_children, in_trash, archived, ...content }: Dict): Dict {
  const own = typeof type === "string" ? content[type] : undefined;
  return brief({
    id,
    type,
    ...(isDict(own) ? contentOf(own) : {}),
    has_children,
    in_trash: in_trash ?? archived,
  });
}

/** Returns the fields of a block's content, with readable text in place of rich text. */
function contentOf(content: Dict): Dict {
  const { rich_text: text, color, ...others } = content;
  return {
    text: isRichText(text) ? readableText(text) : undefined,
    color: color === "default" ? undefined : color,
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, readable(value)])),
  };
}

/** Replaces rich text by readable text, at any depth: in captions, and in the cells of a table. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 && isRichText(value) ? readableText(value) : value.map(readable);
  if (!isDict(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, readable(one)]));
} // prettier-ignore

export function commentView({ id, discussion_id, parent, rich_text, created_by, created_time, last_edited_time, display_name, attachments }: Dict): Dict {
  return brief({
    id,
    discussion_id,
    text: readableText(rich_text),
    by: isDict(display_name) ? display_name.resolved_name : isDict(created_by) ? created_by.id : undefined,
    parent: parentOf(parent),
    created_time,
    last_edited_time: last_edited_time === created_time ? undefined : last_edited_time,
    attachments,
  });
} // prettier-ignore

export function userView({ id, name, type, person, bot }: Dict): Dict {
  return brief({
    id,
    name,
    type,
    email: isDict(person) ? person.email : undefined,
    workspace: isDict(bot) ? bot.workspace_name : undefined,
  });
}

/** One property of a page: a simple value, or the page's list of items. */
export function propertyView(record: Dict): Dict {
  const { object, results, has_more, next_cursor } = record;
  if (object !== "list") return { value: simpleValue(record) };
  const items = Array.isArray(results) ? results.map(simpleValue) : [];
  return brief({ items, has_more, next_cursor });
}
