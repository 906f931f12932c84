import { operationNames } from "../contract/action.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import { type ActionData, type CompiledConnector, fileFormat } from "../contract/compiled-connector.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { ConnectorError } from "../ground/errors.ts";

/**
 * Compiles a connector into plain JSON. `origins`: all origins to which the connector can send requests. `tool`: the
 * tool without options.
 * @throws ConnectorError `config_error` if a schema is invalid or cannot be expressed in JSON Schema
 */
export async function compileConnector(
  { name, title, everyday, onlyByName }: ConnectorDefinition,
  { all, compile }: Pick<ActionIndex, "all" | "compile">,
  { origins, tool }: Pick<CompiledConnector, "origins" | "tool">,
): Promise<CompiledConnector> {
  const actions: Record<string, Record<string, ActionData>> = {};
  for (const [entity, action, definition] of all) {
    const { schemas, inexact, scopes } = await compile(entity, action);
    if (inexact !== undefined)
      throw new ConnectorError("config_error", `The compiled form cannot express ${inexact}.`, {
        path: `entities.${entity}.${action}.params`,
        hint: "Use only what JSON Schema can say, and move other rules to the action's check function.",
      });
    const { description, effect, example, paginated, anyOf, oneOf, peopleFields, platformFields, repeats } =
      definition;
    const { weakest, strongest } =
      typeof effect === "string" ? { weakest: effect, strongest: effect } : effect;
    (actions[entity] ??= {})[action] = {
      description,
      effect: weakest === strongest ? weakest : { weakest, strongest },
      ...schemas,
      example: example as ActionData["example"],
      ...(anyOf ? { anyOf } : {}),
      ...(oneOf ? { oneOf } : {}),
      ...(paginated ? { paginated } : {}),
      ...(peopleFields ? { peopleFields } : {}),
      ...(repeats ? { repeats } : {}),
      ...(platformFields ? { platformFields } : {}),
      calls: operationNames(definition),
      ...(scopes ? { scopes } : {}),
    };
  }
  // All callers share the compiled schemas, so each caller gets a copy.
  return structuredClone({
    format: fileFormat,
    name,
    title,
    origins,
    ...(everyday ? { everyday } : {}),
    ...(onlyByName ? { onlyByName } : {}),
    tool,
    actions,
  });
}
