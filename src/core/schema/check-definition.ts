import { type Action, type ActionDefinition, operationNames } from "../contract/action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { type Effect, type EffectRule, effects } from "../contract/effect.ts";
import { ConnectorError } from "../ground/errors.ts";
import { show } from "../ground/json.ts";

/** Names that a connector, a promise or an object has a use for already. */
const reserved = new Set([
  "name",
  "execute",
  "describe",
  "check",
  "undo",
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
]);

/**
 * Refuses a definition that could not work: names that are taken, what is no action, operations that are not described,
 * aliases that lead nowhere or stand before an action.
 */
export function checkDefinition({
  name,
  auth,
  entities,
  operations,
  actionAliases = {},
}: ConnectorDefinition): void {
  const refuse = (what: string, path = "entities") =>
    new ConnectorError("config_error", `Connector ${name}: ${what}`, {
      path,
      hint: "Names are snake_case, and execute, describe, check, tool, then and the like are taken.",
    });
  if (Object.keys(auth).length === 0) throw refuse("it takes no form of credentials.", "auth");
  const known = new Set<string>();
  for (const [entity, actions] of Object.entries(entities)) {
    if (!mayName(entity)) throw refuse(`${show(entity)} cannot name an entity.`);
    for (const [action, definition] of Object.entries(actions as Record<string, Action>)) {
      if (!mayName(action)) throw refuse(`${show(action)} cannot name an action of ${entity}.`);
      if (!isAction(definition)) throw refuse(`${entity}.${action} is not an action.`);
      if (!isEffect(definition.effect)) throw refuse(`the effect of ${entity}.${action} is none.`);
      const missing = operationNames(definition).find((operation) => !Object.hasOwn(operations, operation));
      if (missing !== undefined) throw refuse(`${entity}.${action} calls ${missing}, which is no operation.`);
      known.add(`${entity}.${action}`);
    }
  }
  for (const [alias, target] of Object.entries(actionAliases)) {
    if (known.has(alias)) throw refuse(`the alias ${alias} is an action itself.`, "actionAliases");
    if (!known.has(target))
      throw refuse(`the alias ${alias} leads to ${target}, which there is not.`, "actionAliases");
  }
}

const mayName = (name: string): boolean => !reserved.has(name) && /^[a-z][a-z0-9_]*$/.test(name);

const isAction = (value: Partial<ActionDefinition> | undefined): boolean =>
  typeof value?.description === "string" &&
  value.effect !== undefined &&
  (typeof value.calls === "string" || (Array.isArray(value.calls) && value.calls.length > 0)) &&
  value.params !== undefined &&
  value.params !== null;

/** An effect, or a rule whose weakest is not stronger than its strongest. */
function isEffect(effect: Effect | EffectRule): boolean {
  const rank = (one: Effect) => effects.indexOf(one);
  if (typeof effect === "string") return rank(effect) >= 0;
  return (
    rank(effect.weakest) >= 0 &&
    rank(effect.strongest) >= rank(effect.weakest) &&
    typeof effect.of === "function"
  );
}
