import { type Dict, dicts } from "../../../core/ground/json.ts";

// The parts of a campaign of Sponsored Products, in the order in which a copy needs them.

export interface Kind {
  /** The key of the items in Amazon's requests, and the name of the kind in results. */
  key: string;
  entity: string;
  operations: string;
  /** The fields that a copy has. */
  fields: readonly string[];
  /** Returns the text by which Amazon refuses a second record in the same ad group or campaign. */
  textOf: (record: Dict) => string;
  inCampaign?: true;
}

const expressionText = ({ expression }: Dict) =>
  dicts(expression)
    .map(({ type, value }) => `${String(type)} ${String(value ?? "")}`.trim())
    .join(", ");
const keywordText = ({ keywordText: text, matchType }: Dict) => `${String(text)} (${String(matchType)})`;
const keyword = { fields: ["keywordText", "matchType", "state"], textOf: keywordText };
const target = {
  fields: ["expression", "expressionType", "state"],
  textOf: expressionText,
};
const clause = { ...target, fields: ["expression", "state"] };

export const adGroups: Kind = {
  key: "adGroups",
  entity: "sponsored_product_ad_groups",
  operations: "sp.adGroups",
  fields: ["name", "defaultBid", "state"],
  textOf: ({ name }) => String(name),
};

export const children: readonly Kind[] = [
  {
    key: "productAds",
    entity: "sponsored_product_product_ads",
    operations: "sp.productAds",
    fields: ["sku", "asin", "state"],
    textOf: ({ sku, asin }) => String(sku ?? asin),
  },
  {
    ...keyword,
    key: "keywords",
    entity: "sponsored_product_keywords",
    operations: "sp.keywords",
    fields: [...keyword.fields, "bid"],
  },
  {
    ...target,
    key: "targetingClauses",
    entity: "sponsored_product_targets",
    operations: "sp.targets",
    fields: [...target.fields, "bid"],
  },
  {
    ...keyword,
    key: "negativeKeywords",
    entity: "sponsored_product_negative_keywords",
    operations: "sp.negativeKeywords",
  },
  {
    ...clause,
    key: "negativeTargetingClauses",
    entity: "sponsored_product_negative_targets",
    operations: "sp.negativeTargets",
  },
  {
    ...keyword,
    key: "campaignNegativeKeywords",
    entity: "sponsored_product_campaign_negative_keywords",
    operations: "sp.campaignNegativeKeywords",
    inCampaign: true,
  },
  {
    ...clause,
    key: "campaignNegativeTargetingClauses",
    entity: "sponsored_product_campaign_negative_targets",
    operations: "sp.campaignNegativeTargets",
    inCampaign: true,
  },
];

export const kinds: readonly Kind[] = [adGroups, ...children];
