import { quoteOthers } from "../../../../core/ground/quote-others.ts";
import { type Dict, at, cut } from "../../../../core/ground/json.ts";
import { auctionText, bidFactors, factorAt, raisedAuctions } from "../model/bid-factors.ts";
import { isBiddingPath } from "../ground/complete-bidding.ts";
import { judgementsOf } from "../judge/field-judgements.ts";
import type { JudgedItem } from "../judge/judge-items.ts";
import type { FieldJudgement } from "../ground/judgement-kinds.ts";
import { idOf, nameOf } from "../ground/record-fields.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";

/** Why a change of a field can raise spending, by the field's judgement. */
const reasons: Partial<Record<FieldJudgement, string>> = {
  state: "everything enabled in it can then spend",
  "blocking state": "ads are then shown more often",
  "daily budget": "a higher budget",
  bid: "a higher bid",
  "portfolio amount": "a higher budget",
  "start date": "the campaign runs longer",
  "end date": "the campaign runs longer",
  portfolio: "the campaign leaves the limit of a portfolio, or can use the unspent budget of another one",
  "bid goal": "Amazon then bids for other clicks or views, which can cost more",
  "portfolio policy": "the campaigns can spend the amount again, or without a limit",
  "portfolio start": "in a new period, the campaigns can spend the amount again",
  "portfolio end": "the campaigns run longer",
};

/** Returns a sentence for each item that can raise spending: the record, the fields, and why. */
export const raiseReasons = (entity: SpendingEntity, items: readonly JudgedItem[]): (string | undefined)[] =>
  items.map((item) => {
    if (!item.spends) return undefined;
    const fields = item.opened.filter((path, index) => !isBiddingPath(path) || index === item.opened.findIndex(isBiddingPath)); // prettier-ignore
    const texts = fields.map((path) => reasonOf(entity, item, path));
    return `${entity.itemsParam}[${item.index}]${recordText(entity, item)}: ${texts.join("; ")}.`;
  });

function recordText({ idField, kind }: SpendingEntity, { before }: JudgedItem): string {
  if (!before) return "";
  const name = nameOf(before);
  const words = kind === "adGroup" ? "ad group" : kind;
  return ` (${words} ${idOf(before[idField])}${name === undefined ? "" : `, ${quoteOthers(name, 60)}`})`;
}

function reasonOf(entity: SpendingEntity, { before, after }: JudgedItem, path: string): string {
  if (!before) return "the new record is enabled";
  if (isBiddingPath(path) && !path.endsWith(".bidOptimization")) return biddingReason(entity, before, after);
  const kind = judgementsOf(`${entity.entity}.update`)[path] ?? "blocking state";
  return `${path} from ${valueText(at(before, path))} to ${valueText(at(after, path))} (${reasons[kind] ?? "it can cost more"})`;
}

function biddingReason({ product }: SpendingEntity, before: Dict, after: Dict): string {
  const [from, to] = [bidFactors(before, product), bidFactors(after, product)];
  const raised = raisedAuctions(to, from);
  if (raised.length === 0)
    return `dynamicBidding.strategy from ${valueText(at(before, "dynamicBidding.strategy"))} to ${valueText(at(after, "dynamicBidding.strategy"))} (some shoppers get higher bids)`;
  const shown = raised.slice(0, 3).map((auction) => {
    const [old, next] = [factorAt(from, auction, false), factorAt(to, auction, false)].map(rounded);
    return `${auctionText(auction).trim() || "for all others"} from ${old} to ${next} times the bid`;
  });
  const more = raised.length > 3 ? `, and ${raised.length - 3} more` : "";
  return `${product === "sb" ? "bidding" : "dynamicBidding"} raises bids ${shown.join(", ")}${more}`;
}

const rounded = (factor: number) => Math.round(factor * 10_000) / 10_000;

const valueText = (value: unknown): string =>
  value === undefined || value === null
    ? "none"
    : cut(typeof value === "string" ? value : JSON.stringify(value), 80);

export const ruleReason = (item: number, ruleId: unknown, amounts: "bids" | "budgets"): string =>
  `rules[${item}] (rule ${idOf(ruleId)}): the changed rule raises ${amounts} more, or more often.`;
