import { type Dict, show } from "../../../src/core/ground/json.ts";
import { findDataSource } from "../find.ts";
import { readId, readList, readObject, readText } from "../http/read-fields.ts";
import { invalid, notImitated, refused } from "../http/refusal.ts";
import type { DataSource, Option, Property, World } from "../world-types.ts";

// https://developers.notion.com/reference/property-object
// https://developers.notion.com/reference/update-data-source-properties

/** The types of properties, and the configuration that they have by default. */
const configs: Readonly<Record<string, Dict>> = {
  title: {},
  rich_text: {},
  number: { format: "number" },
  select: { options: [] },
  multi_select: { options: [] },
  status: { options: [], groups: [] },
  date: {},
  people: {},
  files: {},
  checkbox: {},
  url: {},
  email: {},
  phone_number: {},
  relation: {},
  created_time: {},
  created_by: {},
  last_edited_time: {},
  last_edited_by: {},
  unique_id: { prefix: null },
};
const colors = ["default", "gray", "brown", "orange", "yellow", "green", "blue", "purple", "pink", "red"];
const common: ReadonlySet<string> = new Set(["id", "name", "type", "description"]);

export const propertyView = ({ id, name, type, description, config }: Property): Dict => ({
  id,
  name,
  description,
  type,
  [type]: config,
});

export const isPropertyType = (type: string): boolean => Object.hasOwn(configs, type);

/** Creates a property. A status property gets its options only from a given workspace, not from a request. */
export function newProperty(
  world: World,
  name: string,
  type: string,
  config: Dict,
  path: string,
): Property {
  const options = config.options === undefined ? undefined : readOptions(world, [], config.options, `${path}.options`);
  return {
    id: type === "title" ? "title" : world.newId().slice(0, 4),
    name,
    type,
    description: null,
    config: { ...configs[type], ...config, ...(options ? { options } : {}) },
  };
} // prettier-ignore

/** Reads the schema of a new data source. */
export function readSchema(world: World, value: unknown, path: string): Property[] {
  const properties = Object.entries(readObject(value, path)).map(([name, given]) =>
    readProperty(world, name, readObject(given, `${path}.${name}`), `${path}.${name}`),
  );
  if (properties.filter(({ type }) => type === "title").length !== 1)
    throw invalid(path, "should have exactly one property of the type title.");
  return properties;
}

function readProperty(world: World, name: string, given: Dict, path: string): Property {
  const type = typeOf(given, path);
  if (type === undefined) throw invalid(path, "should have the configuration of a type.");
  if (type === "status") throw notImitated("new properties of the type status");
  const config = readObject(given[type], `${path}.${type}`);
  const named = typeof given.name === "string" ? given.name : name;
  return newProperty(world, named, type, type === "relation" ? relation(world, config, `${path}.relation`) : readConfig(type, config, path), path); // prettier-ignore
}

function readConfig(type: string, config: Dict, path: string): Dict {
  return readObject(config, `${path}.${type}`, Object.keys(configs[type]!).filter((name) => name !== "groups"));
} // prettier-ignore

function relation(world: World, config: Dict, path: string): Dict {
  if (config.dual_property !== undefined) throw notImitated("relations with two sides");
  const { id, parent } = findDataSource(world, config.data_source_id, `${path}.data_source_id`);
  return { database_id: parent.database_id, data_source_id: id, type: "single_property", single_property: {} }; // prettier-ignore
}

function typeOf(given: Dict, path: string): string | undefined {
  const names = Object.keys(given).filter((name) => !common.has(name));
  if (names.length > 1) throw invalid(path, "should have the configuration of one type.");
  const [type] = names;
  if (type !== undefined && !isPropertyType(type)) throw notImitated(`properties of the type ${type}`);
  return type;
}

/** Returns the property with a name or an id. */
export const propertyOf = ({ properties }: DataSource, key: string): Property | undefined =>
  properties.find(({ id, name }) => name === key || id === key || encodeURIComponent(id) === key);

