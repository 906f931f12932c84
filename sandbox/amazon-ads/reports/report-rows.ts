import { integer } from "../http/wire-json.ts";
import type { Entity, Fields } from "../types.ts";
import type { Account, World } from "../world-types.ts";
import { chance, entitiesOf } from "../world.ts";
import { describeTarget, searchTermsOf } from "./describe-target.ts";
import { metric } from "./metrics.ts";
import { type Numbers, numbersOf, parentsOf, splitNumbers, targetsOf } from "./daily-numbers.ts";
import type { ReportRequest } from "./read-report-request.ts";

const DAY = 86_400_000;

/** The reports of other advertising products are empty. */
const FAMILIES: Readonly<Record<string, "sp" | "sb" | "sd">> = {
  SPONSORED_PRODUCTS: "sp",
  SPONSORED_BRANDS: "sb",
  SPONSORED_DISPLAY: "sd",
};

/**
 * A keyword, ad, campaign or other entity that has rows in a report. `dimensions`: the columns that describe the
 * entity. `on`: returns the numbers of the entity's keywords and targets on a day.
 */
interface Subject {
  dimensions: Fields;
  on: (day: string) => Numbers[];
}

/**
 * Returns one row per `Subject` (SUMMARY), or one row per `Subject` and day (DAILY). Leaves out rows without
 * impressions. Leaves out rows without clicks from a report of search terms.
 */
export function reportRows(world: World, account: Account, request: ReportRequest): Fields[] {
  const last = new Date(world.clock.now()).toISOString().slice(0, 10);
  const days = daysOf(request.startDate, request.endDate < last ? request.endDate : last);
  const subjects = subjectsOf(account, request).filter(({ dimensions }) => passes(request, dimensions));
  const clicked = request.reportTypeId.endsWith("SearchTerm");
  const rows: Fields[] = [];
  const push = ({ dimensions }: Subject, cells: Numbers[], dates: Fields): void => {
    if (cells.every(({ clicks, impressions }) => (clicked ? clicks : impressions) === 0)) return;
    const all: Fields = { ...dimensions, ...dates };
    rows.push(
      Object.fromEntries(
        request.columns.map((column) => [column, column in all ? all[column] : metric(column, cells)]),
      ),
    );
  };
  if (request.timeUnit !== "SUMMARY") {
    for (const date of days) for (const subject of subjects) push(subject, subject.on(date), { date });
  } else {
    const dates = { startDate: request.startDate, endDate: request.endDate };
    for (const subject of subjects)
      push(
        subject,
        days.flatMap((day) => subject.on(day)),
        dates,
      );
  }
  return rows;
}

function daysOf(start: string, end: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(start); at <= Date.parse(end); at += DAY)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

function passes({ filters }: ReportRequest, dimensions: Fields): boolean {
  return (filters ?? []).every(({ field, values }) => values.includes(String(dimensions[field] ?? "")));
}

