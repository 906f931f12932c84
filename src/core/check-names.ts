import type { Action, ActionDefinition } from "./action.ts";
import type { ConnectorDefinition } from "./connector.ts";
import { ConnectorError } from "./errors.ts";

/** Names that a connector, a promise or an object has a use for already. */
const reserved = new Set([
  "name",
  "execute",
  "describe",
  "check",
  "tool",
  "tools",
  "connector",
  "then",
  "catch",
  "finally",
  "constructor",
  "prototype",
  "toString",
  "toJSON",
  "valueOf",
  "all",
]);

/** Refuses a definition whose entities or actions have names that are taken, or are no actions. */
export function checkNames({ name, entities }: ConnectorDefinition): void {
  const refuse = (what: string) =>
    new ConnectorError("config_error", `Connector ${name}: ${what}`, {
      path: "entities",
      hint: "Names are snake_case, and execute, describe, check, tool, then and the like are taken.",
    });
  for (const [entity, actions] of Object.entries(entities)) {
    if (reserved.has(entity) || !/^[a-z][a-z0-9_]*$/.test(entity))
      throw refuse(`"${entity}" cannot name an entity.`);
    for (const [action, definition] of Object.entries(actions as Record<string, Action>)) {
      if (reserved.has(action) || !/^[a-z][a-z0-9_]*$/.test(action))
        throw refuse(`"${action}" cannot name an action of ${entity}.`);
      if (!isAction(definition)) throw refuse(`${entity}.${action} is not an action.`);
    }
  }
}

const isAction = (value: Partial<ActionDefinition> | undefined) =>
  value?.description !== undefined &&
  value.effect !== undefined &&
  value.calls !== undefined &&
  value.params !== undefined;
