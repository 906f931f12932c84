import { show } from "../../../src/core/ground/json.ts";
import { optionError } from "../../../src/core/ground/read-options.ts";
import { plainText } from "../content/rich-text.ts";
import { isPropertyType, newProperty } from "../properties/schema.ts";
import type { DataSource, Property, World } from "../world-types.ts";
import type { WorkspaceDataSource } from "./types.ts";

type Given = NonNullable<WorkspaceDataSource["properties"]>;

/** The groups into which Notion sorts the options of a status. */
const groups = ["To-do", "In progress", "Complete"];

/** Makes a schema from the types that a person has written. A title property is added if there is none. */
export function schemaOf(world: World, given: Given, path: string): Property[] {
  const properties = Object.entries(given).map(([name, one]) => {
    const where = `${path}.${name}`;
    const [type, inner] = typeof one === "string" ? [one, undefined] : (Object.entries(one)[0] ?? ["nothing", undefined]); // prettier-ignore
    if (!isPropertyType(type)) throw optionError(where, `${where}: the sandbox has no properties of the type ${show(type)}.`); // prettier-ignore
    return newProperty(world, name, type, configOf(type, inner), where);
  });
  if (properties.some(({ type }) => type === "title")) return properties;
  return [newProperty(world, "Name", "title", {}, path), ...properties];
}

function configOf(type: string, inner: unknown): Record<string, unknown> {
  if (Array.isArray(inner)) {
    const options = inner.map((name: unknown) => ({ name }));
    return { options, ...(type === "status" ? { groups: groups.map((name) => ({ name })) } : {}) };
  }
  if (type === "unique_id" && typeof inner === "string") return { prefix: inner };
  return {};
}

/** Connects relations with their data sources, when all of them exist. */
export function relate(world: World, source: DataSource, given: Given, path: string): void {
  for (const property of source.properties) {
    if (property.type !== "relation") continue;
    const one = given[property.name];
    const title = typeof one === "object" ? one.relation : undefined;
    const target = [...world.things.values()].find((thing) => thing.kind === "data_source" && plainText(thing.title) === title); // prettier-ignore
    const where = `${path}.${property.name}`;
    if (!target) throw optionError(where, `${where}: there is no data source with the title ${show(title)}.`);
    property.config = { database_id: target.parent.database_id, data_source_id: target.id, type: "single_property", single_property: {} }; // prettier-ignore
  }
}