function subjectsOf(account: Account, request: ReportRequest): Subject[] {
  const family = FAMILIES[request.type.adProduct];
  if (family === undefined) return [];
  const targets = targetsOf(account, family);
  const groups = new Set(request.groupBy);
  const cellsOf =
    (entities: readonly Entity[]) =>
    (day: string): Numbers[] =>
      entities.map((entity) => numbersOf(account, family, entity, day));
  const partOf =
    (on: (day: string) => Numbers[], weights: readonly number[], index: number) =>
    (day: string): Numbers[] =>
      on(day).flatMap((cell) => splitNumbers(cell, weights)[index] ?? []);
  const of = (name: string, id: string): Entity[] =>
    targets.flatMap(({ entity }) => (entity.fields[name] === id ? [entity] : []));
  const campaigns = [...entitiesOf(account, `${family}/campaigns`).values()];
  const adGroups = [...entitiesOf(account, `${family}/adGroups`).values()];
  const describe = (campaign: Entity | undefined, adGroup?: Entity): Fields => ({
    ...(campaign ? campaignColumns(account, campaign) : {}),
    ...(adGroup
      ? { adGroupId: integer(adGroup.id), adGroupName: adGroup.fields["name"], adStatus: adGroup.state }
      : {}),
  });

  if (groups.has("targeting") || groups.has("searchTerm")) {
    return targets.flatMap(({ entity, collection }) => {
      const { campaign, adGroup } = parentsOf(account, family, entity.fields);
      const dimensions = { ...describe(campaign, adGroup), ...describeTarget(collection, entity) };
      const on = cellsOf([entity]);
      if (!groups.has("searchTerm")) return [{ dimensions, on }];
      const terms = [...searchTermsOf(dimensions), ...(account.searchTerms[entity.id] ?? [])];
      const weights = terms.map((_term, index) => 1 / (index + 1));
      return terms.map((searchTerm, index) => ({
        dimensions: { ...dimensions, searchTerm },
        on: partOf(on, weights, index),
      }));
    });
  }
  if (groups.has("advertiser") || groups.has("ads") || groups.has("asin") || groups.has("purchasedAsin"))
    return adGroups.flatMap((adGroup) => {
      const { campaign } = parentsOf(account, family, adGroup.fields);
      const ads = [
        ...entitiesOf(account, family === "sb" ? "sb/ads" : `${family}/productAds`).values(),
      ].filter(({ fields }) => fields["adGroupId"] === adGroup.id);
      const on = cellsOf(of("adGroupId", adGroup.id));
      const weights = ads.map(({ id }) => 0.2 + chance(id));
      return ads.map((ad, index) => ({
        dimensions: { ...describe(campaign, adGroup), ...adColumns(account, ad, adGroup) },
        on: partOf(on, weights, index),
      }));
    });
  if (groups.has("adGroup"))
    return adGroups.map((adGroup) => ({
      dimensions: describe(parentsOf(account, family, adGroup.fields).campaign, adGroup),
      on: cellsOf(of("adGroupId", adGroup.id)),
    }));
  const placed = groups.has("campaignPlacement") ? PLACEMENTS : undefined;
  return campaigns.flatMap((campaign): Subject[] => {
    const on = cellsOf(of("campaignId", campaign.id));
    if (!placed) return [{ dimensions: describe(campaign), on }];
    return placed.map((placementClassification, index) => ({
      dimensions: { ...describe(campaign), placementClassification },
      on: partOf(on, [5, 3, 2], index),
    }));
  });
}

const PLACEMENTS = ["Top of Search on-Amazon", "Detail Page on-Amazon", "Other on-Amazon"];

function campaignColumns({ profile }: Account, { id, fields, state }: Entity): Fields {
  const budget = fields["budget"];
  const nested = typeof budget === "object" && budget !== null ? (budget as Fields) : undefined;
  return {
    campaignId: integer(id),
    campaignName: fields["name"],
    campaignStatus: state,
    campaignBudgetAmount: nested ? nested["budget"] : budget,
    campaignBudgetType: nested
      ? "DAILY_BUDGET"
      : `${String(fields["budgetType"] ?? "daily").toUpperCase()}_BUDGET`,
    campaignBudgetCurrencyCode: profile.currencyCode,
    currency: profile.currencyCode,
    campaignBiddingStrategy: (fields["dynamicBidding"] as Fields | undefined)?.["strategy"] ?? null,
    campaignRuleBasedBudgetAmount: null,
    campaignApplicableBudgetRuleId: null,
    campaignApplicableBudgetRuleName: null,
    portfolioId: fields["portfolioId"] === undefined ? null : integer(fields["portfolioId"]),
    costType: String(fields["costType"] ?? "CPC").toUpperCase(),
    campaignSite: "Amazon",
  };
}

function adColumns(account: Account, ad: Entity, adGroup: Entity): Fields {
  const asin = String(ad.fields["asin"] ?? "");
  const product = account.products.find((each) => each.asin === asin);
  const bought =
    account.products[
      (account.products.findIndex((each) => each.asin === asin) + 1) % account.products.length
    ];
  return {
    adId: integer(ad.id),
    adName: ad.fields["name"] ?? null,
    adStatus: ad.state,
    adCreativeStatus: ad.state,
    advertisedAsin: asin || null,
    advertisedSku: ad.fields["sku"] ?? product?.sku ?? null,
    promotedAsin: asin || null,
    promotedSku: ad.fields["sku"] ?? null,
    purchasedAsin: bought?.asin ?? null,
    asinBrandHalo: bought?.asin ?? null,
    productName: bought?.title ?? null,
    productCategory: bought?.category ?? null,
    keyword: null,
    keywordId: null,
    keywordType: null,
    matchType: null,
    targeting: null,
    bidOptimization: adGroup.fields["bidOptimization"] ?? null,
    attributionType: "Promoted",
  };
}
