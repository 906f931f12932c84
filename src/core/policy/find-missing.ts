import type { PayingAccount, Judgement, SpendRaise } from "../contract/judgement.ts";
import type { Policy } from "../contract/policy.ts";
import { limitOf } from "./cap-limits.ts";
import type { CapTerms } from "./read-caps.ts";

export interface MissingCaps {
  /** The policy, as in an error message: `the policy of the user`. */
  policy: string;
  /** The raises (increased amounts) for which the policy has no cap. */
  raises: readonly SpendRaise[];
}

/**
 * Returns the policies that forbid the raises of a call because a cap is missing. Each policy with `caps` needs a cap
 * for every raise, so that no policy can weaken another. A policy without `caps` has no influence. If no policy has
 * `caps`, all raises are forbidden.
 */
export function findMissing(
  policies: readonly Policy[],
  { raises = [], items = [], effects }: Judgement,
  account: PayingAccount | undefined,
  terms: CapTerms,
): MissingCaps[] {
  const spending = raises.filter(
    ({ item }) => item === undefined || (items[item] ?? effects).includes("spend"),
  );
  const withCaps = policies.filter(({ caps }) => caps);
  if (withCaps.length === 0) return [{ policy: "the policy", raises: spending }];
  const unnamed = withCaps.filter(({ name }) => name === undefined).length;
  return policies.flatMap(({ caps, name }, index): MissingCaps[] => {
    if (!caps) return [];
    const isLimited = ({ cap, orCaps = [] }: SpendRaise) =>
      [cap, ...orCaps].some((one) => limitOf(caps, one, account, terms));
    const missing = spending.filter((raise) => !isLimited(raise));
    if (missing.length === 0 && Object.keys(caps).length > 0) return [];
    const numbered = unnamed > 1 ? `policy[${index}]` : "the policy";
    return [{ policy: name === undefined ? numbered : `the policy of the ${name}`, raises: missing }];
  });
}
