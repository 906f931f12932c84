import { operationNames } from "../contract/action.ts";
import type { ActionIndex } from "../contract/compiled-action.ts";
import { type ActionData, type ConnectorFile, fileFormat } from "../contract/connector-file.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";

/**
 * Compiles a connector into plain JSON. `origins` are all origins to which the connector can send requests.
 * @throws ConnectorError `config_error` if the schemas of an action are invalid
 */
export async function compileConnector(
  { name, title }: ConnectorDefinition,
  { all, compile }: Pick<ActionIndex, "all" | "compile">,
  origins: readonly string[],
): Promise<ConnectorFile> {
  const actions: Record<string, Record<string, ActionData>> = {};
  for (const [entity, action, definition] of all) {
    const { schemas } = await compile(entity, action);
    const { description, effect, example, paginated, untrusted } = definition;
    const { weakest, strongest } =
      typeof effect === "string" ? { weakest: effect, strongest: effect } : effect;
    (actions[entity] ??= {})[action] = {
      description,
      effect: weakest === strongest ? weakest : { weakest, strongest },
      ...schemas,
      example: example as ActionData["example"],
      ...(paginated ? { paginated } : {}),
      ...(untrusted ? { untrusted } : {}),
      calls: operationNames(definition),
    };
  }
  // Return a copy, so that a caller cannot change the schemas that other callers use.
  return structuredClone({ format: fileFormat, name, title, origins, actions });
}
