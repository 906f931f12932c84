import { marketplaceOf, type Range } from "../marketplaces.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import { entitiesOf, today, type Account, type World } from "../world.ts";
import { itemError } from "./errors.ts";
import { AUTO_TYPES } from "./resources.ts";

/** One item that is about to be written. */
export interface Change {
  world: World;
  account: Account;
  collection: Collection;
  /** What was sent and is known. */
  asked: Fields;
  /** What the entity will be. */
  next: Fields;
  /** The entity as it is; absent for a new one. */
  entity: Entity | undefined;
}

/** The rules of each collection; a broken one throws. */
export const rules: Partial<Record<Collection, (change: Change) => void>> = {
  "sp/campaigns": (change) => {
    const { world, account, asked, next, entity } = change;
    checkName(change, "name", account.profile.accountInfo.type === "vendor" ? 116 : 128);
    const budget = (next["budget"] as Fields)["budget"] as number;
    if (asked["budget"] !== undefined)
      checkRange(
        "budgetError",
        "BUDGET",
        "budget.budget",
        budget,
        marketplaceOf(account.profile.countryCode).spBudget,
      );
    checkPlacements(next);
    const start = String(next["startDate"]);
    if (asked["startDate"] !== undefined && asked["startDate"] !== entity?.fields["startDate"]) {
      const now = today(world, account.profile);
      if (entity && String(entity.fields["startDate"]) <= now)
        throw itemError(
          "dateError",
          "UPDATING_READ_ONLY_START_DATE",
          "The start date of a campaign that has started cannot be changed",
          { field: "startDate", trigger: start },
        );
      if (start < now)
        throw itemError(
          "dateError",
          "START_DATE_EARLIER_THAN_TODAY",
          "Start date cannot be earlier than today",
          { field: "startDate", trigger: start },
        );
    }
    if (typeof next["endDate"] === "string" && next["endDate"] < start)
      throw itemError(
        "dateError",
        "END_DATE_EARLIER_THAN_START_DATE",
        "End date cannot be earlier than the start date",
        { field: "endDate", trigger: next["endDate"] },
      );
    if (
      entity &&
      asked["targetingType"] !== undefined &&
      asked["targetingType"] !== entity.fields["targetingType"]
    )
      throw itemError(
        "unsupportedOperationError",
        "UNSUPPORTED_OPERATION",
        "The targeting type of a campaign cannot be changed",
        { field: "targetingType" },
      );
    if (
      asked["portfolioId"] !== undefined &&
      !entitiesOf(account, "portfolios").has(String(asked["portfolioId"]))
    )
      throw itemError("entityNotFoundError", "ENTITY_NOT_FOUND", "Portfolio not found", {
        field: "portfolioId",
        trigger: asked["portfolioId"],
      });
  },

  "sp/adGroups": (change) => {
    checkName(change, "name", 255, "campaignId");
    checkBid(change, "defaultBid");
  },

  "sp/keywords": (change) => {
    checkManual(change);
    checkText(change, 80, 10);
    checkKind(change, "sp/targets");
    checkUnique(
      change,
      ({ adGroupId, keywordText, matchType }) => [adGroupId, lower(keywordText), matchType],
      "keywordText",
    );
    checkBid(change, "bid");
  },

  "sp/productAds": (change) => {
    const { account, next, entity } = change;
    if (entity) return;
    const seller = account.profile.accountInfo.type === "seller";
    const field = seller ? "sku" : "asin";
    const value = next[field];
    if (value === undefined)
      throw itemError(
        "missingValueError",
        "MISSING_VALUE",
        `${field} is required for a ${seller ? "seller" : "vendor"}`,
        { field },
      );
    const product = account.products.find((each) => each[field] === value);
    if (!product)
      throw itemError(
        seller ? "skuError" : "asinError",
        seller ? "INVALID_SKU" : "INVALID_ASIN",
        `The ${field} is not one of this advertiser`,
        { field, trigger: value },
      );
    if (product.available === false)
      throw itemError("adEligibilityError", "AD_INELIGIBLE", "The product is not eligible for advertising", {
        field,
        trigger: value,
      });
    next["asin"] = product.asin;
    checkUnique(change, ({ adGroupId, asin }) => [adGroupId, asin], field);
  },

  "sp/targets": (change) => {
    const { next, entity, asked } = change;
    if (!entity && next["expressionType"] === "AUTO")
      throw itemError(
        "targetingClauseSetupError",
        "TARGETING_TYPE_NOT_ALLOWED",
        "Automatic targeting clauses are made with the ad group",
        { field: "expressionType" },
      );
    if (!entity) {
      checkManual(change);
      checkKind(change, "sp/keywords");
    }
    if (asked["expression"] !== undefined) checkExpression(change);
    checkUnique(change, ({ adGroupId, expression }) => [adGroupId, JSON.stringify(expression)], "expression");
    checkBid(change, "bid");
  },

  "sp/negativeKeywords": (change) => {
    checkNegativeText(change);
    checkUnique(
      change,
      ({ adGroupId, keywordText, matchType }) => [adGroupId, lower(keywordText), matchType],
      "keywordText",
    );
  },

  "sp/campaignNegativeKeywords": (change) => {
    checkNegativeText(change);
    checkUnique(
      change,
      ({ campaignId, keywordText, matchType }) => [campaignId, lower(keywordText), matchType],
      "keywordText",
    );
  },

  "sp/negativeTargets": (change) => {
    if (change.asked["expression"] !== undefined) checkExpression(change);
    checkUnique(change, ({ adGroupId, expression }) => [adGroupId, JSON.stringify(expression)], "expression");
  },

  "sp/campaignNegativeTargets": (change) => {
    if (change.asked["expression"] !== undefined) checkExpression(change);
    const campaign = entitiesOf(change.account, "sp/campaigns").get(String(change.next["campaignId"]));
    if (campaign?.fields["targetingType"] !== "AUTO")
      throw itemError(
        "targetingClauseSetupError",
        "TARGETING_TYPE_NOT_ALLOWED_FOR_MANUAL_TARGETING_CAMPAIGN",
        "Negative targets of a campaign are only for automatic campaigns",
        { field: "campaignId" },
      );
    checkUnique(
      change,
      ({ campaignId, expression }) => [campaignId, JSON.stringify(expression)],
      "expression",
    );
  },

  portfolios: (change) => {
    checkName(change, "name", 128);
    const budget = change.next["budget"] as Fields | undefined;
    if (change.asked["budget"] === undefined || !budget || budget["policy"] === "NO_CAP") return;
    if (typeof budget["amount"] === "number")
      checkRange(
        "budgetError",
        "BUDGET",
        "budget.amount",
        budget["amount"],
        marketplaceOf(change.account.profile.countryCode).spBudget,
      );
  },
};

