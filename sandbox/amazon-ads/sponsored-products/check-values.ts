import { isRecord } from "../http/wire-json.ts";
import { type Range, marketplaceOf } from "../marketplace-limits.ts";
import type { Collection, Entity, Fields } from "../types.ts";
import type { Account, World } from "../world-types.ts";
import { entitiesOf } from "../world.ts";
import { itemError } from "./item-errors.ts";
import { AUTO_TYPES } from "./common-fields.ts";

/** An item of a batch, before the sandbox writes it. */
export interface ItemChange {
  world: World;
  account: Account;
  collection: Collection;
  /** The fields of the item in the request, without unknown fields. */
  requested: Fields;
  /** The fields of the entity after the write. */
  next: Fields;
  /** The current entity. Undefined if the item creates a new entity. */
  entity: Entity | undefined;
}

export const lower = (value: unknown): string => String(value).trim().toLowerCase();

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

/** Checks that the bid is within the range of the marketplace and not above the campaign's budget. */
export function checkBid({ account, requested, next, collection }: ItemChange, field: string): void {
  const bid = requested[field];
  if (typeof bid !== "number") return;
  const family = collection.slice(0, 2) as "sp" | "sb" | "sd";
  checkRange("biddingError", "BID", field, bid, marketplaceOf(account.profile.countryCode)[`${family}Bid`]);
  const campaign = entitiesOf(account, `${family}/campaigns`).get(String(next["campaignId"]));
  const given = campaign?.fields["budget"];
  const budget = isRecord(given) ? given["budget"] : given;
  if (typeof budget === "number" && bid > budget)
    throw itemError("biddingError", "BID_GT_BUDGET", "The bid is higher than the budget of the campaign", {
      field,
      trigger: bid,
    });
}

export function checkPortfolio({ account, requested, next }: ItemChange): void {
  const id = next["portfolioId"];
  if (!requested["portfolioId"] || entitiesOf(account, "portfolios").has(String(id))) return;
  throw itemError("entityNotFoundError", "ENTITY_NOT_FOUND", "Portfolio not found", {
    field: "portfolioId",
    trigger: id,
  });
}

export function checkName(change: ItemChange, field: string, longest: number, parent?: string): void {
  const name = change.requested[field];
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

/**
 * Checks that no other entity has the same key. For example, an ad group cannot have a keyword twice. Archived entities
 * do not count.
 */
export function checkUnique(
  change: ItemChange,
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

export function checkManual({ account, next, entity }: ItemChange): void {
  const campaign = entitiesOf(account, "sp/campaigns").get(String(next["campaignId"]));
  if (!entity && campaign?.fields["targetingType"] === "AUTO")
    throw itemError(
      "targetingClauseSetupError",
      "TARGETING_TYPE_NOT_ALLOWED_FOR_AUTO_TARGETING_CAMPAIGN",
      "An automatic campaign takes no keywords and no manual targets",
      { field: "campaignId" },
    );
}

/** Checks that an ad group does not get both keywords and product targets. */
export function checkKind({ account, next, entity }: ItemChange, other: Collection): void {
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

export function checkText({ next, entity }: ItemChange, longest: number, words: number): void {
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

export const checkNegativeText = (change: ItemChange): void =>
  checkText(change, 80, change.next["matchType"] === "NEGATIVE_PHRASE" ? 4 : 10);

export function checkExpression({ next }: ItemChange): void {
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

export function checkPlacements(next: Fields): void {
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
