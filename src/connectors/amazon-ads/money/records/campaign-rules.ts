import { ruleFactorKey } from "../ground/amount-keys.ts";
import { isEnabledRule, readBidRule } from "../model/bid-rule.ts";
import { isActiveRule, readBudgetRule } from "../model/budget-rule.ts";
import type { Cap } from "../ground/cap-names.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import type { Dict } from "../../../../core/ground/json.ts";
import type { SpendRaise } from "../../../../core/contract/judgement.ts";
import { isBiddingPath } from "../ground/complete-bidding.ts";
import { type PercentRule, highestPercent, withoutEnded } from "../model/highest-percent.ts";
import type { JudgedItem } from "../judge/judge-items.ts";
import { idOf } from "../ground/record-fields.ts";
import type { RecordReader } from "./record-reader.ts";
import type { Product, SpendingEntity } from "../ground/spending-entity.ts";
import type { Standing } from "./standing.ts";

// The rules of a campaign raise budgets and bids at certain times. A budget or a bid can then be higher than the
// amount in the call.

/** The highest percentage that the rules of a campaign can add, by campaign id. */
export type Percentages = ReadonlyMap<string, number>;

/**
 * The maximum number of campaigns whose bid rules are read, with one request for each campaign. In a call with more
 * campaigns, all bid rules of the profile count for every campaign.
 */
const maxCampaigns = 20;

/** Returns the percentages that budget rules can add to the daily budgets of campaigns, today or later. */
export async function readBudgetPercentages(
  reader: RecordReader,
  product: Product,
  campaignIds: readonly string[],
  today: string,
): Promise<Percentages> {
  if (campaignIds.length === 0) return new Map();
  const active = (records: Awaited<ReturnType<RecordReader["list"]>>) =>
    withoutEnded(records.map(readBudgetRule).filter(isActiveRule), today);
  const records = await listRules(reader, "budget_rules", "list", { product });
  const rules = records.filter((record) => active([record]).length > 0);
  const found = new Map<string, PercentRule[]>(campaignIds.map((id) => [id, []]));
  if (rules.length < campaignIds.length)
    for (const rule of rules) {
      const campaigns = await listRules(reader, "budget_rules", "campaigns", {
        product,
        ruleId: idOf(rule.ruleId),
      });
      for (const { campaignId } of campaigns) found.get(String(campaignId))?.push(readBudgetRule(rule));
    }
  else
    for (const campaignId of campaignIds)
      found.set(campaignId, active(await listRules(reader, "budget_rules", "list", { product, campaignId })));
  return highestOf(found, today);
}

/** Returns the percentages that schedule bid rules can add to the bids of Sponsored Products campaigns. */
export async function readBidPercentages(
  reader: RecordReader,
  campaignIds: readonly string[],
  today: string,
): Promise<Percentages> {
  if (campaignIds.length === 0) return new Map();
  const rulesOf = async (params: { campaignId?: string }) =>
    withoutEnded((await listRules(reader, "bid_rules", "list", params)).map(readBidRule).filter(isEnabledRule), today); // prettier-ignore
  const all = await rulesOf({});
  const found = new Map<string, PercentRule[]>();
  for (const campaignId of campaignIds) {
    const isExact = all.length > 0 && campaignIds.length <= maxCampaigns;
    found.set(campaignId, isExact ? await rulesOf({ campaignId }) : all);
  }
  return highestOf(found, today);
}

/** @throws ConnectorError if the rules cannot be read, because the cost of a raise is then unknown */
const listRules = async (reader: RecordReader, entity: string, action: string, params: Dict) => {
  try {
    return await reader.list(entity, action, params);
  } catch (error) {
    if (!ConnectorError.is(error) || error.code === "aborted") throw error;
    const { code, message, path, hint } = error;
    throw new ConnectorError(code, `The rules of the campaigns could not be read, so this call was not sent. ${message}`, { path, hint }); // prettier-ignore
  }
};

const highestOf = (rules: ReadonlyMap<string, readonly PercentRule[]>, today: string): Percentages =>
  new Map([...rules].map(([id, some]) => [id, highestPercent(some, today)]));

/**
 * Returns the campaigns whose budget rules must be read: the changed campaigns, or the campaigns in which an ad group,
 * ad, keyword or target starts.
 */
export function campaignsWithBudget(
  { kind }: SpendingEntity,
  items: readonly JudgedItem[],
  { campaigns }: Standing,
): string[] {
  if (kind === "campaign") return items.flatMap(({ before }) => idOf(before?.campaignId) ?? []);
  return kind !== "negative" && items.some(({ starts }) => starts) ? [...campaigns.keys()] : [];
}

/** Returns the campaigns whose bid rules must be read. */
export function campaignsWithBids(
  { kind, product }: SpendingEntity,
  items: readonly JudgedItem[],
  { campaigns }: Standing,
): string[] {
  if (product !== "sp" || kind === "negative") return [];
  if (kind !== "campaign") return [...campaigns.keys()];
  return items.flatMap(({ before, starts, opened }) =>
    starts || opened.some(isBiddingPath) ? (idOf(before?.campaignId) ?? []) : [],
  );
}

/** Adds a second raise, which includes the rules, for each raised budget or bid that rules can increase. */
export const withRules = (
  raises: readonly SpendRaise[],
  campaignId: string | undefined,
  percentages: { budget: Percentages; bid: Percentages },
): SpendRaise[] =>
  raises.flatMap(({ key, ...raise }) => {
    const { budget, bid } = percentages;
    const of = raise.cap === "max_daily_budget" ? budget : raise.cap === "max_bid" ? bid : undefined;
    const percent = of?.get(campaignId ?? "") ?? 0;
    if (raise.perDay || percent === 0) return { ...raise, key };
    const rules = 1 + percent / 100;
    const { from, to, factor = 1 } = raise;
    const isChange = key !== undefined && from !== undefined;
    const raised = {
      ...raise,
      factors: isChange ? { [key]: from, [ruleFactorKey(campaignId, raise.cap as Cap)]: rules } : undefined,
      of: `${raise.of ?? "the amount"} with the rules of campaign ${campaignId}`,
      from: from === undefined ? undefined : from * rules,
      to: to * rules,
      factor: factor * rules,
    };
    return [{ ...raise, key }, raised];
  });
