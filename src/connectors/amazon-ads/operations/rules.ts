import { docs, json, vendor, type AdsOperation, type AdsOperations } from "./operation.ts";

// Budget rules have the same operations for each advertising product. Only Sponsored Products has schedule bid rules.

const page = docs("guides/rules/budget-rules/overview");
const shared = { contentType: json, accept: json, needsProfile: true, docs: page } as const;
const paging = {
  kind: "cursor",
  limit: "pageSize",
  cursor: "nextToken",
  next: "nextToken",
  default: 30,
  max: 30,
} as const;
const batch = { key: "budgetRulesDetails", param: "rules", record: "", ids: ["ruleId"] } as const;

function budgetRulesOf(product: string): [string, AdsOperation][] {
  const rules = `/${product}/budgetRules`;
  const ofCampaign = `/${product}/campaigns/{campaignId}/budgetRules`;
  const name = (verb: string) => `${product}.budgetRules.${verb}`;
  return [
    [name("list"), { ...shared, method: "GET", path: rules, paging }],
    [name("get"), { ...shared, method: "GET", path: `${rules}/{ruleId}` }],
    [name("create"), { ...shared, method: "POST", path: rules, batch }],
    [name("update"), { ...shared, method: "PUT", path: rules, batch }],
    [name("campaigns"), { ...shared, method: "GET", path: `${rules}/{ruleId}/campaigns`, paging }],
    [name("of_campaign"), { ...shared, method: "GET", path: ofCampaign }],
    [
      name("associate"),
      {
        ...shared,
        method: "POST",
        path: ofCampaign,
        batch: { ...batch, key: "budgetRuleIds", param: "ruleIds" },
      },
    ],
    [name("disassociate"), { ...shared, method: "DELETE", path: `${ofCampaign}/{ruleId}` }],
  ];
}

const events = (product: string): [string, AdsOperation] => [
  `${product}.budgetRules.events`,
  {
    ...shared,
    method: "POST",
    path: `/${product}/campaigns/budgetRules/recommendations`,
    contentType: vendor(`${product}budgetrulesrecommendation.v3`),
    accept: vendor(`${product}budgetrulesrecommendation.v3`),
  },
];

const bidRules = {
  contentType: vendor("spoptimizationrules.v2"),
  accept: vendor("spoptimizationrules.v2"),
  needsProfile: true,
  docs: docs("guides/rules/bidding-rules/scheduled-bid-rules"),
} as const;
const bidBatch = {
  key: "optimizationRules",
  param: "rules",
  record: "",
  ids: ["optimizationRule.optimizationRuleId", "optimizationRuleId"],
} as const;

export const rules: AdsOperations = {
  ...Object.fromEntries(["sp", "sb", "sd"].flatMap(budgetRulesOf)),
  ...Object.fromEntries(["sp", "sb"].map(events)),
  "sp.budgetRules.all_events": { ...shared, method: "POST", path: "/sp/v1/events" },
  "sp.bidRules.list": {
    ...bidRules,
    method: "POST",
    path: "/sp/rules/optimization/search",
    paging: { ...paging, limit: "maxResults", default: 100, max: 300 },
  },
  "sp.bidRules.create": { ...bidRules, method: "POST", path: "/sp/rules/optimization", batch: bidBatch },
  "sp.bidRules.update": { ...bidRules, method: "PUT", path: "/sp/rules/optimization", batch: bidBatch },
  "sp.bidRules.associate": {
    ...bidRules,
    method: "POST",
    path: "/sp/campaigns/{campaignId}/optimizationRules",
    contentType: vendor("spoptimizationrules.v1"),
    accept: vendor("spoptimizationrules.v1"),
    batch: { ...bidBatch, key: "optimizationRuleIds", param: "ruleIds" },
  },
};
