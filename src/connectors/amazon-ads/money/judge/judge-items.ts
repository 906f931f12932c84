import type { SpendRaise } from "../../../../core/contract/judgement.ts";
import { type Dict, at, dicts } from "../../../../core/ground/json.ts";
import { afterUpdate } from "../ground/after-update.ts";
import type { Cap } from "../ground/cap-names.ts";
import { amountKey } from "../ground/amount-keys.ts";
import { auctionsOf, bidFactors, factorsAt } from "../model/bid-factors.ts";
import { completeBidding, isBiddingPath } from "../ground/complete-bidding.ts";
import { judgementsOf } from "./field-judgements.ts";
import { raisesSpending } from "./judge-field.ts";
import type { FieldJudgement, FieldJudgements } from "../ground/judgement-kinds.ts";
import { portfolioAmount, portfolioRaiseKey } from "../model/portfolio-exposure.ts";
import { dayOf, idOf, isEnabled, numberAt } from "../ground/record-fields.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";

/** One item of a write, compared with the current record. */
export interface JudgedItem {
  index: number;
  /** The current record. Undefined if the item creates a record. */
  before: Dict | undefined;
  after: Dict;
  /** The paths of the fields whose change can raise spending. */
  opened: readonly string[];
  /**
   * Whether the write enables the record, or lets an ended campaign run again. Always false for a negative keyword, a
   * negative target or a portfolio.
   */
  starts: boolean;
  spends: boolean;
  /** The raised amounts that a cap limits. */
  raises: readonly SpendRaise[];
  /** The current values of the amounts that the item changes, by key. */
  current: Readonly<Record<string, number>>;
}

const capOf: Partial<Record<FieldJudgement, { cap: Cap; orCaps: readonly Cap[] }>> = {
  "daily budget": { cap: "max_daily_budget", orCaps: [] },
  bid: { cap: "max_bid", orCaps: ["max_effective_bid"] },
};

export function judgeNewItems(entity: SpendingEntity, items: readonly Dict[]): JudgedItem[] {
  return items.map((given, index) => {
    const item = entity.newState === undefined ? given : { ...given, state: entity.newState };
    // A new negative keyword stops ads, and a new portfolio has no campaigns.
    const starts = entity.kind !== "negative" && entity.kind !== "portfolio" && isEnabled(item);
    const raises = amountsOf(entity, "create", item, undefined, index, true);
    return { index, before: undefined, after: item, opened: starts ? ["state"] : [], starts, spends: starts, raises, current: {} }; // prettier-ignore
  });
}

/**
 * Compares items with `records`, the current records in the order of the items. `today` has the format `20260312`.
 *
 * An item that pauses a record and also raises an amount counts as a raise, because a concurrent call can enable the
 * record.
 */
export function judgeChanges(
  entity: SpendingEntity,
  items: readonly Dict[],
  records: readonly Dict[],
  { portfolios, today }: { portfolios: ReadonlyMap<string, Dict>; today: string },
  judgements: FieldJudgements = judgementsOf(`${entity.entity}.update`),
): JudgedItem[] {
  return items.map((given, index) => {
    const before = records[index]!;
    const item = completeBidding(given, before);
    const possible = afterUpdate(before, item);
    const fields = fieldsOf(judgements, item);
    const opened = fields
      .filter(([path, kind]) =>
        possible.some((after) =>
          raisesSpending(kind, { before, after, product: entity.product, portfolios }, path),
        ),
      )
      .map(([path]) => path);
    const after = possible[0]!;
    const revives = entity.kind === "campaign" && hasEnded(before, today) && !hasEnded(after, today);
    const starts =
      entity.kind !== "negative" &&
      entity.kind !== "portfolio" &&
      isEnabled(after) &&
      (!isEnabled(before) || revives);
    return {
      index,
      before,
      after,
      opened,
      starts,
      spends: opened.length > 0,
      raises: [
        ...amountsOf(entity, "update", item, before, index, starts),
        ...(entity.kind === "portfolio" && opened.length > 0
          ? portfolioRaises(entity, { possible, before, index, opened, today })
          : []),
      ],
      current: currentAmounts(entity, item, before),
    };
  });
}

const hasEnded = ({ endDate }: Dict, today: string): boolean => (dayOf(endDate) ?? today) < today;

/** Returns the fields that an item can change. If the item contains an object, returns all fields of the object. */
const fieldsOf = (judgements: FieldJudgements, item: Dict): [string, FieldJudgement][] =>
  Object.entries(judgements).filter(([path]) => item[path.split(".", 1)[0]!] !== undefined);

