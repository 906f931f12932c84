import { readIfAllowed } from "../../../core/call/read-if-allowed.ts";
import { accountDay } from "../../../core/policy/account-day.ts";
import type { GuardRead, Judgement, SpendRaise } from "../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, at, dicts, isDict } from "../../../core/ground/json.ts";
import { budgetOf } from "../money/ground/record-fields.ts";
import { bidFactors } from "../money/model/bid-factors.ts";
import { effectiveRaises } from "../money/model/effective-bids.ts";
import { createReader, type RecordReader } from "../money/records/record-reader.ts";
import { checkName, type CopyProfile, conversion } from "./copy-terms.ts";
import { kinds } from "./kinds.ts";
import { highestBid, type Parts, type Plan, planCopy } from "./plan-copy.ts";

const campaigns = "sponsored_product_campaigns";

/**
 * Reads the campaign, and plans its copy. The copy is paused and costs nothing yet, but everything in it spends as soon
 * as somebody starts the campaign. Therefore the caps of its profile apply to its budget and its bids.
 */
export async function copyGuard(params: Dict, read: GuardRead, now: number): Promise<Judgement> {
  const { campaignId, profileId, fromProfileId = profileId, intoCampaignId, budget } = params;
  const source = createReader(read, fromProfileId);
  const target = fromProfileId === profileId ? source : createReader(read, profileId);
  const campaign = await oneCampaign(source, "campaignId", campaignId);
  const into =
    intoCampaignId === undefined ? undefined : await oneCampaign(target, "intoCampaignId", intoCampaignId);
  if (into && into.state !== "PAUSED")
    throw refuse(
      "intoCampaignId",
      "the campaign is not paused.",
      "Pause it before you continue the copy. Nothing was sent.",
    );
  const parts = await partsOf(source, campaignId);
  const existing = into ? await partsOf(target, intoCampaignId) : {};
  const from = await profileOf(read, source);
  const to = target === source ? from : await profileOf(read, target);
  const isSameProfile = from.profileId === to.profileId;
  const name = String(
    into?.name ?? params.name ?? (isSameProfile ? copyOf(String(campaign.name)) : campaign.name),
  );
  if (!into) checkName(name, await sameName(target, name));
  const convert = conversion(from, to, params.exchangeRate);
  const { productOf, warnings } = await productsOf(target, parts.productAds ?? [], { isSameProfile, to });
  const account = await target.account();
  const plan = planCopy({ campaign, parts }, existing, {
    name,
    isNew: !into,
    budget: typeof budget === "number" ? budget : undefined,
    convert,
    isSameProfile,
    isSameCountry: from.countryCode !== undefined && from.countryCode === to.countryCode,
    isSameCurrency: from.currency === to.currency,
    today: accountDay(account, now),
    productOf,
  });
  if (!into && plan.campaign && !(Number(at(plan.campaign, "budget.budget")) > 0))
    throw refuse(
      "budget",
      "the campaign has no daily budget that can be copied.",
      "Pass budget. Nothing was sent.",
    );
  const copy = plan.campaign ?? into!;
  return {
    effects: ["spend"],
    reasons: [`The copy of campaign ${String(campaignId)} has a budget and bids in profile ${to.profileId}.`],
    params: { ...params, plan },
    shownParams: params,
    raises: raisesOf(copy, plan),
    account: () => target.account(),
    before: summaryOf(campaign, parts, from),
    after: { ...summaryOf(copy, plan.parts, to), highestBid: highestBid(plan), notCopied: plan.notCopied },
    warnings: async () => [
      ...warnings,
      ...(plan.notCopied.length > 0
        ? [`${plan.notCopied.length} parts cannot be copied; see notCopied.`]
        : []),
      ...(isSameProfile || from.countryCode === to.countryCode
        ? []
        : ["Keywords are copied as they are, not translated."]),
    ],
  };
}

const refuse = (name: string, what: string, hint: string) =>
  new ConnectorError("invalid_params", `${name}: ${what}`, { path: `params.${name}`, hint });

async function oneCampaign(reader: RecordReader, name: string, id: unknown): Promise<Dict> {
  const [found] = await reader.list(campaigns, "list", { campaignIds: [id] });
  if (found) return found;
  throw new ConnectorError(
    "not_found",
    `${name}: campaign ${String(id)} does not exist in its profile, or is archived.`,
    {
      path: `params.${name}`,
      hint: `Nothing was sent. To find ids, use ${campaigns}.list. A campaign of another profile needs fromProfileId.`,
    },
  );
}

