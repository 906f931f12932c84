import type { PayingAccount } from "../../../../core/contract/judgement.ts";
import { type Dict, isDict } from "../../../../core/ground/json.ts";
import { idOf, numberAt } from "../ground/record-fields.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";

/** A change of amounts by a percentage. A reduction stops at `min`, and a raise stops at `max`. */
export interface PercentChange {
  percent: number;
  min?: number | undefined;
  max?: number | undefined;
}

/** A record whose amount stays the same, and the reason. */
export interface LeftOut {
  id: string;
  reason: "NO_OWN_AMOUNT" | "SAME_AMOUNT" | "NOT_FOUND";
}

/** Currencies without decimals. All other currencies of Amazon's marketplaces have two decimals. */
const withoutDecimals = new Set(["JPY"]);

/** Returns how many decimals amounts of a currency have. */
export const decimalsOf = (currency: string | undefined): number =>
  withoutDecimals.has(currency ?? "") ? 0 : 2;

/**
 * Changes the amount at `path` of each record. New amounts are rounded down, so that a raise is never larger than the
 * percentage.
 */
export function percentItems(
  { idField }: SpendingEntity,
  path: string,
  records: readonly Dict[],
  change: PercentChange,
  { currency }: Pick<PayingAccount, "currency">,
): { items: Dict[]; leftOut: LeftOut[] } {
  const decimals = decimalsOf(currency);
  const items: Dict[] = [];
  const leftOut: LeftOut[] = [];
  for (const record of records) {
    const id = idOf(record[idField]) ?? "";
    const amount = numberAt(record, path);
    const next = amount === undefined ? undefined : changed(amount, change, decimals);
    if (amount === undefined) leftOut.push({ id, reason: "NO_OWN_AMOUNT" });
    else if (next === undefined) leftOut.push({ id, reason: "SAME_AMOUNT" });
    else items.push({ [idField]: id, ...withAmount(record, path, next) });
  }
  return { items, leftOut };
}

/** Returns undefined if a limit or the rounding leaves no change in the direction of `percent`. */
function changed(amount: number, { percent, min = 0, max = Infinity }: PercentChange, decimals: number) {
  const unit = 10 ** decimals;
  // 1e-6 makes up for the rounding error of the multiplication.
  const rounded = Math.floor(amount * (1 + percent / 100) * unit + 1e-6) / unit;
  const next = percent < 0 ? Math.max(rounded, min) : Math.min(rounded, max);
  const isChange = percent < 0 ? next < amount : next > amount;
  return isChange && next > 0 ? next : undefined;
}

/** Returns the field with the new amount. An object, such as `budget`, keeps its budget type. */
function withAmount(record: Dict, path: string, amount: number): Dict {
  const [name = "", inner] = path.split(".");
  if (inner === undefined) return { [name]: amount };
  const { budgetType } = isDict(record[name]) ? record[name] : {};
  return { [name]: { [inner]: amount, ...(budgetType === undefined ? {} : { budgetType }) } };
}
