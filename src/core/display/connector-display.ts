import type { ActionDescription, ActionIndex, Catalogue } from "../contract/compiled-action.ts";
import type { Dict } from "../ground/json.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { showAs } from "./show-as.ts";
import type { Note, Shown } from "./shown.ts";

/**
 * Lets notebooks and `console.log` show a connector: its entities, and examples of calls. Notebooks also show the
 * actions of each entity.
 */
export function displayConnector(connector: object, title: string, { all }: Pick<ActionIndex, "all">): void {
  const shown = () => {
    const entities = new Map<string, string[]>();
    for (const [entity, action] of all) entities.set(entity, [...(entities.get(entity) ?? []), action]);
    const rows = [...entities].map(([entity, actions]) => [entity, actions.join(", ")]);
    return { title: `Connector for ${title}`, value: Object.fromEntries(rows) as Dict, notes: howToGoOn };
  };
  const brief = () => {
    const names = Object.keys(shown().value);
    const notes = [{ text: names.join(", ") }, ...howToGoOn];
    return { title: `Connector for ${title}`, value: `${names.length} entities`, notes };
  };
  showAs(connector, shown, brief);
}

const howToGoOn: readonly Note[] = [
  { text: "To call an action:", code: "await connector.entity.action(params)" },
  { text: "To see the params of an action:", code: `await connector.describe("entity", "action")` },
  { text: "To find an action:", code: `await connector.searchActions("what it should do")` },
];

/** Lets notebooks and `console.log` show the result of `describe()`: one action with its params, or tables of actions. */
export function displayCatalogue(catalogue: Catalogue): Catalogue {
  return showAs(catalogue, () => shownCatalogue(catalogue));
}

function shownCatalogue({ connector, entities }: Catalogue): Shown {
  const all = Object.entries(entities);
  const [[entity, actions] = ["", {}]] = all;
  const [[action, description] = [], second] = Object.entries(actions);
  if (all.length === 1 && description && !second)
    return { title: `${connector}: ${entity}.${action}`, value: detailsOf(description), notes: [] };
  const rows = all.map(([name, some]) => [
    name,
    Object.values(some).map(({ signature, effect, description }) => ({ signature, effect, description })),
  ]);
  return { title: connector, value: Object.fromEntries(rows), notes: [] };
}

const detailsOf = ({ signature, effect, description, params, example, fields, docs }: ActionDescription) => ({
  signature,
  effect,
  description,
  example: JSON.stringify(example),
  params: Object.entries(params.properties ?? {}).map(([param, schema]) => ({
    param,
    type: typeOf(schema),
    required: params.required?.includes(param) === true,
    description: schema.description,
  })),
  fields,
  docs,
});

function typeOf({ type, enum: values, items, anyOf }: JsonSchema): string {
  if (Array.isArray(values)) return values.join(" | ");
  if (type === "array" && items) return `list of ${typeOf(items)}`;
  if (Array.isArray(anyOf)) return anyOf.map((one: JsonSchema) => typeOf(one)).join(" | ");
  return typeof type === "string" ? type : "any value";
}
