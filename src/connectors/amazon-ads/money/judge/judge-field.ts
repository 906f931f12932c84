import { type Dict, at } from "../../../../core/ground/json.ts";
import { bidFactors, raisesBids } from "../model/bid-factors.ts";
import type { FieldJudgement } from "../ground/judgement-kinds.ts";
import { isCapped, portfolioAmount, raisesPolicy, sharesBudget } from "../model/portfolio-exposure.ts";
import { dayOf, idOf, isEnabled, numberAt } from "../ground/record-fields.ts";
import type { Product } from "../ground/spending-entity.ts";

export interface RecordChange {
  before: Dict;
  after: Dict;
  product: Product | undefined;
  /** The portfolios that campaigns leave or join, by id. A portfolio that could not be read is missing. */
  portfolios: ReadonlyMap<string, Dict>;
}

type Judge = (change: RecordChange, path: string) => boolean;

const never: Judge = () => false;

const higherAmount: Judge = ({ before, after }, path) => {
  const to = numberAt(after, path);
  const from = numberAt(before, path);
  return to !== undefined && (from === undefined || to > from);
};

const laterEnd: Judge = ({ before, after }, path) => {
  const from = dayOf(at(before, path));
  const to = dayOf(at(after, path));
  return from !== undefined && (to === undefined || to > from);
};

/** The functions that find out whether a changed field can raise spending, by the field's judgement. */
const judges: Readonly<Record<FieldJudgement, Judge>> = {
  none: never,
  id: never,
  "new record": never,
  "portfolio currency": never,
  rule: never,
  creative: never,
  state: ({ before, after }) => isEnabled(after) && !isEnabled(before),
  "blocking state": ({ before, after }) => isEnabled(before) && !isEnabled(after),
  "daily budget": higherAmount,
  bid: higherAmount,
  "portfolio amount": ({ before, after }) => portfolioAmount(after) > portfolioAmount(before),
  "end date": laterEnd,
  "start date": ({ before, after }, path) => {
    const from = dayOf(at(before, path));
    const to = dayOf(at(after, path));
    return from !== undefined && to !== undefined && to < from;
  },
  portfolio: ({ before, after, portfolios }) => {
    const [from, to] = [idOf(before.portfolioId), idOf(after.portfolioId)];
    if (from === to) return false;
    const leavesCap = from !== undefined && isCapped(portfolios.get(from));
    return leavesCap || (to !== undefined && sharesBudget(portfolios.get(to)));
  },
  bidding: ({ before, after, product }) =>
    raisesBids(bidFactors(after, product), bidFactors(before, product)),
  "bid goal": ({ before, after, product }, path) => {
    // Amazon optimizes the placements of a campaign of Sponsored Brands unless the campaign says otherwise.
    const goalOf = (record: Dict) => at(record, path) ?? (product === "sb" ? true : undefined);
    return goalOf(after) !== goalOf(before);
  },
  "portfolio policy": ({ before, after }) => raisesPolicy(after, before),
  // A new start date starts a new period, in which the portfolio can spend the whole amount again.
  "portfolio start": ({ before, after }, path) => {
    const isRange =
      at(after, "budget.policy") === "DATE_RANGE" && at(before, "budget.policy") === "DATE_RANGE";
    return isRange && dayOf(at(after, path)) !== dayOf(at(before, path));
  },
  "portfolio end": laterEnd,
};

export const raisesSpending = (kind: FieldJudgement, change: RecordChange, path: string): boolean =>
  judges[kind](change, path);
