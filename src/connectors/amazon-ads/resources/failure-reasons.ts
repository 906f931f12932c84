import { cut, isDict, type Dict } from "../../../core/ground/json.ts";

/** The reason why Amazon refused an item of a batch, with a hint about the next step. */
export interface Failure {
  reason: string;
  message?: string | undefined;
  /** The path of the refused argument, such as `campaigns[0].budget.budget`. */
  argument?: string | undefined;
  limits?: { lower?: string | undefined; upper?: string | undefined } | undefined;
  hint?: string | undefined;
}

/** A refused change must not lead to a new record that nobody asked for. */
const tellUser = "Tell the user. Do not create another record unless the user asks for it.";

const hints: Readonly<Record<string, string>> = {
  BUDGET_TOO_LOW: "Give a budget within the limits.",
  BUDGET_TOO_HIGH: "Give a budget within the limits.",
  BUDGET_OUT_OF_MARKET_PLACE_RANGE:
    "Give a budget within the marketplace's range, in the profile's currency.",
  BUDGET_LT_KEYWORD_BIDS:
    "The budget must not be lower than the highest bid. Lower the bids, or give a higher budget.",
  BID_GT_BUDGET: "The bid may not exceed the campaign's daily budget.",
  BID_OUT_OF_MARKET_PLACE_RANGE: "Give a bid within the marketplace's range, in the profile's currency.",
  NAME_NOT_UNIQUE:
    "Another record has this name. Choose another name, or find that record by its name with list, and update it.",
  DUPLICATE_VALUE:
    "Such a record exists already. Choose another name or other values, or find that record with list, and update it.",
  ENTITY_NOT_FOUND: "This profile has no record with this id.",
  PARENT_ENTITY_ARCHIVED:
    "The record's campaign or ad group is permanently archived. Create the record in another campaign or ad group.",
  ARCHIVED_ENTITY_CANNOT_BE_MODIFIED: `An archived record cannot be changed. ${tellUser}`,
  AUTO_TARGETING_CLAUSE_CANNOT_BE_ARCHIVED_MANUALLY: "Automatic targets can be paused, not archived.",
  TARGETING_TYPE_NOT_ALLOWED_FOR_AUTO_TARGETING_CAMPAIGN:
    "The campaign's targetingType is AUTO. Such a campaign accepts no keywords or targets.",
  TYPE_CONFLICT_IN_AD_GROUP: "An ad group can have keywords or product targets, but not both.",
  AD_INELIGIBLE: "The product cannot be advertised. To see why, call product_eligibility.query.",
  INVALID_ASIN: "Check the ASIN. Only vendors pass `asin`.",
  INVALID_SKU: "Check the SKU. Only sellers pass `sku`.",
  START_DATE_EARLIER_THAN_TODAY: "Give today (in the profile's time zone) or later.",
  UPDATING_READ_ONLY_START_DATE: "The start date of a campaign that has begun cannot be changed.",
  FORBIDDEN_CHARS: "Remove characters that Amazon does not accept in names and keywords.",
  QUOTA_EXCEEDED: "The account has reached Amazon's limit for such records. Archive some of them first.",
  EXPIRED_PAYMENT_METHOD:
    "The account's payment method has expired. The user must renew it in the Amazon Ads console.",
  BILLING_ACCOUNT_NOT_FOUND:
    "The account has no billing account. The user must set it up in the Amazon Ads console.",
  THROTTLED: "Send these items again in a minute.",
};

/** The hints for changes of existing records, where they differ from the hints for new records. */
const changeHints: Readonly<Record<string, string>> = {
  PARENT_ENTITY_ARCHIVED: `The record's campaign or ad group is permanently archived, so the record shows no ads and cannot be changed. ${tellUser}`,
};

/** Reads the reason from the first error of an item. Any field of the response can be missing. */
export function failureOf(item: Dict, key: string, index: number, isCreate: boolean): Failure {
  const errors = item.errors ?? item.subErrors;
  const first = Array.isArray(errors) && isDict(errors[0]) ? errors[0] : {};
  // Keywords of Sponsored Brands have errors such as `{KeywordError: {reason}}`, without `errorValue`.
  const value = Object.values(isDict(first.errorValue) ? first.errorValue : first).find(isDict) ?? {};
  const text = (one: unknown) => (typeof one === "string" && one !== "" ? cut(one, 300) : undefined);
  const reason =
    text(value.reason) ?? text(first.errorType) ?? text(first.errorCode) ?? text(item.code) ?? "UNKNOWN";
  const message =
    text(value.message) ??
    text(first.message) ??
    text(first.errorMessage) ??
    text(item.description) ??
    text(item.details);
  const lower = limit(value.lowerLimit);
  const upper = limit(value.upperLimit);
  const hint = [...(isCreate ? [] : [changeHints]), hints].find((some) => Object.hasOwn(some, reason))?.[
    reason
  ];
  return {
    reason,
    ...(message === undefined ? {} : { message }),
    argument: argumentOf(isDict(value.cause) ? value.cause.location : undefined, key, index),
    ...(lower === undefined && upper === undefined ? {} : { limits: { lower, upper } }),
    ...(hint === undefined ? {} : { hint }),
  };
}

const limit = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/**
 * Converts a location such as `$['campaigns'][0]['budget']` to `campaigns[0].budget`. If the location cannot be read,
 * returns the path of the whole item.
 */
function argumentOf(location: unknown, key: string, index: number): string {
  const item = `${key}[${index}]`;
  if (typeof location !== "string" || location.length > 300) return item;
  const path = location
    .replace(/^\$\.?/, "")
    .replace(/\[['"]([^'"]+)['"]\]/g, ".$1")
    .replace(/^\./, "")
    .replaceAll("/", ".")
    .replace(/\.(\d+)(?=\.|$)/g, "[$1]");
  if (path.startsWith(`${key}[`)) return path;
  return /^[A-Za-z]\w*(\.\w+|\[\d+\])*$/.test(path) && !path.startsWith(key) ? `${item}.${path}` : item;
}
