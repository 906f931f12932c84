import type { Issue } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { displayParts } from "../params.ts";
import type { CheckItem } from "./check-items.ts";

// Amazon refuses a Sponsored Display target whose expression breaks these rules.
// https://advertising.amazon.com/API/docs/en-us/sponsored-display/3-0/openapi

const { selectors, refinements, lookbackDays, innerSelectors } = displayParts;

const withoutValue = new Set([
  "similarProduct",
  "exactProduct",
  "relatedProduct",
  "negative",
  "audiencesLikelyInterestedInAd",
]);

interface Part {
  type: string;
  value?: unknown;
}

export const checkDisplayTarget: CheckItem = ({ expression }, path) => {
  const parts = partsOf(expression);
  const at = `${path}.expression`;
  const nested = parts.findIndex(({ type }) => type in lookbackDays);
  if (nested === -1) return checkParts(parts, selectors, at);
  if (parts.length > 1)
    return [{ path: at, message: `${parts[nested]!.type} must be the only part of the expression` }];
  return checkNested(parts[nested]!, `${at}[${nested}].value`);
};

function checkNested({ type, value }: Part, path: string): Issue[] {
  if (!Array.isArray(value)) return [{ path, message: `${type} needs a list of parts` }];
  const parts = partsOf(value);
  const days: readonly string[] = lookbackDays[type as keyof typeof lookbackDays];
  const lookbacks = parts.filter((part) => part.type === "lookback");
  if (type === "audience")
    return parts.length === 1 && parts[0]!.type === "audienceSameAs"
      ? checkParts(parts, innerSelectors, path)
      : [{ path, message: "audience needs exactly one part, audienceSameAs" }];
  if (lookbacks.length !== 1 || !days.includes(String(lookbacks[0]!.value)))
    return [{ path, message: `${type} needs one part lookback with one of ${days.join(", ")} days` }];
  const rest = parts.filter((part) => part.type !== "lookback" && part.type !== "negative");
  return checkParts(rest, innerSelectors, path);
}

/** Checks that exactly one part selects products or people. The other parts can only narrow a category. */
function checkParts(parts: readonly Part[], selecting: readonly string[], path: string): Issue[] {
  const issues: Issue[] = [];
  const found = parts.filter(({ type }) => selecting.includes(type));
  if (found.length !== 1)
    issues.push({ path, message: `needs exactly one of ${selecting.join(", ")}, got ${found.length}` });
  const narrowing = parts.find(({ type }) => (refinements as readonly string[]).includes(type));
  if (narrowing && found[0] && found[0].type !== "asinCategorySameAs")
    issues.push({ path, message: `${narrowing.type} is allowed only together with asinCategorySameAs` });
  const twice = parts.find(({ type }, index) => parts.findIndex((one) => one.type === type) !== index);
  if (twice) issues.push({ path, message: `${twice.type} occurs twice` });
  return [...issues, ...parts.flatMap((part) => checkValue(part, path))];
}

function checkValue({ type, value }: Part, path: string): Issue[] {
  const problem = (message: string): Issue[] => [{ path, message: `${type} ${message}` }];
  if (withoutValue.has(type)) return value === undefined ? [] : problem("has no value");
  if (typeof value !== "string") return problem("needs a text as its value");
  if (type === "asinSameAs" && !/^[A-Z0-9]{10}$/i.test(value))
    return problem("needs an ASIN of 10 characters");
  if (type.endsWith("Between")) {
    const [low, high] = (/^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(value) ?? []).slice(1).map(Number);
    if (low === undefined || high === undefined || low >= high)
      return problem('needs a range from low to high, such as "10-50"');
    return isRating(type) && high > 5 ? problem("accepts ratings from 0 to 5") : [];
  }
  if (!/(GreaterThan|LessThan)$/.test(type)) return [];
  if (!/^\d+(\.\d+)?$/.test(value)) return problem("needs a number as text");
  return isRating(type) && Number(value) > 5 ? problem("accepts ratings from 0 to 5") : [];
}

const isRating = (type: string): boolean => type.startsWith("asinReviewRating");

const partsOf = (value: unknown): Part[] =>
  (Array.isArray(value) ? value : []).filter((one): one is Dict & Part => isDict(one));
