import { action, listAction } from "../../../core/contract/action.ts";
import { id, ids, items, keywordText, profile } from "../params.ts";
import { BrandsNegativeKeyword } from "../records/sponsored-brands.ts";
import { checkNegativeKeyword } from "../resources/check-items.ts";
import {
  archiveByUpdateOf,
  brandsTargeting,
  createOf,
  getOf,
  listOf,
  resource,
} from "../resources/resource-actions.ts";

const negatives = resource({
  entity: "sb_negative_keywords",
  kind: "negative",
  operations: "sb.negativeKeywords",
  record: BrandsNegativeKeyword,
  itemsParam: "negativeKeywords",
  idField: "keywordId",
  idsParam: "keywordIds",
  checkNew: checkNegativeKeyword,
  ...brandsTargeting,
  // Amazon cannot pause negative keywords of Sponsored Brands.
  changeableStates: ["enabled"],
  listPath: "",
});

export const list = listAction({
  description: "List Sponsored Brands negative keywords. To include archived ones, set `states`.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    keywordIds: ids(z, 100).optional().meta({ rare: true }),
    states: z
      .array(z.enum(["enabled", "archived"]))
      .min(1)
      .default(["enabled"])
      .meta({ rare: true }),
    ...profile(z),
  }),
  example: { campaignIds: ["144373194309380061"] },
  ...listOf(negatives),
});

export const get = action({
  description: "Get one Sponsored Brands negative keyword.",
  params: (z) => ({ keywordId: id(z), ...profile(z) }),
  example: { keywordId: "144373194309380061" },
  ...getOf(negatives),
});

export const create = action({
  description:
    "Create Sponsored Brands negative keywords of ad groups. Ads do not appear for matching searches.",
  params: (z) => ({
    negativeKeywords: items(z, 100, {
      campaignId: id(z),
      adGroupId: id(z),
      keywordText: keywordText(z),
      matchType: z.enum(["negativeExact", "negativePhrase"]),
    }),
    ...profile(z),
  }),
  example: {
    negativeKeywords: [
      {
        campaignId: "144373194309380061",
        adGroupId: "144373194309380062",
        keywordText: "free",
        matchType: "negativeExact",
      },
    ],
  },
  ...createOf(negatives),
});

export const archive = action({
  description: "Permanently archive Sponsored Brands negative keywords. They cannot be paused.",
  params: (z) => ({ keywordIds: ids(z, 100), ...profile(z) }),
  example: { keywordIds: ["144373194309380061"] },
  ...archiveByUpdateOf(negatives),
});
