import type { Effect } from "../../../../core/contract/effect.ts";
import type { GuardRead, Judgement, SpendRaise } from "../../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import { type Dict, dicts } from "../../../../core/ground/json.ts";
import { accountDay } from "../../../../core/policy/account-day.ts";
import { ruleFactorKey } from "../ground/amount-keys.ts";
import {
  bidFactors,
  bidRuleFactor,
  factorsAt,
  highestAuction,
  highestFactor,
  unknownFactors,
} from "../model/bid-factors.ts";
import { batchOutcome } from "./batch-outcome.ts";
import { biddersOf } from "../records/bidders.ts";
import { type BidRule, bidRuleItem, isEnabledRule, raisesRuleBids, readBidRule } from "../model/bid-rule.ts";
import { anyCampaign, campaignPrefix } from "../records/changed-records.ts";
import { rounded } from "../price/exposure.ts";
import { highestPercent, highestRaised, percentToday, withoutEnded } from "../model/highest-percent.ts";
import { budgetOf, idOf } from "../ground/record-fields.ts";
import { ruleReason } from "./raise-reasons.ts";
import { refuseRepeated } from "../judge/refuse-repeated.ts";
import { type RecordReader, createReader } from "../records/record-reader.ts";
import { sources } from "../ground/sources.ts";
import { readBidders } from "../records/standing.ts";

/**
 * Judges an update of schedule bid rules. A raise counts as unlimited, because Amazon cannot list the campaigns of a
 * rule. The returned `params` contain complete rules, because Amazon requires all fields in an update.
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
  const unlimited = { of: "the unknown campaigns of the rule", to: Infinity };
  const raises = spends.flatMap((isRaise, item): SpendRaise[] =>
    isRaise
      ? [
          { path: `rules[${item}]`, item, cap: "max_effective_bid", ...unlimited },
          { path: `rules[${item}]`, item, cap: "max_bid", orCaps: ["max_effective_bid"], ...unlimited },
          {
            path: `rules[${item}]`,
            item,
            cap: "max_change_percent",
            orCaps: ["max_effective_bid"],
            ...unlimited,
          },
        ]
      : [],
  );
  return {
    effects: [spends.includes(true) ? "spend" : "write"],
    items: spends.map((isRaise): Effect[] => [isRaise ? "spend" : "write"]),
    raises,
    account: () => reader.account(),
    ...batchOutcome,
    reasons: spends.map((isRaise, item) =>
      isRaise ? ruleReason(item, items[item]!.ruleId, "bids") : undefined,
    ),
    changes: {
      account: await reader.account(),
      records: after.map((rule, item) => ({
        item,
        key: ruleKey(items[item]!.ruleId),
        before: JSON.stringify(bidRuleItem(readBidRule(before[item]!))),
        after: JSON.stringify(bidRuleItem(rule)),
      })),
      // Nobody can say whose bids a raised rule raises.
      outdated: after.map((_, item) => ({ item, prefix: anyCampaign })),
    },
    before,
    after: after.map((rule, index) => ({ ruleId: items[index]!.ruleId, ...rule })),
    params: {
      ...params,
      changes: items,
      rules: after.map((rule, index) => ({ optimizationRuleId: items[index]!.ruleId, ...bidRuleItem(rule) })),
    },
  };
}

/** Judges the rules that a call adds to a campaign. Adding a rule again changes nothing. */
export async function associateBidRulesGuard(params: Dict, read: GuardRead, now: number): Promise<Judgement> {
  const reader = createReader(read, params.profileId);
  const campaignId = String(params.campaignId);
  const standing = await reader.list("bid_rules", "list", { campaignId });
  const associated = new Set(standing.map(({ ruleId }) => idOf(ruleId)));
  const added = await rulesById(
    reader,
    [...new Set(params.ruleIds as string[])].filter((id) => !associated.has(id)),
  );
  const account = await reader.account();
  const today = accountDay(account, now);
  // An enabled rule raises the bids of the campaign, and a paused rule can be enabled later.
  const outdated = [
    ...[campaignId, undefined].map((id) => ({ prefix: campaignPrefix(id), item: 0 })),
    ...added.map(({ ruleId }) => ({ prefix: ruleKey(ruleId) })),
  ];
  const changes = { account, records: [], outdated };
  const active = (records: readonly Dict[]) =>
    withoutEnded(records.map(readBidRule).filter(isEnabledRule), today);
  const [before, after] = [active(standing), active([...standing, ...added])];
  if (after.length === before.length) return { effects: ["write"], account: () => reader.account(), changes };

  const campaign = (await reader.byIds(sources.sp.campaign!, [campaignId])).get(campaignId);
  const { adGroups, bidders: records } = await readBidders("sp", [campaignId], reader);
  const bidders = biddersOf([...adGroups.values()], records, "sp");
  const own = campaign ? bidFactors(campaign, "sp") : unknownFactors;
  const factor = highestFactor(own);
  const [from, to] = [percentToday(before, today), highestRaised(after, before, today)];
  const amounts = [
    { cap: "max_bid", orCaps: ["max_effective_bid"], own: 1, factors: {} },
    { cap: "max_effective_bid", orCaps: ["max_bid"], own: factor, factors: factorsAt(own, highestAuction(own), campaignId, true) }, // prettier-ignore
  ] as const;
  const raises: SpendRaise[] = [
    { path: "ruleIds", cap: "max_daily_budget", of: `the budget of campaign ${campaignId}`, to: (campaign && budgetOf(campaign)) ?? Infinity }, // prettier-ignore
  ];
  // `current` contains the factors even if no bid is enabled. Bids that are enabled later today are compared with them.
  const current: Record<string, number> = {};
  for (const { cap, orCaps, own, factors } of amounts) {
    const shared = { ...factors, [ruleFactorKey(campaignId, cap)]: bidRuleFactor(own, from) };
    Object.assign(current, shared);
    for (const { of, to: bid, key } of bidders)
      raises.push({
        path: "ruleIds",
        cap,
        orCaps,
        of: `${of} with the rules of campaign ${campaignId}`,
        from: bidWithRules(bid, own, from),
        to: bidWithRules(bid, own, to),
        factors: { [key]: bid, ...shared },
      });
  }
  const highest = (percent: number) => rounded(bidWithRules(bidders[0]?.to ?? 0, factor, percent));
  return {
    effects: ["spend"],
    reasons: [
      `The rules ${added.map(({ ruleId }) => idOf(ruleId)).join(", ")} raise the bids of campaign ${campaignId}.`,
    ],
    raises,
    changes,
    current: Object.fromEntries(Object.entries(current).filter(([, value]) => value < Infinity)),
    account: () => reader.account(),
    names: () => reader.names(),
    exposure: async () => ({
      before: { highest_adjusted_bid: highest(highestPercent(before, today)) },
      after: { highest_adjusted_bid: highest(highestPercent(after, today)) },
    }),
  };
}

/** A rule can belong to any campaigns, so a raise in any campaign makes its earlier states outdated. */
const ruleKey = (ruleId: unknown): string => `${campaignPrefix(undefined)}bid_rules ${idOf(ruleId)}`;

/** Computes what rules make of a bid. Amazon adds `percent` to `own`, the campaign's factor. */
const bidWithRules = (bid: number, own: number, percent: number): number =>
  bid > 0 ? bid * (own + percent / 100) : 0;

/** Returns the rules in the order of the ids. @throws ConnectorError `not_found` if a rule does not exist */
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
