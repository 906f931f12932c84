import { type Action, type ActionDefinition, operationNames } from "../contract/action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { type Effect, type EffectRule, effects, needsName } from "../contract/effect.ts";
import { ConnectorError } from "../ground/errors.ts";
import { show } from "../ground/json.ts";
import { nearest } from "../ground/similar-names.ts";

/** Names that connectors, promises and objects already use. */
export const reserved = new Set([
  "name",
  "execute",
  "request",
  "describe",
  "check",
  "undo",
  "tool",
  "tools",
  "typescript",
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

interface Fault {
  what: string;
  hint: string;
}

/** @throws ConnectorError `config_error` */
export function checkDefinition({
  name,
  entities,
  operations,
  compiled,
  eventTokens = {},
  actionAliases = {},
  everyday = [],
  onlyByName = [],
}: ConnectorDefinition): void {
  const check = (path: string, fault: Fault | undefined) => {
    if (!fault) return;
    throw new ConnectorError("config_error", `Connector ${name}: ${fault.what}`, { path, hint: fault.hint });
  };
  const known = new Map<string, Action>();
  const called = new Set(Object.keys(operations));
  for (const [entity, actions] of Object.entries(entities)) {
    check("entities", nameFault(entity, "an entity"));
    for (const [action, definition] of Object.entries(actions as Record<string, Action>)) {
      const full = `${entity}.${action}`;
      const path = `entities.${full}`;
      check(`entities.${entity}`, nameFault(action, `an action of ${entity}`));
      check(path, actionFault(full, definition, compiled !== undefined));
      check(path, effectFault(full, definition.effect));
      check(path, callsFault(full, definition, called));
      check(path, jobFault(full, definition));
      for (const token of [definition.eventToken ?? []].flat())
        check(path, eventTokenFault(full, token, eventTokens));
      known.set(full, definition);
    }
  }
  const names = new Set(known.keys());
  for (const [alias, target] of Object.entries(actionAliases))
    check("actionAliases", aliasFault(alias, target, names));
  for (const full of onlyByName) check("onlyByName", setFault(full, known));
  for (const full of everyday)
    check(
      "everyday",
      setFault(full, known) ??
        (onlyByName.includes(full) || needsName(known.get(full)!)
          ? {
              what: `${full} cannot be an everyday action.`,
              hint: "A tool offers it only if an include has its full name: it is in onlyByName, needs an event token, or can spend money without a guard.",
            }
          : undefined),
    );
}

function nameFault(name: string, thing: string): Fault | undefined {
  const fault = (hint: string) => ({ what: `${show(name)} cannot be the name of ${thing}.`, hint });
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    return fault("Names are snake_case: a letter, then lower-case letters, digits or _.");
  return reserved.has(name) ? fault(`These names are reserved: ${[...reserved].join(", ")}.`) : undefined;
}

/** Allows an action without `params` if the connector's compiled form contains them. */
function actionFault(
  name: string,
  value: Partial<ActionDefinition> | undefined,
  isCompiled: boolean,
): Fault | undefined {
  if (typeof value?.description !== "string" || (!isCompiled && !value.params))
    return {
      what: `${name} is not an action.`,
      hint: "Make it with action() or listAction(). An entity's module exports nothing else.",
    };
  if (typeof value.calls === "string" || (Array.isArray(value.calls) && value.calls.length > 0)) return;
  return {
    what: `${name} calls no operation.`,
    hint: "Set calls to the operation that the action sends, or to a list of operations, the main one first.",
  };
}

function effectFault(name: string, effect: Effect | EffectRule | undefined): Fault | undefined {
  const rank = (one: Effect) => effects.indexOf(one);
  if (typeof effect !== "object" || effect === null)
    return effect !== undefined && rank(effect) >= 0
      ? undefined
      : { what: `${name} has the effect ${show(effect)}.`, hint: `Effects: ${effects.join(", ")}.` };
  const { weakest, strongest, of } = effect;
  return rank(weakest) >= 0 && rank(strongest) >= rank(weakest) && typeof of === "function"
    ? undefined
    : {
        what: `${name} has an invalid effect rule.`,
        hint: `A rule is { weakest, strongest, of }. The order of effects is ${effects.join(", ")}. of(params) returns an effect from weakest to strongest.`,
      };
}

function jobFault(name: string, { job, effect }: Action): Fault | undefined {
  if (!job || effect === "read") return undefined;
  return {
    what: `${name} has a job, and can do more than read.`,
    hint: "A job goes on after its call, when nobody can approve or stop a write. Use run, or set effect to read.",
  };
}

function callsFault(name: string, action: Action, operations: ReadonlySet<string>): Fault | undefined {
  const missing = operationNames(action).find((operation) => !operations.has(operation));
  if (missing === undefined) return undefined;
  return {
    what: `${name} calls ${show(missing)}, which is not an operation.`,
    hint: `${suggestion(missing, operations)}Add it to operations, or correct calls.`,
  };
}

function eventTokenFault(
  name: string,
  token: string,
  declared: Readonly<Record<string, string>>,
): Fault | undefined {
  if (Object.hasOwn(declared, token)) return undefined;
  return {
    what: `${name} needs the event token ${show(token)}, which is not declared.`,
    hint: `${suggestion(token, new Set(Object.keys(declared)))}Add it to eventTokens, or correct eventToken.`,
  };
}

function aliasFault(alias: string, target: string, actions: ReadonlySet<string>): Fault | undefined {
  if (actions.has(alias))
    return {
      what: `the alias ${show(alias)} is also the name of an action.`,
      hint: "Remove the alias.",
    };
  if (actions.has(target)) return undefined;
  return {
    what: `the alias ${show(alias)} refers to ${show(target)}, which is not an action.`,
    hint: `${suggestion(target, actions)}Give the action as entity.action.`,
  };
}

function setFault(full: string, known: ReadonlyMap<string, unknown>): Fault | undefined {
  if (known.has(full)) return undefined;
  return {
    what: `${show(full)} is not an action.`,
    hint: `${suggestion(full, new Set(known.keys()))}Give the action as entity.action.`,
  };
}

const suggestion = (name: string, names: ReadonlySet<string>): string => {
  const near = nearest(name, [...names]);
  return near === undefined ? "" : `Did you mean ${near}? `;
};
