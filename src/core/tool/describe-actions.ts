import type { ActionIndex, CompiledAction } from "../contract/compiled-action.ts";
import { weakest } from "../contract/effect.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { OutputOptions } from "../contract/tool.ts";
import { isDict, type Dict } from "../ground/json.ts";
import { describeType } from "../schema/signature.ts";
import { firstFitting } from "./output-budget.ts";
import { shareParams } from "./share-params.ts";

/**
 * Returns details of one action, details of an entity's actions, or one line per action of the connector. Returns
 * as many details as fit into the output budget.
 * @throws ConnectorError `unknown_entity`, `unknown_action`
 */
export async function describeActions(
  lookup: ActionIndex,
  entity: string | undefined,
  action: string | undefined,
  options: OutputOptions,
): Promise<Dict> {
  const actions: CompiledAction[] = [];
  for (const [entityName, actionName] of lookup.select(entity, action))
    actions.push(await lookup.compile(entityName, actionName));
  const inEntities = (details: (one: CompiledAction) => unknown) => {
    const entities: Record<string, Dict> = {};
    for (const one of actions) (entities[one.entity] ??= {})[one.action] = details(one);
    return entities;
  };
  const full = () => shareParams(inEntities((one) => detailsOf(one, inWords(one.json))));
  const brief = () => inEntities((one) => detailsOf(one, typesInWords(one.json)));
  const lines = () => inEntities(({ signature, definition }) => `${signature}: ${definition.description}`);
  const names = () =>
    Object.fromEntries(
      Object.entries(inEntities(() => "")).map(([name, of]) => [name, Object.keys(of).join(", ")]),
    );
  const counts = () => ({
    hint: "These are the entities, with the numbers of their actions. Describe one entity, or search for actions.",
    entities: Object.entries(inEntities(() => "")).map(([name, of]) => `${name}: ${Object.keys(of).length}`),
  });
  if (action !== undefined) return firstFitting([full, brief, lines], options);
  return firstFitting(entity === undefined ? [lines, names, counts] : [full, lines, names], options);
}

const detailsOf = ({ definition, fields }: CompiledAction, params: unknown) => ({
  description: definition.description,
  effect: weakest(definition.effect),
  params,
  example: definition.example,
  answers: fields,
});

/** Removes the `pattern` of each property that has a description, because the description explains the format. */
function inWords(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (!isDict(value) || typeof value.pattern !== "string" || typeof value.description !== "string")
      return value;
    const { pattern: _pattern, ...rest } = value;
    return rest;
  }) as JsonSchema;
}

/** Describes the type of each param in words. Optional params end with `?`. */
const typesInWords = ({ properties = {}, required = [] }: JsonSchema): Dict =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      `${name}${required.includes(name) ? "" : "?"}`,
      describeType(schema),
    ]),
  );