async function partsOf(reader: RecordReader, campaignId: unknown): Promise<Parts> {
  const params = { campaignIds: [campaignId], limit: 1000 };
  const found = await Promise.all(
    kinds.map(async ({ entity, key }) => [key, await reader.list(entity, "list", params)] as const),
  );
  return Object.fromEntries(found);
}

const sameName = (reader: RecordReader, name: string): Promise<Dict[]> =>
  reader.list(campaigns, "list", { names: [name], nameMatch: "EXACT_MATCH", limit: 10 });

const copyOf = (name: string) => `${name.slice(0, 123)} copy`;

async function profileOf(read: GuardRead, reader: RecordReader): Promise<CopyProfile> {
  const { id: profileId, currency } = await reader.account();
  // The country and the type of the account are in the list of profiles, which the connector keeps.
  const profile = await readIfAllowed(read, ["profiles", "get", { profileId }]);
  const country = at(profile, "countryCode");
  return {
    profileId,
    currency,
    countryCode: typeof country === "string" ? country : undefined,
    isVendor: at(profile, "accountInfo.type") === "vendor",
  };
}

/** A result has at most 50 products. A product can have several SKUs. */
const perQuery = 25;

/** Returns how the profile names each product. A seller names its products by SKU, a vendor by ASIN. */
async function productsOf(
  target: RecordReader,
  ads: readonly Dict[],
  { isSameProfile, to }: { isSameProfile: boolean; to: CopyProfile },
): Promise<{ productOf: (ad: Dict) => Dict | undefined; warnings: string[] }> {
  const own = ({ sku, asin }: Dict) => (to.isVendor || (sku ?? null) === null ? { asin } : { sku });
  if (isSameProfile) return { productOf: own, warnings: [] };
  const asins = [...new Set(ads.flatMap(({ asin }) => (typeof asin === "string" ? [asin] : [])))];
  const byAsin = new Map<string, Dict[]>();
  try {
    for (let start = 0; start < asins.length; start += perQuery) {
      const query = { asins: asins.slice(start, start + perQuery) };
      const { data } = await target.read("product_metadata", "query", query);
      for (const product of dicts(data)) {
        const asin = String(product.asin);
        byAsin.set(asin, [...(byAsin.get(asin) ?? []), product]);
      }
    }
  } catch (error) {
    // A wrong call is a fault of this code. Other errors mean that the login cannot read the products.
    if (!ConnectorError.is(error) || ["aborted", "invalid_params"].includes(error.code)) throw error;
    return {
      productOf: own,
      warnings: ["It is not known which products the profile has, because they cannot be read."],
    };
  }
  const productOf = (ad: Dict): Dict | undefined => {
    const found = byAsin.get(String(ad.asin)) ?? [];
    const product = found.find(({ sku }) => sku === ad.sku) ?? found[0];
    if (!product) return ad.asin === undefined || ad.asin === null ? own(ad) : undefined;
    return to.isVendor || (product.sku ?? null) === null ? { asin: ad.asin } : { sku: product.sku };
  };
  return { productOf, warnings: [] };
}

/** Compares the copy with nothing, as if it had been started. */
function raisesOf(copy: Dict, plan: Plan): SpendRaise[] {
  const path = "campaignId";
  const factors = bidFactors(copy, "sp");
  const bid = { of: "the highest bid of the copy", to: highestBid(plan) };
  const adjustments = { campaignId: undefined, before: factors, after: factors, rulePercent: 0 };
  return [
    { path: "budget", cap: "max_daily_budget", of: "the budget of the copy", to: budgetOf(copy) ?? Infinity },
    { path, cap: "max_bid", orCaps: ["max_effective_bid"], ...bid },
    ...effectiveRaises(bid, adjustments, { path, orCaps: ["max_bid"] }),
  ];
}

function summaryOf(campaign: Dict, parts: Parts, { profileId, currency }: CopyProfile): Dict {
  const { name, state, targetingType, endDate, dynamicBidding } = campaign;
  return {
    profileId,
    currency,
    name,
    state,
    targetingType,
    dailyBudget: budgetOf(campaign),
    ...(endDate === undefined || endDate === null ? {} : { endDate }),
    ...(isDict(dynamicBidding) ? { dynamicBidding } : {}),
    counts: Object.fromEntries(kinds.map(({ key }) => [key, parts[key]?.length ?? 0])),
  };
}
