import { operationNames } from "../../contract/action.ts";
import type { FindAction, ActionEntry } from "../../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../../contract/definition.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { cut, show } from "../../ground/json.ts";
import { createSameName, nearest, sameName } from "../../ground/similar-names.ts";

/**
 * Finds an action by its name, by an alias, or by the platform's operation, such as `chat.postMessage`. Errors suggest
 * similar names.
 */
export function createFind(
  { title, actionAliases = {} }: ConnectorDefinition,
  all: readonly ActionEntry[],
): FindAction {
  let built: Names | undefined;
  const names = () => (built ??= namesOf(all, actionAliases));
  /** Tries exact names, then aliases and operations, then other spellings. */
  const meant = (entity: string, action: string): ActionEntry => {
    const { exact, actions, others, sameEntity, sameOther } = names();
    const asked = `${entity}.${action}`;
    const found = exact.get(asked) ?? singleMatch(asked, action, others.get(asked));
    if (found) return found;
    const known = sameEntity(entity);
    const siblings = (known !== undefined && actions.get(known)) || [];
    const sameAction = sameName(action, siblings);
    if (known !== undefined && sameAction !== undefined) return exact.get(`${known}.${sameAction}`)!;
    const other = sameOther(asked);
    const byOther = other === undefined ? undefined : singleMatch(other, action, others.get(other));
    if (byOther) return byOther;
    throw known === undefined
      ? unknownEntity(title, entity, [...actions.keys()])
      : unknownAction(known, action, siblings);
  };

  return (entityName, actionName, notes) => {
    if (typeof entityName !== "string")
      throw missingName("entity", `Entities: ${listSome([...names().actions.keys()])}.`);
    if (typeof actionName !== "string") throw missingName("action", actionsHint(names(), entityName));
    const [entity, action, definition] = meant(entityName, actionName);
    const asked = `${entityName}.${actionName}`;
    if (`${entity}.${action}` !== asked) notes.push(`${cut(asked, 80)} read as ${entity}.${action}`);
    return { entity, action, definition };
  };
}

/** The actions by name, for lookups in constant time. */
interface Names {
  /** The keys are `entity.action`. */
  exact: ReadonlyMap<string, ActionEntry>;
  actions: ReadonlyMap<string, readonly string[]>;
  /** The keys are aliases and names of operations. Several actions can use the same operation. */
  others: ReadonlyMap<string, readonly ActionEntry[]>;
  sameEntity(name: string): string | undefined;
  sameOther(name: string): string | undefined;
}

function namesOf(all: readonly ActionEntry[], aliases: Readonly<Record<string, string>>): Names {
  const exact = new Map<string, ActionEntry>();
  const actions = new Map<string, string[]>();
  const others = new Map<string, ActionEntry[]>();
  const add = <One>(map: Map<string, One[]>, key: string, one: One) => {
    const list = map.get(key);
    if (list) list.push(one);
    else map.set(key, [one]);
  };
  for (const one of all) {
    const [entity, action, definition] = one;
    exact.set(`${entity}.${action}`, one);
    add(actions, entity, action);
    add(others, operationNames(definition)[0]!, one);
  }
  for (const [alias, target] of Object.entries(aliases)) {
    const one = exact.get(target);
    if (one) others.set(alias, [one]);
  }
  return {
    exact,
    actions,
    others,
    sameEntity: createSameName([...actions.keys()]),
    sameOther: createSameName([...others.keys()]),
  };
}

/**
 * Returns the only action in `found`. If there are several, returns the action with the name `action`.
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

const mostListed = 60;

const listSome = (names: readonly string[]): string =>
  names.length <= mostListed
    ? names.join(", ")
    : `${names.slice(0, mostListed).join(", ")} and ${names.length - mostListed} more`;

function actionsHint({ actions, sameEntity }: Names, entityName: string): string {
  const entity = sameEntity(entityName);
  return entity === undefined
    ? `Entities: ${listSome([...actions.keys()])}.`
    : `Actions of ${entity}: ${listSome(actions.get(entity)!)}.`;
}

const missingName = (path: "entity" | "action", hint: string) =>
  new ConnectorError(`unknown_${path}`, `${path} is missing, or not a string.`, { path, hint });

const meant = (near: string | undefined): string => (near === undefined ? "." : `, did you mean ${near}?`);

export function unknownEntity(title: string, name: unknown, entities: readonly string[]): ConnectorError {
  const near = typeof name === "string" ? nearest(name, entities) : undefined;
  return new ConnectorError("unknown_entity", `${title} has no entity ${show(name)}${meant(near)}`, {
    path: "entity",
    hint: `Entities: ${listSome(entities)}.`,
  });
}

function unknownAction(entity: string, name: string, actions: readonly string[]): ConnectorError {
  const near = nearest(name, actions);
  return new ConnectorError("unknown_action", `${entity} has no action ${show(name)}${meant(near)}`, {
    path: "action",
    hint: `Actions of ${entity}: ${listSome(actions)}.`,
  });
}
