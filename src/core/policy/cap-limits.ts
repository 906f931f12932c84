import type { PayingAccount } from "../contract/judgement.ts";
import type { CapAmount, Caps, Policy } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type CapTerms, capsOfAccounts } from "./read-caps.ts";

/** The limit that the policies set with one cap: the lowest amount of all policies. */
export interface CapLimit {
  cap: string;
  most: number;
  currency?: string | undefined;
}

/** Returns the limit for each cap that at least one policy has. */
export function limitsOf(
  policies: readonly Policy[],
  names: Iterable<string>,
  account: PayingAccount | undefined,
  terms: CapTerms,
): Map<string, CapLimit> {
  const limits = new Map<string, CapLimit>();
  for (const cap of new Set(names)) {
    const found = policies.flatMap(({ caps }) => (caps ? (limitOf(caps, cap, account, terms) ?? []) : []));
    const lowest = found.sort((one, other) => one.most - other.most)[0];
    if (lowest) limits.set(cap, lowest);
  }
  return limits;
}

const limitIn = (amount: number | "unlimited"): number => (amount === "unlimited" ? Infinity : amount);

/** @throws ConnectorError `policy_denied` if the cap has no amount in the currency of the account */
export function limitOf(
  caps: Caps,
  cap: string,
  account: PayingAccount | undefined,
  terms: CapTerms,
): CapLimit | undefined {
  const { field, accounts } = capsOfAccounts(caps, terms);
  const own = account && Object.hasOwn(accounts, account.id) ? accounts[account.id]! : {};
  const of = Object.hasOwn(own, cap) ? own : caps;
  const amount = (Object.hasOwn(of, cap) ? of[cap] : undefined) as CapAmount | undefined;
  if (amount === undefined) return undefined;
  const currency = account?.currency;
  if (typeof amount !== "object")
    return {
      cap,
      most: limitIn(amount),
      ...(of === own && terms.moneyCaps?.includes(cap) ? { currency } : {}),
    };
  if (currency !== undefined && Object.hasOwn(amount, currency))
    return { cap, most: limitIn(amount[currency]!), currency };
  const paid = currency === undefined ? "whose currency is unknown" : `which pays in ${currency}`;
  const alone = field === undefined || !account ? "" : ` or ${field}: { "${account.id}": { ${cap}: … } }`;
  throw new ConnectorError(
    "policy_denied",
    `The cap ${cap} is set in ${Object.keys(amount).join(", ")}. It does not apply to the account ${account?.id ?? "of this call"}, ${paid}.`,
    {
      path: "action",
      hint: `Amounts are never converted. Only code can allow it, with ${cap}: { ${currency ?? "USD"}: … }${alone}. Tell the user.`,
    },
  );
}
