import type { JsonSchema } from "../contract/json-schema.ts";
import { isDict, type Dict } from "../ground/json.ts";

/** The minimum length of a shared schema, in characters of JSON. A shorter schema costs as much as its `$ref`. */
const worthSharing = 60;

/**
 * Moves a schema to `$defs` if several actions have a param with the same name and schema, so that the model reads
 * the schema only once. `entities`: the details of actions, by entity and action.
 */
export function shareParams(entities: Readonly<Record<string, Dict>>): Dict {
  const counts = new Map<string, number>();
  const keyOf = (name: string, schema: unknown) => `${name} ${JSON.stringify(schema)}`;
  for (const [name, schema] of paramsIn(entities)) {
    const key = keyOf(name, schema);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const $defs: Record<string, JsonSchema> = {};
  /** The names of the shared schemas in `$defs`. */
  const names = new Map<string, string>();
  const share = (name: string, schema: JsonSchema): JsonSchema => {
    const key = keyOf(name, schema);
    if (counts.get(key)! < 2 || key.length < worthSharing) return schema;
    let shared = names.get(key);
    if (shared === undefined) {
      shared = name;
      for (let number = 2; Object.hasOwn($defs, shared); number++) shared = `${name}_${number}`;
      names.set(key, shared);
      $defs[shared] = schema;
    }
    return { $ref: `#/$defs/${shared}` };
  };
  const shared = mapParams(entities, share);
  return names.size === 0 ? entities : { ...shared, $defs };
}

const propertiesOf = (details: unknown): Record<string, JsonSchema> =>
  isDict(details) && isDict(details.params) && isDict(details.params.properties)
    ? (details.params.properties as Record<string, JsonSchema>)
    : {};

const paramsIn = (entities: Readonly<Record<string, Dict>>): [string, JsonSchema][] =>
  Object.values(entities).flatMap((actions) =>
    Object.values(actions).flatMap((details) => Object.entries(propertiesOf(details))),
  );

const mapParams = (
  entities: Readonly<Record<string, Dict>>,
  change: (name: string, schema: JsonSchema) => JsonSchema,
): Dict =>
  mapValues(entities, (actions) =>
    mapValues(actions, (details) => ({
      ...(details as Dict),
      params: {
        ...((details as Dict).params as Dict),
        properties: Object.fromEntries(
          Object.entries(propertiesOf(details)).map(([name, schema]) => [name, change(name, schema)]),
        ),
      },
    })),
  );

const mapValues = <From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
