import type { DayAmount, DayTotals } from "../contract/spend-store.ts";
import type { Raise } from "../contract/judgement.ts";

// The functions in this file compute the totals of one account on one day. A raise is an increase of an amount. The
// total of a cap is the sum of `high - first` over all amounts with this cap. An amount that was raised, lowered and
// raised again counts once, up to its highest value.

/**
 * Adds the current values of amounts that have no first value on this day. `defaults`: the keys of default amounts, by
 * the key of the amount that replaces the default amount.
 */
export function withFirstValues(
  totals: DayTotals,
  current: Readonly<Record<string, number>>,
  defaults: Readonly<Record<string, string>> = {},
): DayTotals {
  const added = Object.entries(current).filter(([key]) => !Object.hasOwn(totals.amounts, key));
  if (added.length === 0) return totals;
  const amounts = added.map(([key, value]): [string, DayAmount] => {
    const replaced = Object.hasOwn(defaults, key) ? firstValueOf(totals, defaults[key]!) : undefined;
    const first = replaced ?? value;
    return [key, { first, high: first }];
  });
  return { ...totals, amounts: { ...totals.amounts, ...Object.fromEntries(amounts) } };
}

/** Returns the value of an amount before the first change of the day. */
export const firstValueOf = ({ amounts }: DayTotals, key: string): number | undefined =>
  Object.hasOwn(amounts, key) ? amounts[key]!.first : undefined;

/** Returns how much of a cap is used on this day, including the reserved raises. */
export function usedOf(totals: DayTotals, cap: string): number {
  const highest = new Map<string, number>();
  for (const raises of Object.values(totals.reserved))
    for (const [key, to] of Object.entries(raises)) highest.set(key, Math.max(to, highest.get(key) ?? to));
  let used = 0;
  for (const [key, amount] of Object.entries(totals.amounts))
    if (amount.cap === cap) used += Math.max(amount.high, highest.get(key) ?? amount.high) - amount.first;
  return used;
}

/** Reserves raises under the id of a call. */
export function withReservation(totals: DayTotals, id: string, raises: readonly Raise[]): DayTotals {
  if (raises.length === 0) return totals;
  const amounts: Record<string, DayAmount> = { ...totals.amounts };
  const reserved: Record<string, number> = { ...totals.reserved[id] };
  for (const { key, cap, from = 0, to, perDay } of raises) {
    if (key === undefined || !perDay) continue;
    amounts[key] = Object.hasOwn(amounts, key) ? { ...amounts[key]!, cap } : { first: from, high: from, cap };
    reserved[key] = Math.max(to, reserved[key] ?? to);
  }
  return { ...totals, amounts, reserved: { ...totals.reserved, [id]: reserved } };
}

/**
 * Ends a reservation. Afterwards, the raises whose keys are in `confirmed` count. All other raises are released.
 */
export function settled(totals: DayTotals, id: string, confirmed: ReadonlySet<string>): DayTotals {
  const { [id]: raises = {}, ...reserved } = totals.reserved;
  const amounts: Record<string, DayAmount> = { ...totals.amounts };
  for (const [key, to] of Object.entries(raises)) {
    const amount = amounts[key];
    if (amount && confirmed.has(key)) amounts[key] = { ...amount, high: Math.max(amount.high, to) };
  }
  return { ...totals, amounts, reserved };
}
