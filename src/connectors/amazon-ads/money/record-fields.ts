import { type Dict, at, isDict } from "../../../core/ground/json.ts";

// The records of Sponsored Products, Sponsored Brands and Sponsored Display have different formats. These functions read
// the fields that decide about spending.

/** Returns whether a record is enabled. Sponsored Display writes states in lower case. */
export const isEnabled = (record: Dict | undefined): boolean =>
  String(record?.state).toUpperCase() === "ENABLED";

/** Returns the number at a path of a record, or undefined. */
export function numberAt(record: Dict | undefined, path: string): number | undefined {
  const value = at(record, path);
  return typeof value === "number" && !Number.isNaN(value) ? value : undefined;
}

/** Returns the budget of a campaign. In Sponsored Products, the amount is inside an object. */
export const budgetOf = (campaign: Dict): number | undefined =>
  numberAt(campaign, isDict(campaign.budget) ? "budget.budget" : "budget");

/** Returns a date as eight digits, such as `20260312`, so that dates of all formats can be compared. */
export const dayOf = (date: unknown): string | undefined =>
  typeof date === "string" && date !== "" ? date.replaceAll("-", "") : undefined;

export const dicts = (value: unknown): Dict[] => (Array.isArray(value) ? value.filter(isDict) : []);

export const idOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : undefined;
