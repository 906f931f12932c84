import type { PayingAccount } from "../contract/judgement.ts";
import type { DayTotals } from "../contract/day-totals.ts";
import type { Clock } from "../ground/clock.ts";
import { hashOf } from "../ground/hash.ts";
import type { Changed, Records } from "../store/records.ts";
import { accountDay } from "./account-day.ts";

export interface TotalsContext {
  totals: Pick<Records<DayTotals>, "update">;
  clock: Pick<Clock, "now">;
  connector: string;
}

/** Changes the totals of an account on one day. `change` gets empty totals if there are none, and can run twice. */
export type ChangeTotals = <R>(change: (totals: DayTotals) => Changed<DayTotals, R>) => Promise<R>;

export const noTotals: DayTotals = { amounts: {}, reserved: {} };

/**
 * Returns the function that changes the totals of an account on its current day, also after this day has ended. All
 * connectors with the same store share the totals, whatever their credentials.
 */
export async function totalsOfToday(
  account: Pick<PayingAccount, "id" | "timezone">,
  { totals, clock, connector }: TotalsContext,
): Promise<ChangeTotals> {
  const day = accountDay(account, clock.now());
  const id = `${connector}/${await hashOf(account.id)}/${day}`;
  return (change) =>
    totals.update(id, (stored) => {
      const { value, result } = change(stored ?? noTotals);
      return { value: value === noTotals ? undefined : value, result };
    });
}
