import type { Cap } from "./cap-names.ts";
import { idOf } from "./record-fields.ts";

// An amount, such as a bid, has the same key in every call. The policy stores its first value of each day by key.

/** Returns a key such as `sponsored_product_keywords 123 bid`. */
export const amountKey = (entity: string, id: unknown, path: string): string =>
  `${entity} ${idOf(id)} ${path}`;

/** Returns the key of one factor of a campaign's bids, such as `campaign 123 bid factor placement HOME`. */
export const bidFactorKey = (campaignId: string | undefined, name: string): string =>
  `campaign ${campaignId} bid factor ${name}`;

/** Returns the key of the factor by which a campaign's rules raise budgets or bids. Each cap has its own factor. */
export const ruleFactorKey = (campaignId: string | undefined, cap: Cap): string =>
  `campaign ${campaignId} rules for ${cap}`;
