import { inline } from "../../src/core/display/grid.ts";
import { escapeInvisible } from "../../src/core/ground/control-characters.ts";
import { isDict } from "../../src/core/ground/json.ts";

/** How values are written: the currency of amounts that have none of their own. */
export interface CellOptions {
  currency?: string | undefined;
}

/** Names of fields with an amount of money: `budget.budget`, `cost`, `sales14d`, `defaultBid`. */
const moneyName =
  /(?:^|[._]|[a-z](?=[A-Z]))(?:budget|bid|cost|costs|spend|price|amount|sales|revenue)(?:_?\d+d)?$/i;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

export const isTime = (value: unknown): value is string =>
  typeof value === "string" && time.test(value) && !Number.isNaN(Date.parse(value));

/**
 * Writes a value for a person. Times become times of this computer, and amounts get their currency. Characters that could be
 * commands for the terminal are escaped.
 */
export function cellText(name: string, value: unknown, { currency }: CellOptions): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number")
    return currency !== undefined && moneyName.test(name) ? money(value, currency) : numberText(value);
  if (isTime(value)) return localTime(value);
  if (isDict(value)) {
    const { amount, currencyCode, currency: other } = value;
    const own = currencyCode ?? other;
    if (typeof amount === "number" && typeof own === "string" && /^[A-Z]{3}$/.test(own))
      return money(amount, own);
    const fields = Object.entries(value).map(([field, one]) => {
      const text = isDict(one) ? inline(one) : cellText(field, one, { currency });
      return `${field}: ${text}`;
    });
    return escapeInvisible(fields.join(", "));
  }
  return escapeInvisible(inline(value));
}

/** Writes at most four decimals: the rest of 2.4300000000000002 is no information. */
const numberText = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toFixed(4)) || value);

function money(value: number, currency: string): string {
  const options = { style: "currency", currency } as const;
  // Some bids are fractions of a cent.
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en", options).resolvedOptions();
  const [whole = "", fraction = ""] = String(Number(value.toFixed(4))).split(".");
  return `${whole}${digits > 0 || fraction !== "" ? `.${fraction.padEnd(digits, "0")}` : ""} ${currency}`;
}

/** Returns a time such as `2026-03-12 16:00`, in the time zone of this computer. */
function localTime(text: string): string {
  const date = new Date(text);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
