import type { Effect } from "../../../core/contract/effect.ts";
import type { GuardRead, Judgement, Raise } from "../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { accountDay } from "../../../core/policy/account-day.ts";
import { bidFactorKey, ruleFactorKey } from "./amount-keys.ts";
import { bidFactors, bidRuleFactor, highestFactor } from "./bid-factors.ts";
import { type BidRule, bidRuleItem, isEnabledRule, raisesRuleBids, readBidRule } from "./bid-rule.ts";
import type { Cap } from "./cap-names.ts";
import { rounded } from "./exposure.ts";
import { highestBidder } from "./highest-bidder.ts";
import { highestPercent, highestRaised, percentToday, withoutEnded } from "./highest-percent.ts";
import { budgetOf, dicts, idOf } from "./record-fields.ts";
import { refuseRepeated } from "./refuse-repeated.ts";
import { type RecordReader, createReader } from "./record-reader.ts";
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
 * at the same time. If the campaign already has a rule, associating the rule again changes nothing.
 */
export async function associateBidRulesGuard(params: Dict, read: GuardRead, now: number): Promise<Judgement> {
  const reader = createReader(read, params.profileId);
  const campaignId = String(params.campaignId);
  const standing = await reader.list("bid_rules", "list", { campaignId });
  const associated = new Set(standing.map(({ ruleId }) => idOf(ruleId)));
  const added = await rulesById(
    reader,
    [...new Set(params.ruleIds as string[])].filter((id) => !associated.has(id)),
  );
  const today = accountDay(await reader.account(), now);
  const active = (records: readonly Dict[]) =>
    withoutEnded(records.map(readBidRule).filter(isEnabledRule), today);
  const [before, after] = [active(standing), active([...standing, ...added])];
  if (after.length === before.length) return { effects: ["write"], account: () => reader.account() };

  const campaign = (await reader.byIds(sources.sp.campaign!, [campaignId])).get(campaignId);
  const { adGroups, bidders } = await readBidders("sp", [campaignId], reader);
  const bidder = highestBidder([...adGroups.values()], bidders, "sp");
  const factor = campaign ? highestFactor(bidFactors(campaign, "sp")) : Infinity;
  const [from, to] = [percentToday(before, today), highestRaised(after, before, today)];
  const shared = { path: "ruleIds", of: `${bidder?.name} with the rules of campaign ${campaignId}` };
  const bidWith = (own: number, percent: number) =>
    bidder && bidder.bid > 0 ? bidder.bid * (own + percent / 100) : 0;
  const raised = (cap: Cap, orCap: Cap, own: number, factors: Record<string, number>): Raise[] => {
    if (!bidder) return [];
    const all = { [bidder.key]: bidder.bid, ...factors, [ruleFactorKey(campaignId, cap)]: bidRuleFactor(own, from) }; // prettier-ignore
    return [{ ...shared, cap, orCaps: [orCap], from: bidWith(own, from), to: bidWith(own, to), factors: all }]; // prettier-ignore
  };
  const raises = [
    ...raised("max_bid", "max_effective_bid", 1, {}),
    ...raised("max_effective_bid", "max_bid", factor, { [bidFactorKey(campaignId)]: factor }),
  ];
  const factors = Object.assign({}, ...raises.map((raise) => raise.factors)) as Record<string, number>;
  const highest = (percent: number) => rounded(bidWith(factor, percent));
  return {
    effects: ["spend"],
    raises: [
      { path: "ruleIds", cap: "max_daily_budget", of: `the budget of campaign ${campaignId}`, to: (campaign && budgetOf(campaign)) ?? Infinity }, // prettier-ignore
      ...raises,
    ],
    current: Object.fromEntries(Object.entries(factors).filter(([, value]) => value < Infinity)),
    account: () => reader.account(),
    exposure: async () => ({
      before: { highest_bid: highest(highestPercent(before, today)) },
      after: { highest_bid: highest(highestPercent(after, today)) },
    }),
  };
}

/** Reads rules by their ids, in the order of the ids. @throws ConnectorError `not_found` if a rule does not exist */
async function rulesById({ read }: RecordReader, ids: readonly string[]): Promise<Dict[]> {
  if (ids.length === 0) return [];
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