const lower = (value: unknown): string => String(value).trim().toLowerCase();

export function checkRange(type: string, word: string, field: string, value: number, range: Range): void {
  const [low, high] = range;
  if (value >= low && value <= high) return;
  const reason =
    word === "BID" ? "BID_OUT_OF_MARKET_PLACE_RANGE" : value < low ? `${word}_TOO_LOW` : `${word}_TOO_HIGH`;
  throw itemError(type, reason, `The ${word.toLowerCase()} must be from ${low} to ${high}`, {
    field,
    trigger: value,
    limits: range,
  });
}

function checkBid({ account, asked, next }: Change, field: string): void {
  const bid = asked[field];
  if (typeof bid !== "number") return;
  checkRange("biddingError", "BID", field, bid, marketplaceOf(account.profile.countryCode).spBid);
  const campaign = entitiesOf(account, "sp/campaigns").get(String(next["campaignId"]));
  const budget = (campaign?.fields["budget"] as Fields | undefined)?.["budget"];
  if (typeof budget === "number" && bid > budget)
    throw itemError("biddingError", "BID_GT_BUDGET", "The bid is higher than the budget of the campaign", {
      field,
      trigger: bid,
    });
}

function checkName(change: Change, field: string, longest: number, parent?: string): void {
  const name = change.asked[field];
  if (typeof name !== "string") return;
  if (name.trim() === "")
    throw itemError("missingValueError", "MISSING_VALUE", "The name is empty", { field });
  if (name.length > longest)
    throw itemError("malformedValueError", "TOO_LONG", `The name is longer than ${longest} characters`, {
      field,
      trigger: name,
    });
  if (/[\p{Cc}<>]/u.test(name))
    throw itemError(
      "malformedValueError",
      "FORBIDDEN_CHARS",
      "The name has characters that are not allowed",
      { field, trigger: name },
    );
  checkUnique(change, (fields) => [parent && fields[parent], lower(fields[field])], field, "NAME_NOT_UNIQUE");
}

