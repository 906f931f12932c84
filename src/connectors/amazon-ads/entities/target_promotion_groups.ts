import { action, listAction } from "../../../core/contract/action.ts";
import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import { late } from "../../../core/ground/lazy.ts";
import { asin, id, ids, items, money, profile } from "../params.ts";
import { PromotedTarget, PromotionGroup, TargetToPromote } from "../records/promotion-groups.ts";
import { batchResult } from "../resources/batch-result-schema.ts";
import { runBatch } from "../resources/run-batch.ts";

const createPromotedGuard = late(
  async () => (await import("../money/guards/promotion-guards.ts")).createPromotedGuard,
);

export const list = listAction({
  description:
    "List target promotion groups. A group connects an automatic ad group with the manual ad groups that get its best search terms and products as targets.",
  params: (z) => ({
    targetPromotionGroupIds: ids(z).optional(),
    sourceAdGroupIds: ids(z).optional(),
    destinationAdGroupIds: ids(z).optional(),
    ...profile(z),
  }),
  result: PromotionGroup,
  calls: "sp.promotionGroups.list",
  pick: "targetPromotionGroups",
  example: {},
});

export const recommendations = listAction({
  description:
    "List search terms and products of automatic campaigns that Amazon recommends as keywords and targets of manual campaigns (harvesting), with reasons.",
  params: (z) => ({
    campaignIds: ids(z).optional(),
    adGroupIds: ids(z).optional(),
    adIds: ids(z).optional(),
    ...profile(z),
  }),
  result: TargetToPromote,
  calls: "sp.promotionGroups.recommendations",
  pick: "targets",
  example: { limit: 100 },
});

export const targets = listAction({
  description: "List the keywords and targets that were created through target promotion groups.",
  params: (z) => ({
    targetPromotionGroupIds: ids(z).optional(),
    adGroupIds: ids(z).optional(),
    ...profile(z),
  }),
  result: PromotedTarget,
  calls: "sp.promotionGroups.targets",
  pick: "targets",
  item: readTarget,
  example: { limit: 100 },
});

export const create = action({
  description:
    "Create a target promotion group from an ad group of an automatic campaign and one or two ad groups of manual campaigns with the same products. It spends nothing.",
  params: (z) => ({
    name: z.string().min(1).max(255),
    adGroupId: id(z).describe("ad group of an automatic campaign"),
    destinationAdGroupIds: ids(z, 2).describe("an ad group for keywords, an ad group for products, or both"),
    adIds: ids(z).describe("only these ads of the automatic ad group").optional().meta({ rare: true }),
    ...profile(z),
  }),
  result: PromotionGroup,
  effect: "write",
  calls: "sp.promotionGroups.create",
  example: {
    name: "Tents",
    adGroupId: "144373194309380062",
    destinationAdGroupIds: ["144373194309380064"],
  },
  run: async ({ destinationAdGroupIds, ...rest }, { send }) => {
    const { body } = await send("sp.promotionGroups.create", {
      ...rest,
      existingCampaignDetails: destinationAdGroupIds.map((adGroupId) => ({ adGroupId })),
    });
    return { data: isDict(body) ? body.targetPromotionGroup : undefined, meta: {} };
  },
});

export const create_targets = action({
  description:
    "Create keywords and targets in the manual ad groups of a target promotion group. They can cost money at once.",
  params: (z) => ({
    targetPromotionGroupId: id(z),
    targets: items(z, 1000, {
      keyword: z.string().min(1).max(80).optional(),
      asin: asin(z).optional(),
      matchType: z.enum(["BROAD", "PHRASE", "EXACT", "PRODUCT_EXACT", "PRODUCT_SIMILAR"]),
      bid: money(z).describe("default: the default bid of the ad group").optional(),
    }),
    ...profile(z),
  }),
  ...batchResult(PromotedTarget),
  effect: "spend",
  calls: "sp.promotionGroups.create_targets",
  reads: ["target_promotion_groups.list"],
  example: {
    targetPromotionGroupId: "144373194309380061",
    targets: [{ keyword: "ultralight tent", matchType: "EXACT", bid: 1.1 }],
  },
  check: ({ targets: given }) =>
    given.flatMap(({ keyword, asin, matchType }, index) => {
      const isProduct = matchType.startsWith("PRODUCT_");
      const isComplete = isProduct
        ? asin !== undefined && keyword === undefined
        : keyword !== undefined && asin === undefined;
      const message = `matchType ${matchType} needs ${isProduct ? "asin and no keyword" : "keyword and no asin"}`;
      return isComplete ? [] : [{ path: `targets[${index}]`, message }];
    }),
  guard: createPromotedGuard,
  run: async ({ targets: given, ...rest }, context) => {
    const result = await runBatch(context, "sp.promotionGroups.create_targets", {
      ...rest,
      targets: given.map(({ keyword, asin, ...target }) =>
        keyword === undefined
          ? { productTarget: { ...target, target: asin } }
          : { keywordTarget: { ...target, keyword } },
      ),
    });
    const { succeeded, ...others } = result.data as { succeeded: Dict[] };
    const read = dicts(succeeded).map((one) =>
      isDict(one.record) ? { ...one, record: readTarget(one.record) } : one,
    );
    return { ...result, data: { ...others, succeeded: read } };
  },
});

/** Returns the fields of a target. Amazon's record has one object for a keyword, and another object for a product. */
function readTarget(record: Dict): Dict {
  const { keywordTargetDetailsV2: keyword, productTargetDetailsV2: product } = record;
  return isDict(keyword) ? keyword : isDict(product) ? product : record;
}
