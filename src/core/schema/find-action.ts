import { operationNames } from "../contract/action.ts";
import type { FindAction, ActionEntry } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { ConnectorError } from "../ground/errors.ts";
import { cut, show } from "../ground/json.ts";
import { nearest, sameName } from "../ground/similar-names.ts";

/** Creates the function that finds actions by their names, aliases and operations. Its errors suggest similar names. */
export function createFind(
  { title, actionAliases = {} }: ConnectorDefinition,
  all: readonly ActionEntry[],
): FindAction {
  const names = [...new Set(all.map(([entity]) => entity))];
  const actionsOf = (entity: string) => all.filter((one) => one[0] === entity).map(([, action]) => action);
  const exact = (entity: string, action: string) => all.find((one) => one[0] === entity && one[1] === action);
  /** The actions by their other names: aliases, and names of operations. Several actions can use the same operation. */
  const others = new Map<string, ActionEntry[]>();
  for (const one of all) {
    const operation = operationNames(one[2])[0]!;
    others.set(operation, [...(others.get(operation) ?? []), one]);
  }
  for (const [alias, target] of Object.entries(actionAliases)) {
    const [entity = "", action = ""] = target.split(".");
    const one = exact(entity, action);
    if (one) others.set(alias, [one]);
  }
  /** Finds the action for the given names. Tries exact names, then aliases and operations, then other spellings. */
  const meant = (entity: string, action: string): ActionEntry => {
    const asked = `${entity}.${action}`;
    const found = exact(entity, action) ?? singleMatch(asked, action, others.get(asked));
    if (found) return found;
    const sameEntity = sameName(entity, names);
    const actions = sameEntity === undefined ? [] : actionsOf(sameEntity);
    const sameAction = sameName(action, actions);
    if (sameEntity !== undefined && sameAction !== undefined) return exact(sameEntity, sameAction)!;
    const other = sameName(asked, [...others.keys()]);
    const byOther = other === undefined ? undefined : singleMatch(other, action, others.get(other));
    if (byOther) return byOther;
    throw sameEntity === undefined
      ? unknownEntity(title, entity, names)
      : unknownAction(sameEntity, action, actions);
  };

  return (entityName, actionName, notes) => {
    if (typeof entityName !== "string") throw missingName("entity", `Entities: ${names.join(", ")}.`);
    if (typeof actionName !== "string") throw missingName("action", "Give the name of an action.");
    const [entity, action, definition] = meant(entityName, actionName);
    const asked = `${entityName}.${actionName}`;
    if (`${entity}.${action}` !== asked) notes.push(`${cut(asked, 80)} read as ${entity}.${action}`);
    return { entity, action, definition };
  };
}

/**
 * Returns the only action in `found`, or undefined if `found` is empty. If `found` contains several actions, returns
 * the action whose name is `action`.
 * @throws ConnectorError `unknown_action` if the choice is not clear
 */
function singleMatch(
  name: string,
  action: string,
  found: readonly ActionEntry[] = [],
): ActionEntry | undefined {
  if (found.length < 2) return found[0];
  const same = found.filter((one) => one[1] === action);
  if (same.length === 1) return same[0];
  throw new ConnectorError("unknown_action", `${cut(name, 80)} matches more than one action.`, {
    path: "action",
    hint: `Call one of ${found.map(([entity, action]) => `${entity}.${action}`).join(", ")}.`,
  });
}

const missingName = (path: "entity" | "action", hint: string) =>
  new ConnectorError(`unknown_${path}`, `${path} is missing, or not a string.`, { path, hint });

export function unknownEntity(title: string, name: unknown, entities: readonly string[]): ConnectorError {
  const near = typeof name === "string" ? nearest(name, entities) : undefined;
  return new ConnectorError("unknown_entity", `${title} has no entity ${show(name)}.`, {
    path: "entity",
    hint: `${near ? `Did you mean ${near}? ` : ""}Entities: ${entities.join(", ")}.`,
  });
}

function unknownAction(entity: string, name: string, actions: readonly string[]): ConnectorError {
  const near = nearest(name, actions);
  return new ConnectorError("unknown_action", `${entity} has no action ${show(name)}.`, {
    path: "action",
    hint: `${near ? `Did you mean ${near}? ` : ""}Actions of ${entity}: ${actions.join(", ")}.`,
  });
}
