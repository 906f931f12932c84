import { action, listAction } from "../../../core/contract/action.ts";
import type { Issue } from "../../../core/ground/errors.ts";
import { brandsExpressions, brandsMatchType, themeType } from "../brands/params.ts";
import { asins, displayState, id, ids, items, keywordText, lowerStates, money, profile } from "../params.ts";
import { BrandsBidRecommendations, BrandsKeyword, BrandsKeywordIdea } from "../records/sponsored-brands.ts";
import { bodyAsData } from "../resources/body-as-data.ts";
import {
  archiveAction,
  changeByPercentAction,
  createAction,
  getAction,
  updateAction,
} from "../resources/record-actions.ts";
import { brandsTargeting, listOf, resource } from "../resources/resource-actions.ts";

const keywords = resource({
  entity: "sb_keywords",
  kind: "keyword",
  operations: "sb.keywords",
  record: BrandsKeyword,
  itemsParam: "keywords",
  idField: "keywordId",
  idsParam: "keywordIds",
  ...brandsTargeting,
  listPath: "",
});

export const list = listAction({
  description: "List Sponsored Brands keywords. Without `campaignIds`, Amazon may omit some keywords.",
  params: (z) => ({
    campaignIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional().meta({ rare: true }),
    keywordIds: ids(z, 100).optional().meta({ rare: true }),
    matchTypes: z.array(brandsMatchType(z)).min(1).optional().meta({ rare: true }),
    ...lowerStates(z),
  }),
  example: { campaignIds: ["144373194309380061"] },
  ...listOf(keywords),
});

export const get = getAction(keywords, "Get one Sponsored Brands keyword.");

export const create = createAction(keywords, {
  description: "Create Sponsored Brands keywords. Amazon enables them at once, so this can cost money.",
  params: (z) => ({
    campaignId: id(z),
    adGroupId: id(z),
    keywordText: keywordText(z),
    matchType: brandsMatchType(z),
    bid: money(z),
    nativeLanguageKeyword: z.string().min(1).max(200).optional(),
    nativeLanguageLocale: z.string().min(2).max(10).optional(),
  }),
  example: {
    campaignId: "144373194309380061",
    adGroupId: "144373194309380062",
    keywordText: "trail shoes",
    matchType: "exact",
    bid: 0.9,
  },
});

export const update = updateAction(keywords, {
  description:
    "Change Sponsored Brands keywords: bid, state. A higher bid or an enabled keyword can raise costs.",
  params: (z) => ({ bid: money(z).optional(), state: displayState(z).optional() }),
  example: { bid: 0.6 },
});

export const change_by_percent = changeByPercentAction(keywords, "bid", {
  description:
    "Raise or lower bids of Sponsored Brands keywords by percent, as one call. A raise costs money.",
  params: (z) => ({
    keywordIds: ids(z, 100).optional(),
    adGroupIds: ids(z, 100).optional(),
    campaignIds: ids(z, 100).optional(),
  }),
});

export const archive = archiveAction(keywords, "Permanently archive Sponsored Brands keywords.");

const formats = ["productCollection", "video"] as const;

export const bid_recommendations = action({
  description:
    "Get suggested bids for Sponsored Brands keywords, targets and themes. Store spotlights use the `adFormat` productCollection.",
  params: (z) => ({
    campaignId: id(z).optional(),
    adFormat: z.enum(formats).optional(),
    keywords: items(z, 100, { keywordText: keywordText(z), matchType: brandsMatchType(z) }).optional(),
    targets: z.array(brandsExpressions(z)).min(1).max(100).optional(),
    themeTypes: z.array(themeType(z)).min(1).optional(),
    ...profile(z),
  }),
  check: ({ keywords: words = [], targets = [], themeTypes = [] }): Issue[] => {
    const count = words.length + targets.length + themeTypes.length;
    if (count >= 1 && count <= 100) return [];
    return [{ path: "keywords", message: "Pass 1 to 100 keywords, targets and themeTypes in total." }];
  },
  result: BrandsBidRecommendations,
  repeats: ["keywords", "targets"],
  effect: "read",
  calls: `${keywords.operations}.bid_recommendations`,
  example: {
    campaignId: "144373194309380061",
    adFormat: "productCollection",
    keywords: [{ keywordText: "trail shoes", matchType: "exact" }],
  },
  run: (params, context) => bodyAsData(context, `${keywords.operations}.bid_recommendations`, params),
});

export const keyword_recommendations = action({
  description: "Get keyword suggestions for Sponsored Brands, from ASINs or from the page that ads link to.",
  params: (z) => ({
    asins: asins(z, 100).optional(),
    url: z
      .string()
      .regex(/^https:\/\/\S{1,2000}$/)
      .describe("address of a Store page")
      .optional(),
    creativeAsins: z.array(z.string().min(1).max(20)).min(1).max(10).optional().meta({ rare: true }),
    creativeType: z
      .enum(["PRODUCT_COLLECTION", "STORE_SPOTLIGHT", "VIDEO", "BRAND_VIDEO"])
      .optional()
      .meta({ rare: true }),
    maxNumSuggestions: z.int().min(1).max(1000).default(50).meta({ rare: true }),
    ...profile(z),
  }),
  oneOf: ["asins", "url"],
  result: (z) => z.array(BrandsKeywordIdea(z)),
  effect: "read",
  calls: `${keywords.operations}.keyword_recommendations`,
  example: { asins: ["B07R7V6KS8"] },
  run: (params, context) => bodyAsData(context, `${keywords.operations}.keyword_recommendations`, params),
});
