import { marketplaceOf } from "../marketplace-limits.ts";
import { BRAND } from "../seed/brands.ts";
import {
  checkName,
  checkPortfolio,
  checkRange,
  type ItemChange,
} from "../sponsored-products/check-values.ts";
import { itemError } from "../sponsored-products/item-errors.ts";
import type { Collection, Fields } from "../types.ts";
import { isRecord } from "../http/wire-json.ts";
import { today } from "../world.ts";
import { checkCreative } from "./creatives.ts";

/** Checks of the items of a batch. If a check throws, only its item fails. */
export const sponsoredBrandsRules: Partial<Record<Collection, (change: ItemChange) => void>> = {
  "sb/campaigns": (change) => {
    const { account, requested, next, entity } = change;
    checkName(change, "name", 128);
    if (typeof requested["budget"] === "number" && next["budgetType"] === "DAILY")
      checkRange(
        "budgetError",
        "BUDGET",
        "budget",
        requested["budget"],
        marketplaceOf(account.profile.countryCode).sbBudget,
      );
    checkDates(change);
    checkGoal(requested);
    checkBidding(change);
    const { type } = account.profile.accountInfo;
    if (!entity && type === "seller" && next["brandEntityId"] !== BRAND.brandEntityId)
      throw otherError("BRAND_ENTITY_ID_INVALID", "A seller must give the brandEntityId of a registered brand", "brandEntityId"); // prettier-ignore
    checkPortfolio(change);
  },

  "sb/adGroups": (change) => checkName(change, "name", 255, "campaignId"),

  "sb/ads": (change) => {
    checkName(change, "name", 255, "adGroupId");
    if (!change.entity) checkCreative(change);
  },
};

const otherError = (reason: string, message: string, field: string): Error =>
  itemError("otherError", reason, message, { field });

/**
 * Checks the dates of a campaign. A request with an end date must contain the start date, even if it does not change.
 * https://advertising.amazon.com/API/docs/en-us/sponsored-brands/3-0/openapi/prod#tag/Campaigns
 */
function checkDates({ world, account, requested, next, entity }: ItemChange): void {
  const missing = (field: string): Error =>
    itemError("missingValueError", "MISSING_VALUE", `${field} is required`, { field });
  if (next["budgetType"] === "LIFETIME" && next["endDate"] === undefined) throw missing("endDate");
  if (typeof requested["endDate"] === "string" && requested["startDate"] === undefined)
    throw missing("startDate");
  const start = String(next["startDate"]);
  const now = today(world, account.profile);
  const dateError = (reason: string, message: string, field: string): Error =>
    itemError("dateError", reason, message, { field, trigger: next[field] });
  if (requested["startDate"] !== undefined && start !== entity?.fields["startDate"]) {
    if (entity && String(entity.fields["startDate"]) <= now)
      throw dateError("UPDATING_READ_ONLY_START_DATE", "The campaign has started", "startDate");
    if (start < now)
      throw dateError("START_DATE_EARLIER_THAN_TODAY", "The start date is in the past", "startDate");
  }
  if (typeof next["endDate"] === "string" && next["endDate"] < start)
    throw dateError("END_DATE_EARLIER_THAN_START_DATE", "The end date is before the start date", "endDate");
}

/**
 * Checks that a campaign has a goal and a cost type, or neither of them.
 * https://advertising.amazon.com/API/docs/en-us/guides/sponsored-brands/campaigns/get-started-with-campaigns
 */
function checkGoal({ goal, costType }: Fields): void {
  if ((goal === undefined) !== (costType === undefined))
    throw otherError("INVALID_ARGUMENT", "goal and costType must be given together", "goal");
  if (goal === "BRAND_IMPRESSION_SHARE" && costType === "CPC")
    throw otherError("CAMPAIGN_GOAL_TYPE_INVALID", "Invalid goal type specified.", "goal");
}

const PLACEMENTS = new Set(["HOME", "DETAIL_PAGE", "OTHER", "TOP_OF_SEARCH"]);

/** Checks the bid adjustments. Placements can have adjustments only if `bidOptimization` is false. */
function checkBidding({ requested, next }: ItemChange): void {
  const bidding = next["bidding"] as Fields;
  const given = isRecord(requested["bidding"]) ? requested["bidding"] : {};
  const field = "bidding.bidAdjustmentsByPlacement";
  if (bidding["bidOptimization"] === true) {
    if (given["bidAdjustmentsByPlacement"] !== undefined)
      throw itemError("biddingError", "INVALID_ARGUMENT", "bidOptimization must be false", { field });
    delete bidding["bidAdjustmentsByPlacement"];
  }
  const adjustments = (name: string): Fields[] => (bidding[name] ?? []) as Fields[];
  const byPlacement = adjustments("bidAdjustmentsByPlacement");
  const cohorts = adjustments("shopperCohortBidAdjustments");
  if (byPlacement.length > 3 || cohorts.length > 1)
    throw itemError("rangeError", "TOO_MANY_ITEMS", "Too many bid adjustments", { field });
  if (byPlacement.some(({ placement }) => !PLACEMENTS.has(String(placement))))
    throw itemError("biddingError", "INVALID_ARGUMENT", "Unknown placement", { field });
  for (const [limits, all] of [
    [[-99, 900], byPlacement],
    [[0, 900], cohorts],
  ] as const)
    for (const { percentage } of all)
      if (!(Number(percentage) >= limits[0] && Number(percentage) <= limits[1]))
        throw itemError("rangeError", "TOO_HIGH", `The percentage must be from ${limits.join(" to ")}`, {
          field,
          trigger: percentage,
          limits,
        });
}
