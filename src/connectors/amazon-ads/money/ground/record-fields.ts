import { type Dict, at, dicts, isDict } from "../../../../core/ground/json.ts";

// The records of Sponsored Products, Sponsored Brands and Sponsored Display have different formats. These functions
// read the fields that decide about spending.

/** Ignores upper and lower case, because Sponsored Display writes states in lower case. */
export const isEnabled = (record: Dict | undefined): boolean =>
  String(record?.state).toUpperCase() === "ENABLED";

export function numberAt(record: Dict | undefined, path: string): number | undefined {
  const value = at(record, path);
  return typeof value === "number" && !Number.isNaN(value) ? value : undefined;
}

/** Reads the amount of the budget. In Sponsored Products, the budget is an object. */
export const budgetOf = (campaign: Dict): number | undefined =>
  numberAt(campaign, isDict(campaign.budget) ? "budget.budget" : "budget");

/** Returns eight digits, such as `20260312`, so that dates of all formats can be compared. */
export const dayOf = (date: unknown): string | undefined =>
  typeof date === "string" && date !== "" ? date.replaceAll("-", "") : undefined;

/** Returns a text that identifies a record for a person: a name, a keyword, a product or the text of a target. */
export function nameOf(record: Dict): string | undefined {
  const { name, keywordText, matchType, asin, sku, expression, expressions = expression } = record;
  const target = dicts(expressions).map(({ type, value }) => String(value ?? type));
  const text = name ?? keywordText ?? asin ?? sku ?? target.join(", ");
  if (typeof text !== "string" || text === "") return undefined;
  return text === keywordText && typeof matchType === "string" ? `${text} (${matchType})` : text;
}

export const namesById = (records: Iterable<Dict>, idField: string): Record<string, string> =>
  Object.fromEntries(
    [...records].flatMap((record) => {
      const [id, name] = [idOf(record[idField]), nameOf(record)];
      return id === undefined || name === undefined ? [] : [[id, name] as const];
    }),
  );

export const idOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : undefined;
