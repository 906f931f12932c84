import type { Effect } from "../../../core/contract/effect.ts";
import type { GuardRead, Judgement, Raise } from "../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { accountDay } from "../../../core/policy/account-day.ts";
import { bidFactors, highestFactor } from "./bid-factors.ts";
import { type BidRule, bidRuleItem, isEnabledRule, raisesRuleBids, readBidRule } from "./bid-rule.ts";
import { highestBidder } from "./highest-bidder.ts";
import { budgetOf, dicts, idOf } from "./record-fields.ts";
import { refuseRepeated } from "./refuse-repeated.ts";
import { type RecordReader, createReader } from "./record-reader.ts";
import { hasEnded } from "./rule-schedule.ts";
import { sources } from "./sources.ts";
import { readBidders } from "./standing.ts";

/**
 * Judges an update of schedule bid rules. Amazon has no operation that lists the campaigns of such a rule, so the
 * guard does not know how much a raise can cost. Therefore a raise counts as unlimited. The action then runs with the
 * complete rules, because Amazon documents that an update contains all fields.
 */
export async function updateBidRulesGuard(params: Dict, read: GuardRead): Promise<Judgement> {
  const reader = createReader(read, params.profileId);
  const items = dicts(params.rules);
  refuseRepeated(items, "rules", "ruleId");
  const before = await rulesById(
    reader,
    items.map(({ ruleId }) => String(ruleId)),
  );
  const after = items.map(({ ruleId: _ruleId, ...changes }, index): BidRule => ({
    ...readBidRule(before[index]!),
    ...changes,
  }));
  const spends = after.map((rule, index) => raisesRuleBids(rule, readBidRule(before[index]!)));
  const raises = spends.flatMap((isRaise, item): Raise[] =>
    isRaise
      ? [{ path: `rules[${item}]`, item, cap: "max_effective_bid", of: "the unknown campaigns of the rule", to: Infinity }] // prettier-ignore
      : [],
  );
  return {
    effects: [spends.includes(true) ? "spend" : "write"],
    items: spends.map((isRaise): Effect[] => [isRaise ? "spend" : "write"]),
    raises,
    account: () => reader.account(),
    before,
    after: after.map((rule, index) => ({ ruleId: items[index]!.ruleId, ...rule })),
    params: {
      ...params,
      changes: items,
      rules: after.map((rule, index) => ({ optimizationRuleId: items[index]!.ruleId, ...bidRuleItem(rule) })),
    },
  };
}

/**
 * Judges the association of schedule bid rules with a campaign. Amazon adds the percentages of all rules that apply
 * at the same time.
 */
export async function associateBidRulesGuard(params: Dict, read: GuardRead, now: number): Promise<Judgement> {
  const reader = createReader(read, params.profileId);
  const campaignId = String(params.campaignId);
  const ids = params.ruleIds as string[];
  const today = accountDay(await reader.account(), now);
  const percent = (record: Dict) => {
    const rule = readBidRule(record);
    return isEnabledRule(rule) && !hasEnded(rule, today) ? (rule.increasePercent ?? Infinity) : 0;
  };
  const sum = (records: readonly Dict[]) => records.reduce((total, one) => total + percent(one), 0);
  const added = await rulesById(reader, ids);
  const { data } = await reader.read("bid_rules", "list", { campaignId });
  const current = dicts(data).filter((one) => !ids.includes(idOf(one.ruleId) ?? ""));
  const [before, after] = [sum(current), sum(current) + sum(added)];
  if (after === before) return { effects: ["write"], account: () => reader.account() };

  const campaigns = await reader.byIds(sources.sp.campaign!, [campaignId]);
  const campaign = campaigns.get(campaignId) ?? {};
  const { adGroups, bidders } = await readBidders("sp", [campaignId], reader);
  const bidder = highestBidder([...adGroups.values()], bidders);
  const factor = highestFactor(bidFactors(campaign, "sp"));
  const effective = (percentage: number) => (bidder ? bidder.bid * (factor + percentage / 100) : 0);
  const path = "ruleIds";
  return {
    effects: ["spend"],
    raises: [
      { path, cap: "max_daily_budget", of: `the budget of campaign ${campaignId}`, to: budgetOf(campaign) ?? Infinity }, // prettier-ignore
      ...(bidder
        ? [{ path, cap: "max_effective_bid", orCaps: ["max_bid"], of: bidder.name, from: effective(before), to: effective(after), key: `campaign ${campaignId} effective bid` }] // prettier-ignore
        : []),
    ],
    account: () => reader.account(),
    exposure: { before: { highest_bid: effective(before) }, after: { highest_bid: effective(after) } },
  };
}

/** Reads rules by their ids, in the order of the ids. @throws ConnectorError `not_found` if a rule does not exist */
async function rulesById({ read }: RecordReader, ids: readonly string[]): Promise<Dict[]> {
  const { data } = await read("bid_rules", "list", { ruleIds: ids });
  const found = new Map(dicts(data).map((one) => [idOf(one.ruleId), one]));
  return ids.map((id) => {
    const rule = found.get(id);
    if (rule) return rule;
    throw new ConnectorError("not_found", `This profile has no bid rule with the id ${JSON.stringify(id)}.`, {
      path: "params",
      hint: "Nothing was sent. To find ids, use bid_rules.list.",
    });
  });
}
