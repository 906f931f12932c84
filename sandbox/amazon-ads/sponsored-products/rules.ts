import { marketplaceOf } from "../marketplace-limits.ts";
import type { Collection, Fields } from "../types.ts";
import { entitiesOf, today } from "../world.ts";
import {
  checkBid,
  checkExpression,
  checkKind,
  checkManual,
  checkName,
  checkNegativeText,
  checkPlacements,
  checkPortfolio,
  checkRange,
  checkText,
  checkUnique,
  lower,
  type ItemChange,
} from "./check-values.ts";
import { sponsoredBrandsRules } from "../sponsored-brands/rules.ts";
import { itemError } from "./item-errors.ts";

/** Checks of the items of a batch. If a check throws, only its item fails. */
export const rules: Partial<Record<Collection, (change: ItemChange) => void>> = {
  "sp/campaigns": (change) => {
    const { world, account, requested, next, entity } = change;
    checkName(change, "name", account.profile.accountInfo.type === "vendor" ? 116 : 128);
    const budget = (next["budget"] as Fields)["budget"] as number;
    if (requested["budget"] !== undefined)
      checkRange(
        "budgetError",
        "BUDGET",
        "budget.budget",
        budget,
        marketplaceOf(account.profile.countryCode).spBudget,
      );
    checkPlacements(next);
    const start = String(next["startDate"]);
    if (requested["startDate"] !== undefined && requested["startDate"] !== entity?.fields["startDate"]) {
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
      requested["targetingType"] !== undefined &&
      requested["targetingType"] !== entity.fields["targetingType"]
    )
      throw itemError(
        "unsupportedOperationError",
        "UNSUPPORTED_OPERATION",
        "The targeting type of a campaign cannot be changed",
        { field: "targetingType" },
      );
    checkPortfolio(change);
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
    const { next, entity, requested } = change;
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
    if (requested["expression"] !== undefined) checkExpression(change);
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
    if (change.requested["expression"] !== undefined) checkExpression(change);
    checkUnique(change, ({ adGroupId, expression }) => [adGroupId, JSON.stringify(expression)], "expression");
  },

  "sp/campaignNegativeTargets": (change) => {
    if (change.requested["expression"] !== undefined) checkExpression(change);
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

  ...sponsoredBrandsRules,

  portfolios: (change) => {
    checkName(change, "name", 128);
    const budget = change.next["budget"] as Fields | undefined;
    if (change.requested["budget"] === undefined || !budget) return;
    const { currencyCode } = change.account.profile;
    if (typeof budget["currencyCode"] === "string" && budget["currencyCode"] !== currencyCode)
      throw itemError(
        "budgetError",
        "BUDGET_CURRENCY_DOES_NOT_MATCH_MARKETPLACE_SETTINGS",
        `The currency of the profile is ${currencyCode}`,
        { field: "budget.currencyCode", trigger: budget["currencyCode"] },
      );
    const [start, end] = [budget["startDate"], budget["endDate"]];
    if (typeof start === "string" && typeof end === "string" && end < start)
      throw itemError(
        "dateError",
        "END_DATE_EARLIER_THAN_START_DATE",
        "End date cannot be earlier than the start date",
        { field: "budget.endDate", trigger: end },
      );
    if (budget["policy"] === "NO_CAP") return;
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
