import type { PayingAccount, Judgement, SpendRaise } from "../../../src/core/contract/judgement.ts";
import type { Caps, Policy } from "../../../src/core/contract/policy.ts";
import { type CapContext, enforceCaps } from "../../../src/core/policy/enforce-caps.ts";
import type { CapTerms } from "../../../src/core/policy/read-caps.ts";
import { memoryTotals, type Totals } from "./memory-totals.ts";
import { testClock } from "../../fixtures/clock.ts";

type Call = Partial<Judgement> & { policies?: readonly Policy[] };

const account = {
  params: ["account"],
  accepts: { pattern: /^\d+$/, says: "an id" },
  capsField: "accounts",
  without: [],
};
export const terms: CapTerms = {
  caps: ["max_bid", "max_new"],
  moneyCaps: ["max_bid"],
  allowListKinds: { account },
};

let calls = 0;

/** Opens an account. Its calls share the totals of a day, and each call has its own reservation. */
export function openCaps(
  caps: Caps | undefined,
  account: PayingAccount = { id: "1" },
  totals: Totals = memoryTotals(),
) {
  const clock = testClock(Date.UTC(2026, 2, 12));
  let asked = 0;
  let used = 0;
  const counting: Totals = {
    update: (id, change) => {
      used++;
      return totals.update(id, change);
    },
  };
  const call = ({ policies = [{ caps }], ...judged }: Call, context: Partial<CapContext> = {}) =>
    enforceCaps(
      policies as readonly Policy[],
      {
        effects: ["spend"],
        account: async () => {
          asked++;
          return account;
        },
        ...judged,
      },
      {
        totals: counting,
        clock,
        connector: "bank",
        terms,
        what: "budgets.set",
        dryRun: false,
        reservation: `call ${++calls}`,
        ...context,
      },
    );
  return {
    clock,
    call,
    raise: (...raises: SpendRaise[]) => call({ raises }),
    /** How often a call has asked for the account, and how often a call has used the store. */
    counts: () => ({ asked, used }),
  };
}

/** An increase of an amount, which the cap `max_daily` limits. */
export const daily = (to: number, more: Partial<SpendRaise> = {}): SpendRaise => ({
  path: "daily",
  cap: "max_daily",
  to,
  ...more,
});

/** An increase of an amount from 0, which the cap `max_sum` limits together with all other increases of the day. */
export const summed = (to: number, more: Partial<SpendRaise> = {}): SpendRaise => ({
  path: "daily",
  cap: "max_sum",
  from: 0,
  to,
  perDay: true,
  ...more,
});
