import { type Effect, type EffectRule, effects, weakest } from "../contract/effect.ts";
import type { Places, Policy } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, cut, readArray, readDict, show } from "../ground/json.ts";
import { readAllowList } from "./allow-list.ts";
import { readCaps } from "./caps.ts";

/** What a policy of a connector can speak of. */
export interface PolicyTerms {
  /** `entity.action`. */
  actions: readonly string[];
  caps?: readonly string[] | undefined;
  places?: Places | undefined;
}

/** The effect of one call. What the rule cannot decide, or throws on, counts as its strongest. */
export function effectOf(effect: Effect | EffectRule, params: Dict): Effect {
  if (typeof effect === "string") return effect;
  try {
    const decided = effect.of(params);
    return decided !== undefined && effects.includes(decided) ? decided : effect.strongest;
  } catch {
    return effect.strongest;
  }
}

/** Is an action offered at all: is its weakest effect allowed, and its name? */
export const allowsAction = (
  policy: Policy,
  entity: string,
  action: string,
  effect: Effect | EffectRule,
): boolean => refusal(policy, entity, action, weakest(effect)) === undefined;

/** Throws `policy_denied` unless this call may run. */
export function enforcePolicy(policy: Policy, entity: string, action: string, effect: Effect): void {
  const reason = refusal(policy, entity, action, effect);
  if (reason)
    throw new ConnectorError("policy_denied", `${entity}.${action} is not allowed here: ${reason}.`, {
      path: "action",
      hint: "Whoever set up this connector decides that; no change of params will help. Tell the user.",
    });
}

function refusal(policy: Policy, entity: string, action: string, effect: Effect): string | undefined {
  const names = (list: readonly string[]) =>
    list.some((name) => name === entity || name === `${entity}.*` || name === `${entity}.${action}`);
  if (policy.effects && !policy.effects.includes(effect))
    return `its effect is ${effect}, and only ${policy.effects.join(", ") || "nothing"} may run`;
  if (policy.include && !names(policy.include)) return "it is not among the actions included";
  if (policy.exclude && names(policy.exclude)) return "it is excluded";
  return undefined;
}

const policyFields = ["effects", "include", "exclude"] as const satisfies (keyof Policy)[];

/**
 * A copy of a policy. One that cannot be read is refused at once: a misspelt effect must not open or close a door in
 * silence.
 */
export function validatePolicy(
  policy: Policy,
  { actions, caps = [], places = {} }: PolicyTerms,
  where: string,
): Policy {
  const bad = (field: string, message: string, hint: string) =>
    new ConnectorError("config_error", `${where}.${field}${message}`, { path: `${where}.${field}`, hint });
  const checked: Policy = {};
  for (const field of policyFields) {
    const given: unknown = policy[field];
    if (given === undefined) continue;
    const allowed =
      field === "effects"
        ? `Allowed: ${effects.join(", ")}.`
        : `Write entity.action, entity.* or entity, such as ${actions.slice(0, 3).join(", ")}.`;
    const list = readArray(given);
    if (!list) throw bad(field, ` must be an array, got ${show(given)}.`, allowed);
    for (const name of list) {
      if (field === "effects" && !(effects as readonly unknown[]).includes(name))
        throw bad(field, `: ${show(name)} is not an effect.`, allowed);
      if (field !== "effects" && !namesAny(name, actions))
        throw bad(field, `: ${show(name)} names no action.`, allowed);
    }
    checked[field] = Object.freeze(list as never[]);
  }
  if (policy.caps !== undefined) checked.caps = readCaps(policy.caps, caps, where);
  if (policy.only !== undefined) checked.only = readAllowList(policy.only, places, where);
  return checked;
}

const namesAny = (name: unknown, actions: readonly string[]): boolean =>
  typeof name === "string" &&
  actions.some((known) => known === name || known.startsWith(`${name.replace(/\.\*$/, "")}.`));

/** The connector's policy, which has these fields and no others. */
export function readPolicy(given: object, terms: PolicyTerms): Policy {
  const policy = readDict(given);
  if (!policy)
    throw new ConnectorError("config_error", `policy must be a plain object, got ${show(given)}.`, {
      path: "policy",
      hint: 'Write it as in { effects: ["read"] }.',
    });
  const known: readonly string[] = [...policyFields, "caps", "only"];
  const unknown = Object.keys(policy).find((field) => !known.includes(field));
  if (unknown !== undefined)
    throw new ConnectorError("config_error", `A policy has no ${show(unknown)}.`, {
      path: `policy.${cut(unknown, 60)}`,
      hint: `It has ${known.join(", ")}.`,
    });
  return validatePolicy(policy, terms, "policy");
}
