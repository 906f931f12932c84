import type { DayTotals } from "../contract/day-totals.ts";
import type { CapLimit } from "./cap-limits.ts";
import { type KeyedRaise, firstValueOf, usedOf, withReservation } from "./day-totals.ts";
import { percentCap } from "./read-caps.ts";

/** A raise (increase of an amount) above one or several limits. */
export interface Exceeded {
  raise: KeyedRaise;
  limits: readonly CapLimit[];
  /**
   * The earlier amount for the error message: the amount before the call if the call raises it, or else the amount
   * before the first change of the day.
   */
  from?: number | undefined;
  /** The highest amount that all limits allow. */
  most: number;
  currency?: string | undefined;
  /** The sum of the day's raises, including this raise. Present only if this sum is above the limit of the day. */
  sum?: number | undefined;
}

// A calculation with decimal numbers can be above the limit by a rounding error.
const exceeds = (amount: number, most: number) => amount > most * (1 + 1e-12) + 1e-9;

/** Returns the raises above a limit. Adds up the raises with a limit for the day, in the given order. */
export function findExceeded(
  raises: readonly KeyedRaise[],
  limits: ReadonlyMap<string, CapLimit>,
  totals: DayTotals,
  reservation: string,
): Exceeded[] {
  let planned = totals;
  const exceeded = raises.flatMap((raise): Exceeded | readonly Exceeded[] => {
    if (!raise.perDay) return amountExceeded(raise, limits, totals) ?? [];
    const limit = limits.get(raise.cap);
    if (!limit) return [];
    const next = withReservation(planned, reservation, [raise]);
    const sum = usedOf(next, raise.cap);
    if (exceeds(sum, limit.most))
      return { raise, limits: [limit], most: raise.from ?? 0, currency: limit.currency, sum };
    planned = next;
    return [];
  });
  // The proposed amounts share what the other amounts of the call leave, so all of them fit into one call.
  return exceeded.map((one) => {
    if (one.sum === undefined) return one;
    const { cap } = one.raise;
    const most = one.most + Math.max(0, limits.get(cap)!.most - usedOf(planned, cap));
    planned = withReservation(planned, reservation, [{ ...one.raise, to: most }]);
    return { ...one, most };
  });
}

function amountExceeded(
  raise: KeyedRaise,
  limits: ReadonlyMap<string, CapLimit>,
  totals: DayTotals,
): Exceeded | undefined {
  const { cap, orCaps = [], to, from } = raise;
  const percent = limits.get(percentCap);
  const base = firstOf(raise, totals);
  const found = [
    ...[limits.get(cap) ?? []].flat().map((limit) => ({ limit, most: limit.most })),
    // No percentage of 0 is more than 0.
    ...(percent && percent.most < Infinity && from !== undefined && base !== undefined
      ? [{ limit: percent, most: base * (1 + percent.most / 100) }]
      : []),
  ];
  const over = found.filter(({ most }) => exceeds(to, most));
  if (over.length === 0) return undefined;
  const earlier = [from, base].find((one = Infinity) => one < to);
  return {
    raise,
    from: earlier,
    limits: over.map(({ limit }) => limit),
    most: Math.min(...found.map(({ most }) => most)),
    currency: [cap, ...orCaps].map((name) => limits.get(name)?.currency).find((one) => one !== undefined),
  };
}

/** Returns the amount before the first change of the day. */
function firstOf({ key, from, factors }: KeyedRaise, totals: DayTotals): number | undefined {
  const firstValue = (name: string) => firstValueOf(totals, name);
  if (!factors) return firstValue(key) ?? from;
  return Object.entries(factors).reduce((product, [name, now]) => product * (firstValue(name) ?? now), 1);
}
