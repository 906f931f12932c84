import { listAction } from "../../../core/contract/action.ts";
import { id, ids, keywordText, profile } from "../params.ts";
import { BrandsNegativeKeyword } from "../records/sponsored-brands.ts";
import { checkNegativeKeyword } from "../resources/check-items.ts";
import { archiveAction, createAction, getAction } from "../resources/record-actions.ts";
import { brandsTargeting, listOf, resource } from "../resources/resource-actions.ts";

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

export const get = getAction(negatives, "Get one Sponsored Brands negative keyword.");

export const create = createAction(negatives, {
  description:
    "Create Sponsored Brands negative keywords of ad groups. Ads do not appear for matching searches.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    keywordText: keywordText(z),
    matchType: z.enum(["negativeExact", "negativePhrase"]),
  }),
  example: {
    campaignId: "144373194309380061",
    adGroupId: "144373194309380062",
    keywordText: "free",
    matchType: "negativeExact",
  },
});

export const archive = archiveAction(
  negatives,
  "Permanently archive Sponsored Brands negative keywords. They cannot be paused.",
);
