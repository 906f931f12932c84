import type { DayAmount, DayTotals } from "../contract/day-totals.ts";
import type { SpendRaise } from "../contract/judgement.ts";

// Computes the totals of one account on one day. The total of a cap is the sum of `high - first` over all amounts with
// this cap. An amount can have a limit (`most`) for what it adds to the sum. An amount that was raised, lowered and raised again counts once, up to its highest value.

/**
 * Adds first values for amounts that have no first value on this day. The first value is the current value. If the
 * amount replaces a default amount (`defaults`), both have the same first value.
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

/** Returns the total of a cap, including the reserved raises. */
export function usedOf(totals: DayTotals, cap: string): number {
  const highest = new Map<string, number>();
  for (const raises of Object.values(totals.reserved))
    for (const [key, to] of Object.entries(raises)) highest.set(key, Math.max(to, highest.get(key) ?? to));
  let used = 0;
  for (const [key, amount] of Object.entries(totals.amounts))
    if (amount.cap === cap) used += raised(amount, highest.get(key));
  return used;
}

const raised = ({ first, high, most = Infinity }: DayAmount, reserved = high): number =>
  Math.min(most, Math.max(high, reserved) - first);

/** Returns the highest value of an amount in all reservations, or `-Infinity` if there is none. */
const reservedOf = ({ reserved }: DayTotals, key: string): number =>
  Math.max(
    ...Object.values(reserved).flatMap((raises) => (Object.hasOwn(raises, key) ? [raises[key]!] : [])),
  );

/** Adds up the highest values of the day. An amount without a value on this day counts with the given value. */
const sumOfHighest = ({ amounts }: DayTotals, values: Readonly<Record<string, number>>): number =>
  Object.entries(values).reduce((sum, [key, value]) => {
    const { first, high } = Object.hasOwn(amounts, key) ? amounts[key]! : { first: value, high: value };
    return sum + Math.max(value, first, high);
  }, 0);

/** A raise with the name of its amount in the totals. */
export interface KeyedRaise extends SpendRaise {
  key: string;
}

export function withReservation(totals: DayTotals, id: string, raises: readonly KeyedRaise[]): DayTotals {
  if (raises.length === 0) return totals;
  const amounts: Record<string, DayAmount> = { ...totals.amounts };
  const reserved: Record<string, number> = { ...totals.reserved[id] };
  for (const { key, cap, from = 0, to, restarts, returnsTo, within } of raises) {
    const most = within ? sumOfHighest(totals, within) : Infinity;
    if (most === 0) continue;
    // A store of JSON cannot keep Infinity.
    const limit = most < Infinity ? { most } : {};
    const before = Object.hasOwn(amounts, key) ? amounts[key]! : { first: from, high: from };
    const known = { ...before, cap, ...limit };
    const startsAgain = restarts && !Object.hasOwn(reserved, key);
    // An amount that starts again from 0 after a raise of 30 gets the first value -30, so that the total keeps the 30.
    amounts[key] = startsAgain
      ? { ...known, first: -raised(known, reservedOf(totals, key)), high: 0 }
      : known;
    const highest = returnsTo === undefined ? to : sumOfHighest(totals, { [returnsTo]: to });
    reserved[key] = Math.max(highest, reserved[key] ?? to);
  }
  return { ...totals, amounts, reserved: { ...totals.reserved, [id]: reserved } };
}

/** Ends a reservation. Counts the raises with the keys in `confirmed`, and releases all other raises. */
export function settled(totals: DayTotals, id: string, confirmed: ReadonlySet<string>): DayTotals {
  const { [id]: raises = {}, ...reserved } = totals.reserved;
  const amounts: Record<string, DayAmount> = { ...totals.amounts };
  for (const [key, to] of Object.entries(raises)) {
    const amount = amounts[key];
    if (amount && confirmed.has(key)) amounts[key] = { ...amount, high: Math.max(amount.high, to) };
  }
  return { ...totals, amounts, reserved };
}
