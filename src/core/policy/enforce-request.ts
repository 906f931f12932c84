import { type Effect } from "../contract/effect.ts";
import type { Policy } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { externalRule } from "./enforce-external.ts";

interface JudgedRequest {
  /** The name of the request, for error messages: `Shop orders.create`. */
  what: string;
  /** Whether the caller has declared the effect. */
  isDeclared: boolean;
  /** The result of `requestEffects`. */
  effects: readonly Effect[];
  /** Whether people outside the company can read what this connector writes. */
  hasAudience: boolean;
}

/**
 * Returns the effects of a request, the one to report first. `canSpend`: whether a write of the connector can raise
 * spending. Then every write counts as `spend`, because nothing knows what it changes.
 */
export function requestEffects(effect: Effect, canSpend: boolean): readonly Effect[] {
  if (!canSpend || effect === "read") return [effect];
  return effect === "destructive" ? ["destructive", "spend"] : ["spend"];
}

/**
 * Checks a request of `connector.request()`. Nothing knows which account, action or amount such a request concerns.
 * Therefore, a policy that limits these refuses the request.
 * @throws ConnectorError `policy_denied`
 */
export function enforceRequest(policies: readonly Policy[], request: JudgedRequest): void {
  const { what, isDeclared, effects, hasAudience } = request;
  const deny = (reason: string, hint: string) =>
    new ConnectorError("policy_denied", `${what} is not allowed here: ${reason}.`, { path: "request", hint });
  for (const policy of policies) {
    const refused = effects.find((one) => policy.effects?.includes(one) === false);
    if (refused !== undefined)
      throw deny(
        `it counts as ${refused}, and the policy allows only ${policy.effects!.join(", ") || "nothing"}`,
        !isDeclared
          ? "A request counts as destructive unless its option effect says something else."
          : "The connector's policy decides that, so other params do not help.",
      );
    const limit = limitOf(policy, effects.includes("spend"));
    if (limit !== undefined)
      throw deny(
        `the policy has ${limit}, and nothing can check whether a request of your own keeps to it`,
        `Call an action, or send the request with a connector whose policy has no ${limit}.`,
      );
  }
  if (hasAudience && !effects.includes("read") && externalRule(policies, "allow") !== "allow")
    throw deny(
      "a policy has external: false, and nothing can check who can read what a request of your own writes",
      "Call an action, or send the request with a connector whose policy has no external: false.",
    );
}

function limitOf({ only, include, exclude, caps }: Policy, spends: boolean): string | undefined {
  if (only && Object.keys(only).length > 0) return "only";
  if (include) return "include";
  if (exclude && exclude.length > 0) return "exclude";
  return spends && caps ? "caps" : undefined;
}
