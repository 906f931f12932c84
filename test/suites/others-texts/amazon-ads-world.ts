import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { memoryStore } from "agent-connectors/store";
import { type IsPeople, withCanaries } from "./canaries.ts";

// Accounts of Amazon Ads in which every text that a person can write has a canary, and the calls of all actions.

type Dict = Record<string, unknown>;

/** The fields of Amazon's responses whose texts advertisers, sellers or shoppers write. */
const people =
  /^(name|ruleName|campaignName|adGroupName|portfolioName|keywordText|keyword|keywordInfo|searchTerm|targeting|targetingText|translation|headline|brandName|brandRegistryName|brand|title|storeName|storePageName|managerAccountName|accountName|customText|sku|advertisedSku|purchasedSku|url|storePageUrl|defaultUrl|previewHtml|recommendedTarget|targetPromotionGroupName|previousValue|newValue|advertiserName)$/;

const isPeople: IsPeople = (path, request) => {
  const [name, parent] = path.toReversed();
  if (path.includes("processedUrls")) return true;
  // The names of a status and of Amazon's events are fixed words. The address of a report is Amazon's own.
  if (/^(servingStatusDetails|eligibilityStatusList|events?)$/.test(parent ?? "")) return false;
  // The error of an item can repeat a name.
  if (/^(message|details|description)$/.test(name!))
    return /^(POST|PUT) (?!\S*\/(list|query|eligibility))/.test(request);
  if (/reporting|exports|\/assets\/(upload|download)/.test(request) && name === "url") return false;
  if (name === "<key>") return parent !== undefined && path.at(-3) === "tags";
  if (name === "value") return path.some((one) => /^(resolvedExpressions?|targetingExpression|tags)$/.test(one)) || /keyword/.test(request); // prettier-ignore
  return people.test(name ?? "");
};

export const profileId = "2381940675312846";
export const effects = ["read", "write", "spend", "destructive"] as const;
const caps = {
  max_daily_budget: { USD: 5000 },
  max_bid: { USD: 50 },
  max_change_percent: 5000,
  max_portfolio_budget: { USD: 50_000 },
};

type Fetch = typeof globalThis.fetch;

/** `wrap`: changes the responses of the sandbox. */
export function open(wrap = (inner: Fetch): Fetch => inner) {
  const sandbox = amazonAdsSandbox();
  const fetch = withCanaries(wrap(sandbox.fetch), isPeople);
  return new AmazonAdsConnector(
    { auth: sandbox.credentials },
    { ...sandbox.options, fetch, store: memoryStore(), policy: { effects, caps } },
  );
}

export const ads = open();
const { entities } = await ads.describe();
export const actions = Object.entries(entities).flatMap(([entity, all]) =>
  Object.entries(all).map(([action, known]) => ({ name: `${entity}.${action}`, entity, action, ...known })),
);
export const names = actions.map(({ name }) => name);

export const has = ({ params }: (typeof actions)[number], name: string) =>
  Object.hasOwn(params.properties!, name);
export const paramsOf = (known: (typeof actions)[number], more: Dict = {}): Dict => ({
  ...(known.example as Dict),
  ...(has(known, "profileId") ? { profileId } : {}),
  ...more,
});
export const requiredOf = (known: (typeof actions)[number]): Dict =>
  Object.fromEntries(
    Object.entries(paramsOf(known)).filter(
      ([name]) => name === "profileId" || (known.params.required as string[] | undefined)?.includes(name),
    ),
  );

/** Calls whose errors quote names of people. */
export const failing: readonly [entity: string, action: string, params: Dict][] = [
  ["sponsored_product_campaigns", "list", { profileId: "US" }],
];
