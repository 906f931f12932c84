import { marketplaceOf } from "../marketplace-limits.ts";
import { itemError } from "../sponsored-products/item-errors.ts";
import {
  checkBid,
  checkName,
  checkRange,
  checkUnique,
  lower,
  type ItemChange,
} from "../sponsored-products/check-values.ts";
import type { Collection } from "../types.ts";
import { checkDisplayCreative } from "../sponsored-display/creative-rules.ts";
import { entitiesOf, today } from "../world.ts";

const rules: Partial<Record<Collection, (change: ItemChange) => void>> = {
  "sd/campaigns": (change) => {
    const { world, account, requested, next, entity } = change;
    checkName(change, "name", 128);
    if (typeof requested["budget"] === "number")
      checkRange(
        "budgetError",
        "BUDGET",
        "budget",
        requested["budget"],
        marketplaceOf(account.profile.countryCode).sdBudget,
      );
    next["startDate"] ??= today(world, account.profile);
    if (!entity && String(next["startDate"]) < today(world, account.profile))
      throw itemError("dateError", "START_DATE_EARLIER_THAN_TODAY", "startDate cannot be in the past");
    if (next["endDate"] !== undefined && String(next["endDate"]) < String(next["startDate"]))
      throw itemError("dateError", "END_DATE_EARLIER_THAN_START_DATE", "endDate cannot be before startDate");
  },
  "sd/adGroups": (change) => {
    const campaign = entitiesOf(change.account, "sd/campaigns").get(String(change.next["campaignId"]));
    change.next["tactic"] ??= campaign?.fields["tactic"];
    checkName(change, "name", 255, "campaignId");
    checkBid(change, "defaultBid");
  },
  "sd/productAds": (change) => {
    const { account, next, entity } = change;
    if (entity || next["landingPageURL"] !== undefined) return;
    const product = account.products.find(({ asin, sku }) => asin === next["asin"] || sku === next["sku"]);
    if (!product) throw itemError("asinError", "INVALID_ASIN", "The product is not one of this advertiser");
    next["asin"] = product.asin;
    checkUnique(change, ({ adGroupId, asin }) => [adGroupId, asin], "asin");
  },
  "sd/targets": (change) => {
    checkBid(change, "bid");
    checkUnique(change, ({ adGroupId, expression }) => [adGroupId, JSON.stringify(expression)], "expression");
  },
  "sd/negativeTargets": (change) =>
    checkUnique(change, ({ adGroupId, expression }) => [adGroupId, JSON.stringify(expression)], "expression"),
  "sd/creatives": checkDisplayCreative,
  "sb/keywords": (change) => {
    checkBid(change, "bid");
    checkUnique(
      change,
      ({ adGroupId, keywordText, matchType }) => [adGroupId, lower(keywordText), matchType],
      "keywordText",
    );
  },
  "sb/negativeKeywords": (change) =>
    checkUnique(
      change,
      ({ adGroupId, keywordText, matchType }) => [adGroupId, lower(keywordText), matchType],
      "keywordText",
    ),
  "sb/targets": (change) => {
    checkBid(change, "bid");
    checkUnique(
      change,
      ({ adGroupId, expressions }) => [adGroupId, JSON.stringify(expressions)],
      "expressions",
    );
  },
  "sb/negativeTargets": (change) =>
    checkUnique(
      change,
      ({ adGroupId, expressions }) => [adGroupId, JSON.stringify(expressions)],
      "expressions",
    ),
  "sb/themes": (change) => {
    checkBid(change, "bid");
    checkUnique(change, ({ adGroupId, themeType }) => [adGroupId, themeType], "themeType");
  },
};

export const olderRules = (collection: Collection): ((change: ItemChange) => void) | undefined =>
  rules[collection];