/** No other entity that is not archived may have the same key. */
function checkUnique(
  change: Change,
  keyOf: (fields: Fields) => unknown[],
  field: string,
  reason = "DUPLICATE_VALUE",
): void {
  const key = JSON.stringify(keyOf(change.next));
  for (const other of entitiesOf(change.account, change.collection).values()) {
    if (other === change.entity || other.state === "ARCHIVED" || JSON.stringify(keyOf(other.fields)) !== key)
      continue;
    throw itemError("duplicateValueError", reason, `${field} is already used by ${other.id}`, {
      field,
      trigger: change.next[field],
    });
  }
}

function checkManual({ account, next, entity }: Change): void {
  const campaign = entitiesOf(account, "sp/campaigns").get(String(next["campaignId"]));
  if (!entity && campaign?.fields["targetingType"] === "AUTO")
    throw itemError(
      "targetingClauseSetupError",
      "TARGETING_TYPE_NOT_ALLOWED_FOR_AUTO_TARGETING_CAMPAIGN",
      "An automatic campaign takes no keywords and no manual targets",
      { field: "campaignId" },
    );
}

/** An ad group has keywords or product targets, not both. */
function checkKind({ account, next, entity }: Change, other: Collection): void {
  if (entity) return;
  const mixed = [...entitiesOf(account, other).values()].some(
    ({ fields, state }) => state !== "ARCHIVED" && fields["adGroupId"] === next["adGroupId"],
  );
  if (mixed)
    throw itemError(
      "targetingClauseSetupError",
      "TYPE_CONFLICT_IN_AD_GROUP",
      "The ad group has targeting of the other type",
      { field: "adGroupId" },
    );
}

function checkText({ next, entity }: Change, longest: number, words: number): void {
  if (entity) return;
  const text = String(next["keywordText"]).trim();
  if (text.length > longest || text.split(/\s+/).length > words)
    throw itemError(
      "malformedValueError",
      "TOO_LONG",
      `At most ${longest} characters and ${words} words are allowed`,
      { field: "keywordText", trigger: text },
    );
  if (text === "" || /[^\p{L}\p{N}\p{M}\s'".&+/-]/u.test(text))
    throw itemError(
      "malformedValueError",
      "FORBIDDEN_CHARS",
      "The keyword has characters that are not allowed",
      { field: "keywordText", trigger: text },
    );
}

const checkNegativeText = (change: Change): void =>
  checkText(change, 80, change.next["matchType"] === "NEGATIVE_PHRASE" ? 4 : 10);

function checkExpression({ next }: Change): void {
  for (const [index, part] of (next["expression"] as Fields[]).entries()) {
    const field = `expression[${index}].value`;
    const type = String(part["type"]);
    if (AUTO_TYPES.includes(type)) continue;
    const value = String(part["value"] ?? "");
    if (value === "")
      throw itemError("missingValueError", "MISSING_VALUE", "The expression has no value", { field });
    if (["ASIN_SAME_AS", "ASIN_EXPANDED_FROM"].includes(type) && !/^[A-Z0-9]{10}$/.test(value))
      throw itemError("malformedValueError", "INVALID_ASIN", "Not an ASIN", { field, trigger: value });
  }
}

function checkPlacements(next: Fields): void {
  const bidding = next["dynamicBidding"] as Fields | undefined;
  for (const [index, each] of ((bidding?.["placementBidding"] ?? []) as Fields[]).entries()) {
    const percentage = Number(each["percentage"]);
    if (percentage >= 0 && percentage <= 900) continue;
    throw itemError(
      "rangeError",
      percentage < 0 ? "TOO_LOW" : "TOO_HIGH",
      "The percentage must be from 0 to 900",
      {
        field: `dynamicBidding.placementBidding[${index}].percentage`,
        trigger: percentage,
        limits: [0, 900],
      },
    );
  }
}
