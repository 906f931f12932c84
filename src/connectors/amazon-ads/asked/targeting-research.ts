import type { AskedJob } from "../../../core/contract/search.ts";

/** What people ask before they choose targets. */
export const researchJobs: readonly AskedJob[] = [
  {
    actions: [
      "product_targeting.products",
      "sb_product_targeting.products",
      "sd_targets.target_recommendations",
    ],
    asked: [
      "recommended|suggested products|targets to target",
      "which|what products|competitors|asins should|could I target|attack",
      "products bought|viewed together with mine",
      "similar|competing products|items to mine",
      "who are my competitors|rivals",
      "target recommendations",
      "what|which else could|can|should I target|advertise_on",
      "competitors|rivals|competing products I could|should|can go_after|attack|fight|beat",
    ],
  },
  {
    actions: ["sd_targets.target_recommendations", "sd_targets.create"],
    asked: ["which|what audiences|audience|groups_of_people can|could|should I reach|target|use|are_there"],
  },
  {
    actions: ["product_targeting.categories", "sb_product_targeting.categories"],
    asked: [
      "targetable categories",
      "list|find|search|show categories",
      "which|what categories can|could I target|are_there",
      "category id for name|word",
    ],
  },
  {
    actions: ["product_targeting.category_recommendations", "sb_product_targeting.category_recommendations"],
    asked: [
      "category recommendations|suggestions",
      "which|what categories fit|suit|match|belong my product",
      "which|what category should I target",
    ],
  },
  {
    actions: ["product_targeting.brands", "sb_product_targeting.brand_recommendations"],
    asked: ["find|search|look_up brand|brands by name|id|to target", "brand id for name"],
  },
  {
    actions: ["product_targeting.count", "sb_product_targeting.count"],
    asked: [
      "count products in category target",
      "how_many products|items|asins are in|would category|target reach|cover",
    ],
  },
  {
    actions: ["product_targeting.refinements", "sb_product_targeting.refinements"],
    asked: [
      "category refinements|refine|narrow category target",
      "narrow|restrict category by brand|age|price|genre",
    ],
  },
];
