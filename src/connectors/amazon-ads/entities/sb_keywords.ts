import { listAction } from "../../../core/contract/action.ts";
import { ids, lowerStates } from "../params.ts";
import { BrandsKeyword } from "../records/sponsored-brands.ts";

export const list = listAction({
  description: "List Sponsored Brands keywords. Without `campaignIds`, Amazon may omit some keywords.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    keywordIds: ids(z, 100).optional().meta({ rare: true }),
    matchTypes: z
      .array(z.enum(["broad", "phrase", "exact"]))
      .min(1)
      .optional()
      .meta({ rare: true }),
    ...lowerStates(z),
  }),
  result: BrandsKeyword,
  calls: "sb.keywords.list",
  example: { campaignIds: ["144373194309380061"] },
});
