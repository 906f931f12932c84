import type { Exceeded } from "./find-exceeded.ts";
import { withCurrency } from "./with-currency.ts";

/** The highest value that the caps allow for a param, or for an amount that is not a param. */
interface Proposal {
  of: string;
  /** Undefined if every higher value of the param is above the caps. */
  most: string | undefined;
}

/**
 * Removes an amount if another amount of the same param is above the same caps, and allows only the same value of the
 * param or a lower value. For example, a price can be above a cap with and without the tax of its order.
 */
export function strictestOf(all: readonly Exceeded[]): Exceeded[] {
  const named = new Map<string, Set<string>>();
  const kept = new Set<Exceeded>();
  for (const one of [...all].sort((a, b) => valueOf(a) - valueOf(b))) {
    const { path, item } = one.raise;
    const key = JSON.stringify([path, item, isParam(one)]);
    const caps = named.get(key) ?? new Set();
    if (one.limits.some(({ cap }) => !caps.has(cap))) kept.add(one);
    named.set(key, new Set([...caps, ...one.limits.map(({ cap }) => cap)]));
  }
  return all.filter((one) => kept.has(one));
}

/** Returns a proposal for each amount. All amounts of one param have the same proposal. */
export function proposalsOf(exceeded: readonly Exceeded[]): Proposal[] {
  const strictest = new Map<string, Exceeded>();
  for (const one of exceeded.filter(isParam)) {
    const known = strictest.get(one.raise.path);
    if (!known || valueOf(one) < valueOf(known)) strictest.set(one.raise.path, one);
  }
  return exceeded.map((one): Proposal => {
    const { path, of = path } = one.raise;
    if (!isParam(one)) return { of, most: roundedDown(one) };
    const lowest = strictest.get(path)!;
    return { of: path, most: lowest.raise.factor === Infinity ? undefined : roundedDown(lowest) };
  });
}

export const atMost = ({ most }: Proposal): string =>
  most === undefined ? "no higher value is allowed" : `at most ${most}`;

export function proposalText(all: readonly Proposal[]): string {
  const most = new Map(all.flatMap((one) => (one.most === undefined ? [] : [[one.of, one.most] as const])));
  const refused = new Set(all.flatMap((one) => (one.most === undefined ? [one.of] : [])));
  const isSame = new Set(most.values()).size === 1 && refused.size === 0;
  const listed = isSame
    ? [...most.values()][0]!
    : [...most].map(([of, one]) => `${one} for ${of}`).join(", ");
  return [
    ...(refused.size > 0 ? [`The caps allow no higher value of ${[...refused].join(", ")}.`] : []),
    most.size > 0 ? `Propose at most ${listed}, or ask the user.` : "Ask the user.",
  ].join(" ");
}

/** Returns true if the amount is the value of a param, or the product of this value and a factor. */
const isParam = ({ raise: { of, factor } }: Exceeded): boolean => of === undefined || factor !== undefined;

/** Returns the highest value of the param that the caps allow. */
const valueOf = ({ most, raise: { factor = 1 } }: Exceeded): number => most / factor;

/** Rounds down to cents, so that the proposed amount is never above the limit. */
const roundedDown = (one: Exceeded): string =>
  withCurrency(Math.floor(valueOf(one) * 100 + 1e-7) / 100, one.currency);