/** Returns an item's raised amounts that a cap limits. If the record starts, all its amounts count as raised. */
export function amountsOf(
  entity: SpendingEntity,
  action: "create" | "update",
  item: Dict,
  before: Dict | undefined,
  index: number,
  starts: boolean,
): SpendRaise[] {
  return Object.entries(judgementsOf(`${entity.entity}.${action}`)).flatMap(([path, kind]): SpendRaise[] => {
    const caps = kind === "portfolio amount" && !before ? { cap: "max_portfolio_budget" } : capOf[kind];
    if (!caps) return [];
    const from = numberAt(before, path);
    const to = numberAt(item, path) ?? from;
    if (to === undefined) return [];
    const raise = { path: `${entity.itemsParam}[${index}].${path}`, item: index, ...caps, to };
    const isRaise = before && (from === undefined || to > from);
    if (!isRaise && !starts) return [];
    return [before ? { ...raise, from, key: keyOf(entity, before, path) } : raise];
  });
}

interface PortfolioChange extends Pick<JudgedItem, "index" | "opened"> {
  before: Dict;
  /** The possible records after the change. */
  possible: readonly Dict[];
  today: string;
}

function portfolioRaises(
  { itemsParam, idField }: SpendingEntity,
  { possible, before, index, opened, today }: PortfolioChange,
): SpendRaise[] {
  const to = Math.max(...possible.map(portfolioAmount));
  const from = portfolioAmount(before);
  const key = `portfolio ${String(before[idField])}`;
  // A changed policy or date starts a new period, in which the portfolio can spend the whole amount again.
  const restarted = opened.find((field) => field !== "budget.amount");
  const dayKey = portfolioRaiseKey(before[idField]);
  const day = restarted === undefined ? { from, to, key: dayKey } : { from: 0, to, key: dayKey, restarts: true as const }; // prettier-ignore
  const revives = hasEnded(endOfPortfolio(before), today) && possible.some((after) => !hasEnded(endOfPortfolio(after), today)); // prettier-ignore
  // `exactRaises` counts the campaigns of the portfolio. Until then, the number is 1.
  const revived: SpendRaise[] = revives
    ? [{ path: `${itemsParam}[${index}].${opened[0]!}`, item: index, cap: "max_new_campaigns", of: "the number of campaigns that run again", orCaps: ["max_portfolio_budget"], key: `${key} runs again`, from: 0, to: 1, perDay: true }] // prettier-ignore
    : [];
  return [
    ...revived,
    {
      path: `${itemsParam}[${index}].${opened[0]!}`,
      item: index,
      cap: "max_portfolio_budget",
      to,
      ...(to > from ? { from, key: `${key} budget` } : {}),
    },
    {
      path: `${itemsParam}[${index}].${restarted ?? opened[0]!}`,
      item: index,
      cap: "max_day_raise",
      orCaps: ["max_portfolio_budget"],
      ...day,
      perDay: true,
    },
  ];
}

/** Returns the end date of a portfolio's budget. Without a cap, the budget has no end. */
const endOfPortfolio = (portfolio: Dict) => ({
  endDate: at(portfolio, "budget.policy") === "NO_CAP" ? undefined : at(portfolio, "budget.endDate"),
});

function currentAmounts(entity: SpendingEntity, item: Dict, before: Dict): Record<string, number> {
  const fields = fieldsOf(judgementsOf(`${entity.entity}.update`), item).filter(
    ([, kind]) => capOf[kind] || kind === "portfolio amount",
  );
  const amounts = fields.flatMap(([path]) => {
    const from = numberAt(before, path);
    return from === undefined ? [] : [[keyOf(entity, before, path), from] as const];
  });
  const changesBidding = fieldsOf(judgementsOf(`${entity.entity}.update`), item).some(([path]) => isBiddingPath(path)); // prettier-ignore
  const factors = changesBidding ? currentFactors(entity, { ...before, ...item }, before) : {};
  return { ...Object.fromEntries(amounts), ...factors };
}

/** Returns the current values of all factors of a campaign that exist before or after a change, by key. */
function currentFactors(
  { product, idField }: SpendingEntity,
  after: Dict,
  before: Dict,
): Record<string, number> {
  const [now, next] = [bidFactors(before, product), bidFactors(after, product)];
  const all = auctionsOf(now, next).map((auction) => factorsAt(now, auction, idOf(before[idField]), true));
  const known = Object.entries(Object.assign({}, ...all) as Record<string, number>);
  return Object.fromEntries(known.filter(([, factor]) => factor < Infinity));
}

function keyOf({ entity, idField, kind }: SpendingEntity, record: Dict, path: string): string {
  if (kind === "portfolio") return `portfolio ${String(record[idField])} budget`;
  return amountKey(entity, record[idField], path);
}

export const itemsOf = (params: Dict, { itemsParam }: SpendingEntity): Dict[] => dicts(params[itemsParam]);
