import { type Effect, effects as allEffects } from "../contract/effect.ts";
import type { Judgement } from "../contract/judgement.ts";
import type { Policy } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { explained } from "./name-items.ts";
import { enforcePolicy } from "./policy.ts";

/** Returns the strongest of several effects, or `write` if there are none. */
export const strongestOf = (found: readonly Effect[]): Effect =>
  allEffects.findLast((effect) => found.includes(effect)) ?? "write";

/**
 * Checks that all policies allow the effects of a call. For a batch, the error lists the refused and the allowed items.
 * @throws ConnectorError `policy_denied`
 */
export function enforceEffects(
  policies: readonly Policy[],
  entity: string,
  action: string,
  judged: Judgement,
): void {
  for (const policy of policies)
    for (const effect of judged.effects) {
      try {
        enforcePolicy(policy, entity, action, effect);
      } catch (error) {
        throw ConnectorError.is(error) ? withItems(error, policy, judged) : error;
      }
    }
}

function withItems(
  error: ConnectorError,
  { effects = allEffects }: Policy,
  judged: Judgement,
): ConnectorError {
  const { items = [], reasons: _reasons, ...rest } = judged;
  const isAllowed = (found: readonly Effect[]) => found.every((effect) => effects.includes(effect));
  const refused = items.flatMap((found, index) => (isAllowed(found) ? [] : [index]));
  // The reasons explain only the effect `spend`.
  return explained(error, effects.includes("spend") ? { ...rest, items } : judged, refused);
}
