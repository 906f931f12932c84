import type { Dict } from "../../../src/core/ground/json.ts";
import { stamps } from "../content/blocks.ts";
import { propertiesOf, propertyValueView } from "../properties/values.ts";
import { propertyView } from "../properties/schema.ts";
import type { DataSource, Database, Page, World } from "../world-types.ts";
import { addressOf } from "./address.ts";

const preciseTime = (time: number): string => new Date(time).toISOString().replace("Z", "+00:00");

/** Returns a page as in Notion's answers. `only`: the ids of the properties to show. */
export function pageView(world: World, page: Page, only?: readonly string[]): Dict {
  const { id, cover, icon, parent, in_trash, is_locked } = page;
  const shown = propertiesOf(world, page).filter((one) => !only || only.includes(one.id));
  return {
    object: "page",
    id,
    ...stamps(page),
    cover,
    icon,
    parent,
    in_trash,
    is_archived: false,
    is_locked,
    properties: Object.fromEntries(shown.map((one) => [one.name, propertyValueView(world, page, one)])),
    url: addressOf(page),
    public_url: null,
    archived: in_trash,
  };
}

export function databaseView(world: World, database: Database): Dict {
  const { id, title, description, parent, is_inline, in_trash, is_locked, icon, cover } = database;
  const sources = sourcesOf(world, id);
  return {
    object: "database",
    id,
    title,
    description,
    parent,
    is_inline,
    in_trash,
    is_locked,
    created_time: preciseTime(database.created),
    last_edited_time: preciseTime(database.edited),
    data_sources: sources.map((one) => ({
      id: one.id,
      name: one.title.map(({ plain_text }) => plain_text).join(""),
    })),
    icon,
    cover,
    url: addressOf(database),
    public_url: null,
    archived: in_trash,
  };
}

export const sourcesOf = (world: World, database: string): DataSource[] =>
  [...world.things.values()].filter(
    (one): one is DataSource =>
      one.kind === "data_source" && one.parent.database_id === database && !one.in_trash,
  );

export function dataSourceView(world: World, source: DataSource): Dict {
  const { id, cover, icon, title, description, properties, parent, in_trash } = source;
  const database = world.things.get(String(parent.database_id)) as Database;
  return {
    object: "data_source",
    id,
    cover,
    icon,
    ...stamps(source),
    title,
    description,
    is_inline: database.is_inline,
    properties: Object.fromEntries(properties.map((one) => [one.name, propertyView(one)])),
    parent,
    database_parent: database.parent,
    url: addressOf(database),
    public_url: null,
    in_trash,
    archived: in_trash,
  };
}
