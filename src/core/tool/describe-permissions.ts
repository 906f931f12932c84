import type { Dict } from "../ground/json.ts";
import type { OfferedActions } from "./offer/offered-actions.ts";

/**
 * Returns what a model is allowed to do: the effects of calls, the spending caps, and the allowed ids. If several
 * policies have caps, the caps of every policy apply.
 */
export function describePermissions({
  actions,
  effectsOf,
  policies,
  only,
  unchosen,
}: Pick<OfferedActions, "actions" | "effectsOf" | "policies" | "only" | "unchosen">): Dict {
  const effects = effectsOf(actions);
  const caps = policies.flatMap((policy) => (policy.caps ? [policy.caps] : []));
  // Only actions with a `guard` need caps.
  const guarded = actions.some(({ definition }) => definition.guard);
  return {
    effects,
    ...(caps.length === 0
      ? guarded && effects.includes("spend")
        ? { caps: "none, so calls that raise spending are refused" }
        : {}
      : { caps: caps.length === 1 ? caps[0] : caps }),
    ...(only === "" ? {} : { only }),
    ...(unchosen === 0
      ? {}
      : { not_offered: `Other actions of the platform: ${unchosen}. Only the developer can offer them.` }),
  };
}