/** Changes the schema of a data source: adds, renames, changes or removes properties. */
export function changeSchema(world: World, source: DataSource, value: unknown, path: string): void {
  let properties = source.properties;
  for (const [key, given] of Object.entries(readObject(value, path))) {
    const where = `${path}.${key}`;
    const old = propertyOf({ ...source, properties }, key);
    if (given === null || !old) {
      if (given === null && !old) throw refused(`${key} is not a property that exists.`);
      if (old?.type === "title") throw refused("The title property cannot be removed.");
      properties = old ? properties.filter((one) => one !== old) : [...properties, readProperty(world, key, readObject(given, where), where)]; // prettier-ignore
    } else {
      const changed = changeProperty(world, old, readObject(given, where), where);
      properties = properties.map((one) => (one === old ? changed : one));
    }
  }
  const names = properties.map(({ name }) => name);
  if (new Set(names).size < names.length) throw refused("Two properties cannot have the same name.");
  if (properties.filter(({ type }) => type === "title").length !== 1)
    throw refused("A data source has exactly one title property.");
  source.properties = properties;
}

function changeProperty(world: World, old: Property, given: Dict, path: string): Property {
  const type = typeOf(given, path) ?? old.type;
  const name = given.name === undefined ? old.name : readText(given.name, `${path}.name`);
  const description = given.description === undefined ? old.description : (given.description as string | null); // prettier-ignore
  if (type !== old.type) throw notImitated(`the change of a property from ${old.type} to ${type}`);
  const config = readObject(given[type] ?? {}, `${path}.${type}`);
  if (type === "status" && (config.options !== undefined || name !== old.name))
    throw refused("The name and the options of a status property cannot be changed through the API.");
  const options = config.options === undefined ? {} : { options: readOptions(world, old.config.options ?? [], config.options, `${path}.${type}.options`) }; // prettier-ignore
  const more = type === "relation" ? (config.data_source_id === undefined ? {} : relation(world, config, path)) : readConfig(type, config, path); // prettier-ignore
  return { ...old, name, description, config: { ...old.config, ...more, ...options } };
}

/** Reads the options of a select. Existing options keep their ids; those that are not in the list are removed. */
function readOptions(
  world: World,
  old: readonly Option[],
  value: unknown,
  path: string,
): Option[] {
  const all = readList(value, path).map((one, index): Option => {
    const where = `${path}[${index}]`;
    const given = readObject(one, where, ["id", "name", "color", "description"]);
    const known = old.find(({ id, name }) => id === given.id || name === given.name);
    if (known) return known;
    const name = readOptionName(given.name, `${where}.name`);
    const color = typeof given.color === "string" ? given.color : colors[(index % 9) + 1]!;
    if (!colors.includes(color)) throw invalid(`${where}.color`, `should be one of ${colors.join(", ")}, instead was ${show(color)}.`); // prettier-ignore
    return { id: world.newId(), name, color, description: (given.description as string | undefined) ?? null };
  });
  const names = all.map(({ name }) => name);
  if (new Set(names).size < names.length) throw invalid(path, "should have no option twice.");
  return all;
} // prettier-ignore

export function readOptionName(value: unknown, path: string): string {
  const name = readText(value, path, 100);
  if (name === "" || name.includes(",")) throw invalid(path, "should be a name without commas.");
  return name;
}

/** Returns an option by name or id. An unknown name becomes a new option, as in Notion, but not of a status. */
export function optionFor(world: World, property: Property, value: unknown, path: string): Option {
  const given = readObject(value, path, ["id", "name", "color", "description"]);
  const options = (property.config.options ??= []);
  const known = options.find(({ id, name }) => (given.id === undefined ? name === given.name : id === given.id)); // prettier-ignore
  if (known) return known;
  if (given.id !== undefined || property.type === "status")
    throw refused(`Invalid ${property.type} option: ${show(given.name ?? given.id)} does not exist in ${property.name}.`); // prettier-ignore
  const name = readOptionName(given.name, `${path}.name`);
  const option = { id: world.newId(), name, color: colors[(options.length % 9) + 1]!, description: null };
  options.push(option);
  return option;
}

export const relatedSource = (property: Property): string =>
  readId(property.config.data_source_id, "relation");
