import { type Dict, at, dicts, isDict } from "../../../core/ground/json.ts";
import { adGroups, children, type Kind } from "./kinds.ts";

/** The records of a campaign by kind, such as `keywords`. */
export type Parts = Readonly<Record<string, readonly Dict[]>>;

export interface NotCopied {
  kind: string;
  /** The text or the number of the records, for a person. */
  record: string;
  reason: string;
}

export interface Plan {
  /** The new campaign. Undefined if the copy continues in a campaign that exists. */
  campaign: Dict | undefined;
  /** The new records by kind. `adGroupId` is the id of the ad group that is copied. */
  parts: Readonly<Record<string, Dict[]>>;
  /** The ids of the ad groups that the copy has already, by the ids of the ad groups that are copied. */
  adGroupIds: Readonly<Record<string, string>>;
  notCopied: NotCopied[];
}

export interface CopyTerms {
  name: string;
  /** Undefined if the copy continues in a campaign that exists. */
  isNew: boolean;
  /** The daily budget in the currency of the copy's profile. Default: the converted budget. */
  budget: number | undefined;
  /** Converts an amount to the currency of the copy's profile. */
  convert: (amount: number) => number;
  isSameProfile: boolean;
  isSameCountry: boolean;
  isSameCurrency: boolean;
  /** Today, such as `2026-11-24`. */
  today: string;
  /**
   * Returns how the copy's profile names a product, or undefined if it has no such product. Undefined if the products
   * are not known.
   */
  productOf: (ad: Dict) => Dict | undefined;
}

/** Plans a copy. `existing`: the records that the copy has already. */
export function planCopy(source: { campaign: Dict; parts: Parts }, existing: Parts, terms: CopyTerms): Plan {
  const notCopied: NotCopied[] = [];
  const leaveOut = (kind: string, record: string, reason: string) => {
    notCopied.push({ kind, record, reason });
  };
  const campaign = terms.isNew ? newCampaign(source.campaign, terms, leaveOut) : undefined;
  const groups = source.parts[adGroups.key] ?? [];
  const found = new Map(
    (existing[adGroups.key] ?? []).map((group) => [adGroups.textOf(group), String(group.adGroupId)]),
  );
  const adGroupIds = Object.fromEntries(
    groups.flatMap((group) => {
      const id = found.get(adGroups.textOf(group));
      return id === undefined ? [] : [[String(group.adGroupId), id] as const];
    }),
  );
  const parts: Record<string, Dict[]> = {
    [adGroups.key]: groups
      .filter(({ adGroupId }) => adGroupIds[String(adGroupId)] === undefined)
      .map((group) => ({ ...fieldsOf(adGroups, group, terms), adGroupId: String(group.adGroupId) })),
  };
  for (const kind of children) {
    const has = new Set(
      (existing[kind.key] ?? []).map((record) => placeOf(kind, record, String(record.adGroupId))),
    );
    parts[kind.key] = (source.parts[kind.key] ?? []).flatMap((record) => {
      const item = newItem(kind, record, terms, leaveOut);
      const group = adGroupIds[String(record.adGroupId)] ?? "new";
      return item && !has.has(placeOf(kind, item, group)) ? [item] : [];
    });
  }
  return { campaign, parts, adGroupIds, notCopied };
}

const placeOf = (kind: Kind, record: Dict, adGroupId: string) =>
  `${kind.inCampaign ? "" : adGroupId} ${kind.textOf(record).toLowerCase()}`;

type LeaveOut = (kind: string, record: string, reason: string) => void;

function newCampaign(campaign: Dict, terms: CopyTerms, leaveOut: LeaveOut): Dict {
  const { targetingType, endDate, portfolioId, tags, dynamicBidding } = campaign;
  const bidding = isDict(dynamicBidding) ? dynamicBidding : {};
  const ended = typeof endDate === "string" && endDate < terms.today;
  if (ended) leaveOut("campaign", "endDate", `${endDate} is in the past`);
  const hasPortfolio = (portfolioId ?? null) !== null;
  if (hasPortfolio && !terms.isSameProfile)
    leaveOut("campaign", "portfolioId", "the portfolio belongs to the other profile");
  if (dicts(bidding.shopperCohortBidding).length > 0)
    leaveOut(
      "campaign",
      "dynamicBidding.shopperCohortBidding",
      "adjustments for audiences cannot be created here",
    );
  for (const name of ["siteRestrictions", "offAmazonSettings"])
    if ((campaign[name] ?? null) !== null) leaveOut("campaign", name, "cannot be created here");
  const placements = dicts(bidding.placementBidding);
  return {
    name: terms.name,
    targetingType,
    state: "PAUSED",
    budget: {
      budgetType: "DAILY",
      budget: terms.budget ?? terms.convert(Number(at(campaign, "budget.budget"))),
    },
    ...(endDate === undefined || endDate === null || ended ? {} : { endDate }),
    ...(hasPortfolio && terms.isSameProfile ? { portfolioId } : {}),
    ...(isDict(tags) ? { tags } : {}),
    dynamicBidding: {
      ...(bidding.strategy === undefined ? {} : { strategy: bidding.strategy }),
      placementBidding: placements.map(({ placement, percentage }) => ({ placement, percentage })),
    },
  };
}

function newItem(kind: Kind, record: Dict, terms: CopyTerms, leaveOut: LeaveOut): Dict | undefined {
  const text = kind.textOf(record);
  const parent = kind.inCampaign ? {} : { adGroupId: String(record.adGroupId) };
  if (record.expressionType === "AUTO") {
    if (typeof record.bid === "number" || record.state === "PAUSED")
      leaveOut(
        kind.key,
        text,
        "Amazon creates automatic targets by itself, with the default bid; change them after the copy",
      );
    return undefined;
  }
  if (kind.key === "productAds") {
    const product = terms.productOf(record);
    if (!product) {
      leaveOut(kind.key, text, "the profile has no product with this SKU or ASIN");
      return undefined;
    }
    return { ...product, ...parent, state: record.state };
  }
  const local = dicts(record.expression).find(({ type }) => !isWorldwide(String(type), terms));
  if (local) {
    leaveOut(kind.key, text, `${String(local.type)} has values of another country or currency`);
    return undefined;
  }
  return { ...fieldsOf(kind, record, terms), ...parent };
}

/** Ids of categories and brands exist only in one country, and prices only in one currency. */
function isWorldwide(type: string, { isSameCountry, isSameCurrency }: CopyTerms): boolean {
  if (type.startsWith("ASIN_PRICE")) return isSameCurrency;
  return isSameCountry || /^ASIN_(SAME_AS|EXPANDED_FROM|REVIEW_|IS_PRIME)/.test(type);
}

/** Returns the fields that a new record has. Bids are converted. */
function fieldsOf({ fields }: Kind, record: Dict, { convert }: CopyTerms): Dict {
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = record[name];
      if (value === undefined || value === null) return [];
      if ((name === "bid" || name === "defaultBid") && typeof value === "number")
        return [[name, convert(value)]];
      return [[name, value]];
    }),
  );
}

/** Returns the highest bid of a plan, or 0 if it has no bids. */
export const highestBid = ({ parts }: Plan): number =>
  Math.max(
    0,
    ...Object.values(parts)
      .flat()
      .flatMap(({ bid, defaultBid }) => [bid, defaultBid])
      .filter((amount) => typeof amount === "number"),
  );
