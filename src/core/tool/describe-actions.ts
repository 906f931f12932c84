import type { ActionIndex, CompiledAction } from "../contract/compiled-action.ts";
import { weakest } from "../contract/effect.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { OutputOptions } from "../contract/tool.ts";
import { isDict, type Dict } from "../ground/json.ts";
import { describeType } from "../schema/signature.ts";
import { firstFitting } from "./output/output-budget.ts";
import { shareParams } from "./share-params.ts";

/**
 * Returns as many details of one action, or of an entity's actions, as fit into the output budget.
 * @throws ConnectorError `unknown_entity`, `unknown_action`
 */
export async function describeActions(
  lookup: ActionIndex,
  entity: string,
  action: string | undefined,
  options: OutputOptions,
): Promise<Dict> {
  const actions = await compiledActions(lookup, entity, action);
  const full = () => shareParams(inEntities(actions, (one) => detailsOf(one, inWords(one.json))));
  const brief = () => inEntities(actions, (one) => detailsOf(one, typesInWords(one.json)));
  const lines = () => linesOf(actions);
  if (action !== undefined) return firstFitting([full, brief, lines], options);
  return firstFitting([full, lines, () => namesOf(actions)], options);
}

/**
 * Returns the permissions, under the key `connector`, and one line per action. If the lines do not fit into the output
 * budget, returns only the names of the actions, or only the number of actions of each entity.
 */
export async function describeConnector(
  lookup: ActionIndex,
  permissions: Dict,
  options: OutputOptions,
): Promise<Dict> {
  const actions = await compiledActions(lookup);
  const about = { connector: permissions };
  const counts = () => ({
    ...about,
    hint: "These are the entities, with the numbers of their actions. Describe one entity, or search for actions.",
    entities: Object.entries(inEntities(actions, () => "")).map(
      ([name, of]) => `${name}: ${Object.keys(of).length}`,
    ),
  });
  return firstFitting(
    [() => ({ ...about, ...linesOf(actions) }), () => ({ ...about, ...namesOf(actions) }), counts],
    options,
  );
}

async function compiledActions(
  lookup: ActionIndex,
  entity?: string,
  action?: string,
): Promise<CompiledAction[]> {
  const actions: CompiledAction[] = [];
  for (const [entityName, actionName] of lookup.select(entity, action))
    actions.push(await lookup.compile(entityName, actionName));
  return actions;
}

function inEntities(
  actions: readonly CompiledAction[],
  details: (one: CompiledAction) => unknown,
): Record<string, Dict> {
  const entities: Record<string, Dict> = {};
  for (const one of actions) (entities[one.entity] ??= {})[one.action] = details(one);
  return entities;
}

const linesOf = (actions: readonly CompiledAction[]) =>
  inEntities(actions, ({ signature, definition }) => `${signature}: ${definition.description}`);

const namesOf = (actions: readonly CompiledAction[]) =>
  Object.fromEntries(
    Object.entries(inEntities(actions, () => "")).map(([name, of]) => [name, Object.keys(of).join(", ")]),
  );

const detailsOf = ({ definition, fields }: CompiledAction, params: unknown) => ({
  description: definition.description,
  effect: weakest(definition.effect),
  params,
  example: definition.example,
  answers: fields,
});

/** Keywords whose values do not help a model. The validation still checks these keywords. */
const obvious: Readonly<Record<string, unknown>> = { additionalProperties: false, minItems: 1, minLength: 1 };

/** Removes obvious keywords, and each `pattern` whose format a description explains. */
function inWords(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (!isDict(value)) return value;
    const explained = typeof value.pattern === "string" && typeof value.description === "string";
    return Object.fromEntries(
      Object.entries(value).filter(
        ([keyword, one]) =>
          !(explained && keyword === "pattern") &&
          !(Object.hasOwn(obvious, keyword) && obvious[keyword] === one),
      ),
    );
  }) as JsonSchema;
}

/** Returns the type of each param in words. The names of optional params end with `?`. */
const typesInWords = ({ properties = {}, required = [] }: JsonSchema): Dict =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      `${name}${required.includes(name) ? "" : "?"}`,
      describeType(schema),
    ]),
  );
