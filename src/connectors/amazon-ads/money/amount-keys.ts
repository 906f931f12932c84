import type { Cap } from "./cap-names.ts";
import { idOf } from "./record-fields.ts";

// An amount has the same key in every call. The totals of a day use the keys to find the first values of the amounts.

/** Returns a key such as `sponsored_product_keywords 123 bid`. */
export const amountKey = (entity: string, id: unknown, path: string): string =>
  `${entity} ${idOf(id)} ${path}`;

/** Returns the key of the highest factor by which a campaign can raise a bid. */
export const bidFactorKey = (campaignId: string | undefined): string => `campaign ${campaignId} bid factor`;

/** Returns the key of the factor by which the rules of a campaign raise the amounts that a cap limits. */
export const ruleFactorKey = (campaignId: string | undefined, cap: Cap): string =>
  `campaign ${campaignId} rules for ${cap}`;
