import { type Effect, type EffectRule, effects, weakest } from "../contract/effect.ts";
import type { Policy } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, cut, readArray, readDict, show } from "../ground/json.ts";
import { readAllowList } from "./allow-list.ts";
import { type CapTerms, readCaps } from "./read-caps.ts";

export interface PolicyTerms extends CapTerms {
  /** Full names, such as `messages.create`. */
  actions: readonly string[];
  /** The actions for which `everyday` stands in `include` and `exclude`. */
  everyday?: readonly string[] | undefined;
}

/** Returns the effect of a call. If a rule throws or returns no effect, returns the rule's `strongest` effect. */
export function effectOf(effect: Effect | EffectRule, params: Dict): Effect {
  if (typeof effect === "string") return effect;
  try {
    const decided = effect.of(params);
    return decided !== undefined && effects.includes(decided) ? decided : effect.strongest;
  } catch {
    return effect.strongest;
  }
}

/** Returns whether the policy allows the calls of an action that change the least (its weakest effect). */
export const allowsAction = (
  policy: Policy,
  entity: string,
  action: string,
  effect: Effect | EffectRule,
): boolean => refusal(policy, entity, action, weakest(effect)) === undefined;

/** @throws ConnectorError `policy_denied` */
export function enforcePolicy(policy: Policy, entity: string, action: string, effect: Effect): void {
  const reason = refusal(policy, entity, action, effect);
  if (reason)
    throw new ConnectorError("policy_denied", `${entity}.${action} is not allowed here: ${reason}.`, {
      path: "action",
      hint: "The connector's policy decides that, so other params do not help. Tell the user.",
    });
}

/**
 * Checks an action that can spend money but has no `guard`. The amount is unknown, so no cap can limit the action. A
 * policy must allow such an action by its full name in `include`.
 * @throws ConnectorError `policy_denied`
 */
export function enforceNamed(policies: readonly Policy[], entity: string, action: string): void {
  if (isNamed(policies, entity, action)) return;
  throw new ConnectorError(
    "policy_denied",
    `${entity}.${action} can spend money, and nothing limits how much. No policy includes it by its full name.`,
    {
      path: "action",
      hint: `Only code can allow it, with include: ["${entity}.${action}", ...] in the policy or in the options of the tool. Tell the user.`,
    },
  );
}

/** Returns whether a policy includes the action by its full name, `entity.action`. */
export const isNamed = (policies: readonly Policy[], entity: string, action: string): boolean =>
  policies.some(({ include }) => include && itemsOf(include).has(`${entity}.${action}`));

function refusal(policy: Policy, entity: string, action: string, effect: Effect): string | undefined {
  const names = (list: readonly string[]) => {
    const items = itemsOf(list);
    return items.has(entity) || items.has(`${entity}.*`) || items.has(`${entity}.${action}`);
  };
  if (policy.effects && !policy.effects.includes(effect))
    return `its effect is ${effect}, and the policy allows only ${policy.effects.join(", ") || "nothing"}`;
  if (policy.include && !names(policy.include)) return "the policy does not include it";
  if (policy.exclude && names(policy.exclude)) return "the policy excludes it";
  return undefined;
}

/** The items of each frozen `include` or `exclude`. A set is fast for lists of thousands of items. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function itemsOf(list: readonly string[]): ReadonlySet<string> {
  // A list that is not frozen can change later.
  if (!Object.isFrozen(list)) return new Set(list);
  let items = sets.get(list);
  if (!items) sets.set(list, (items = new Set(list)));
  return items;
}

const policyFields = ["effects", "include", "exclude"] as const satisfies (keyof Policy)[];

/**
 * Returns a checked copy of a policy. A misspelled name would allow or forbid the wrong actions, so unknown names are
 * errors. `where`: the name of the policy, for error messages.
 * @throws ConnectorError `config_error`
 */
export function validatePolicy(
  policy: Policy,
  { actions, everyday, ...terms }: PolicyTerms,
  where: string,
): Policy {
  const bad = (field: string, message: string, hint: string) =>
    new ConnectorError("config_error", `${where}.${field}${message}`, { path: `${where}.${field}`, hint });
  const checked: Policy = {};
  if (policy.name !== undefined) checked.name = readName(policy.name, where);
  for (const field of policyFields) {
    const given: unknown = policy[field];
    if (given === undefined) continue;
    const [known, wrong, allowed] =
      field === "effects"
        ? [new Set<unknown>(effects), "is not an effect", `Allowed: ${effects.join(", ")}.`]
        : [
            everyday ? itemNames(actions).add("everyday") : itemNames(actions),
            "matches no action",
            `Write entity.action, entity.* or entity, such as ${actions.slice(0, 3).join(", ")}.`,
          ];
    const list = readArray(given);
    if (!list) throw bad(field, ` must be an array, got ${show(given)}.`, allowed);
    for (const name of list) if (!known.has(name)) throw bad(field, `: ${show(name)} ${wrong}.`, allowed);
    checked[field] = Object.freeze(
      list.flatMap((name) => (name === "everyday" && everyday ? everyday : name)) as never[],
    );
  }
  if (policy.external !== undefined) checked.external = readExternal(policy.external, where);
  if (policy.caps !== undefined) checked.caps = readCaps(policy.caps, terms, where);
  if (policy.only !== undefined) checked.only = readAllowList(policy.only, terms.allowListKinds ?? {}, where);
  return checked;
}

function readExternal(external: unknown, where: string): boolean {
  if (typeof external === "boolean") return external;
  throw new ConnectorError(
    "config_error",
    `${where}.external must be true or false, got ${show(external)}.`,
    { path: `${where}.external` },
  );
}

function readName(name: unknown, where: string): string {
  if (typeof name === "string" && name.trim() !== "") return cut(name, 60);
  throw new ConnectorError("config_error", `${where}.name must be a text, got ${show(name)}.`, {
    path: `${where}.name`,
  });
}

/** Returns all items that `include` and `exclude` accept: `entity.action`, `entity.*` and `entity`. */
function itemNames(actions: readonly string[]): Set<unknown> {
  const names = new Set<unknown>();
  for (const name of actions) {
    const entity = name.slice(0, name.indexOf("."));
    names.add(name).add(`${entity}.*`).add(entity);
  }
  return names;
}

/**
 * Copies and checks a connector's policy. Unknown fields are errors. `where`: the name of the policy, for error
 * messages.
 * @throws ConnectorError `config_error`
 */
export function readPolicy(given: unknown, terms: PolicyTerms, where = "policy"): Policy {
  const policy = readDict(given);
  if (!policy)
    throw new ConnectorError("config_error", `${where} must be a plain object, got ${show(given)}.`, {
      path: where,
      hint: 'Write it as in { effects: ["read"] }.',
    });
  const known: readonly string[] = ["name", ...policyFields, "caps", "only", "external"];
  const unknown = Object.keys(policy).find((field) => !known.includes(field));
  if (unknown !== undefined)
    throw new ConnectorError("config_error", `A policy has no field ${show(unknown)}.`, {
      path: `${where}.${cut(unknown, 60)}`,
      hint: `Fields: ${known.join(", ")}.`,
    });
  return validatePolicy(policy, terms, where);
}
