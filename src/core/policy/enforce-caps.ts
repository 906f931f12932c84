import type { PayingAccount, Judgement, SpendRaise } from "../contract/judgement.ts";
import type { Policy } from "../contract/policy.ts";
import type { DayTotals } from "../contract/day-totals.ts";
import { ConnectorError } from "../ground/errors.ts";
import { noTotals, totalsOfToday, type TotalsContext } from "./account-totals.ts";
import { capExceeded, capMissing } from "./cap-errors.ts";
import { type CapLimit, limitsOf } from "./cap-limits.ts";
import { type KeyedRaise, settled, withFirstValues, withReservation } from "./day-totals.ts";
import { findExceeded } from "./find-exceeded.ts";
import { findMissing } from "./find-missing.ts";
import { explained, nameItems } from "./name-items.ts";
import { type CapTerms, percentCap } from "./read-caps.ts";
import { storeFailed } from "./store-failed.ts";

export interface CapContext extends TotalsContext {
  terms: CapTerms;
  /** The name of the action, for error messages. */
  what: string;
  /** A dry run reserves nothing. */
  dryRun: boolean;
  /** The id of the reservation. If calls share an id because of an idempotency key, their raises count only once. */
  reservation: string;
}

/**
 * The raises (increased amounts) of a call, which are reserved in the totals of the day. The raises stay reserved if
 * the outcome of the call is unknown.
 */
export interface Reservation {
  /** Counts the raises, except those of the items that certainly changed nothing. */
  settle(data: unknown): Promise<void>;
  /**
   * Releases all raises if `error` proves that nothing was changed, unless an earlier call had the same reservation.
   */
  fail(error: unknown): Promise<void>;
}

/**
 * Compares the raises of a call (the amounts that the call increases) with the caps of all policies. Reserves the
 * raises that count toward a total of the day. If a call or an item of a batch has the effect `spend`, each raise needs
 * a cap in each policy with caps.
 * @throws ConnectorError `policy_denied` if a needed cap is missing, `cap_exceeded` if an amount is above a cap
 */
export async function enforceCaps(
  policies: readonly Policy[],
  judged: Judgement,
  context: CapContext,
): Promise<Reservation | undefined> {
  const { effects, current = {}, currentPerDay = {}, defaults, items = [] } = judged;
  const { what, reservation, terms } = context;
  let raises = (judged.raises ?? []).map((raise) => withKey(raise, reservation));
  const hasCaps = policies.some(({ caps }) => caps);
  const changesAmounts =
    raises.length > 0 || Object.keys(current).length > 0 || Object.keys(currentPerDay).length > 0;
  const account = hasCaps && changesAmounts ? await judged.account?.() : undefined;
  const names = [...raises.flatMap(({ cap, orCaps = [] }) => [cap, ...orCaps]), percentCap];
  const limits = limitsOrThrow(policies, names, account, { judged, terms });
  if (effects.includes("spend")) {
    const missing = findMissing(policies, judged, account, terms);
    const spending = items.flatMap((found, index) => (found.includes("spend") ? [index] : []));
    const refused = hasCaps
      ? missing.flatMap((one) => one.raises.flatMap(({ item }) => item ?? []))
      : spending;
    if (missing.length > 0) throw explained(capMissing(what, missing, account, terms), judged, refused);
  }
  const isLimited = ({ perDay, cap }: SpendRaise) => perDay && (limits.get(cap)?.most ?? Infinity) < Infinity;
  if (raises.some(isLimited) && judged.exactRaises)
    raises = (await judged.exactRaises()).map((raise) => withKey(raise, reservation));
  const dayRaises = raises.filter(isLimited);
  const first = { ...currentPerDay, ...(limits.has(percentCap) ? current : {}) };
  const comparesFirst = limits.has(percentCap) && raises.some(({ from }) => from !== undefined);
  if (!account || (dayRaises.length === 0 && Object.keys(first).length === 0 && !comparesFirst)) {
    refuseExceeded(noTotals);
    return undefined;
  }
  const change = await totalsOfToday(account, context);
  let refusal: unknown;
  let isRepeated: boolean;
  try {
    isRepeated = await change((stored) => {
      const totals = withFirstValues(stored, first, defaults);
      try {
        refuseExceeded(totals);
      } catch (error) {
        refusal = error;
        throw error;
      }
      return {
        value: context.dryRun ? stored : withReservation(totals, reservation, dayRaises),
        result: Object.hasOwn(stored.reserved, reservation),
      };
    });
  } catch {
    // The store's own error could have the outcome `unknown`, although nothing was sent.
    throw refusal ?? storeFailed(what);
  }
  if (dayRaises.length === 0 || context.dryRun) return undefined;
  // If the store fails here, the raises stay reserved, and the call still returns a result.
  const settle = async (confirmed: readonly KeyedRaise[]) => {
    const keys = new Set(confirmed.map(({ key }) => key));
    try {
      await change((totals) => ({ value: settled(totals, reservation, keys), result: undefined }));
    } catch {
      return;
    }
  };
  return {
    settle: (data) => {
      const failed = judged.failed?.(data) ?? [];
      return settle(dayRaises.filter(({ item }) => item === undefined || !failed.includes(item)));
    },
    fail: async (error) => {
      // If the call is repeated, the outcome of an earlier call with the same reservation may be unknown.
      if (!ConnectorError.is(error) || isRepeated) return;
      if (error.outcome === "not_started") await settle([]);
    },
  };

  function refuseExceeded(totals: DayTotals): void {
    const exceeded = findExceeded(raises, limits, totals, reservation);
    if (exceeded.length > 0) throw capExceeded(what, exceeded, judged.advice ?? items.length);
  }
}

/** Adds a key that no other call uses, if the raise sets a new amount, such as the limit of a new order. */
const withKey = (raise: SpendRaise, reservation: string): KeyedRaise => ({
  ...raise,
  key: raise.key ?? `${reservation} ${raise.cap} ${raise.path}`,
});

/** Works like `limitsOf`, but the error names the items of the batch that raise an amount. */
function limitsOrThrow(
  policies: readonly Policy[],
  names: readonly string[],
  account: PayingAccount | undefined,
  { judged: { raises = [], items = [] }, terms }: { judged: Judgement; terms: CapTerms },
): Map<string, CapLimit> {
  try {
    return limitsOf(policies, names, account, terms);
  } catch (error) {
    const raising = raises.flatMap(({ item }) => item ?? []);
    throw ConnectorError.is(error) ? nameItems(error, raising, items.length) : error;
  }
}
