import type { Effect } from "../../../../core/contract/effect.ts";
import type { GuardRead, Judgement, RecordChange } from "../../../../core/contract/judgement.ts";
import { type Dict, dicts } from "../../../../core/ground/json.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import { accountDay } from "../../../../core/policy/account-day.ts";
import {
  type BudgetRule,
  budgetRuleDetails,
  isActiveRule,
  raisesBudgets,
  readBudgetRule,
} from "../model/budget-rule.ts";
import { batchOutcome } from "./batch-outcome.ts";
import { campaignPrefix, gone } from "../records/changed-records.ts";
import { averageFactor } from "../model/daily-ceiling.ts";
import {
  type CampaignRules,
  type RuleChange,
  exposureOfRules,
  priceRules,
} from "../price/price-budget-rules.ts";
import { idOf } from "../ground/record-fields.ts";
import { ruleReason } from "./raise-reasons.ts";
import { refuseRepeated } from "../judge/refuse-repeated.ts";
import { type RecordReader, createReader } from "../records/record-reader.ts";
import { sources } from "../ground/sources.ts";
import type { Product } from "../ground/spending-entity.ts";

// Amazon applies a changed budget rule at once to all its campaigns. A rule without campaigns raises no budget.

/** The maximum number of campaigns whose budgets one call can raise. */
const maxCampaigns = 50;

interface RuleCall {
  product: Product;
  reader: RecordReader;
  now: number;
  /** Returns the path of an item for errors, such as `rules[0]`. */
  path: (item: number) => string;
  /** The rules that were read, by campaign id. */
  rules: Map<string, Dict[]>;
}

export async function updateRulesGuard(params: Dict, read: GuardRead, now: number): Promise<Judgement> {
  const product = params.product as Product;
  const reader = createReader(read, params.profileId);
  const items = dicts(params.rules);
  refuseRepeated(items, "rules", "ruleId");
  const before: Dict[] = [];
  for (const { ruleId } of items) before.push(await ruleById(reader, product, String(ruleId)));
  const after = items.map(({ ruleId: _ruleId, ...changes }, index): BudgetRule => ({
    ...readBudgetRule(before[index]!),
    // If the event changes, its days are unknown.
    ...(changes.eventId === undefined ? {} : { startDate: undefined, endDate: undefined }),
    ...changes,
  }));
  refuseParts(items, after);
  const changes: RuleChange[] = [];
  const spends = after.map((rule, index) => raisesBudgets(rule, readBudgetRule(before[index]!)));
  for (const [item, rule] of after.entries()) {
    if (!spends[item]) continue;
    const ruleId = String(items[item]!.ruleId);
    for (const campaignId of await campaignsOf(reader, product, ruleId))
      changes.push({ item, campaignId, ruleId, before: readBudgetRule(before[item]!), after: rule });
  }
  const effects = spends.map((_, item): Effect[] => [
    changes.some((change) => change.item === item) ? "spend" : "write",
  ]);
  return {
    ...(await judged(changes, { product, reader, now, path: (item) => `rules[${item}]`, rules: new Map() })),
    items: effects,
    reasons: effects.map(([effect], item) =>
      effect === "spend" ? ruleReason(item, items[item]!.ruleId, "budgets") : undefined,
    ),
    changes: {
      account: await reader.account(),
      records: after.map((rule, item) => ({
        item,
        key: ruleKey(product, items[item]!.ruleId),
        before: stateOf(readBudgetRule(before[item]!)),
        after: stateOf(rule),
      })),
      outdated: changes.flatMap(({ campaignId, item }) =>
        [campaignId, undefined].map((id) => ({ item, prefix: campaignPrefix(id) })),
      ),
    },
    before,
    after: after.map((rule, index) => ({ ruleId: items[index]!.ruleId, ...rule })),
    params: { ...params, changes: items, rules: items.map((item, index) => wireItem(item, after[index]!)) },
    ...batchOutcome,
  };
}

/** Amazon needs all details of a rule, except if only the state changes. */
function wireItem({ ruleId, state, ...changes }: Dict, rule: BudgetRule): Dict {
  return {
    ruleId,
    ...(state === undefined ? {} : { ruleState: state }),
    ...(Object.keys(changes).length > 0 ? { ruleDetails: budgetRuleDetails(rule) } : {}),
  };
}

/** Judges the rules that a call adds to a campaign. Adding a rule again changes nothing. */
export async function associateRulesGuard(params: Dict, read: GuardRead, now: number): Promise<Judgement> {
  const product = params.product as Product;
  const reader = createReader(read, params.profileId);
  const campaignId = String(params.campaignId);
  const call: RuleCall = { product, reader, now, path: () => "ruleIds", rules: new Map() };
  const associated = new Set((await rulesOf(campaignId, call)).flatMap(({ ruleId }) => idOf(ruleId) ?? []));
  const added = [...new Set(params.ruleIds as string[])].filter((ruleId) => !associated.has(ruleId));
  const changes: RuleChange[] = [];
  const records: RecordChange[] = [];
  for (const [item, ruleId] of added.entries()) {
    const after = readBudgetRule(await ruleById(reader, product, ruleId));
    // A paused rule raises nothing. `updateRulesGuard` judges the call that activates the rule.
    if (isActiveRule(after)) changes.push({ item, campaignId, ruleId, after });
    records.push({ item: 0, key: memberKey(product, campaignId, ruleId), before: gone, after: stateOf(after) }); // prettier-ignore
  }
  const before = { campaignId, ruleIds: [...associated] };
  const after = { campaignId, ruleIds: [...associated, ...added] };
  const outdated = [
    ...[campaignId, undefined].map((id) => ({ item: 0, prefix: campaignPrefix(id) })),
    // If a paused rule is activated later, it also raises the budget of this campaign.
    ...added.map((ruleId) => ({ prefix: ruleKey(product, ruleId) })),
  ];
  const account = await reader.account();
  const reasons = [`The rules ${added.join(", ")} raise the budget of campaign ${campaignId}.`];
  return {
    ...(await judged(changes, call)),
    reasons,
    before,
    after,
    changes: { account, records, outdated },
  };
}

/** Judges a call that removes rules from a campaign. Such a call never raises a budget. */
export async function disassociateRulesGuard(params: Dict, read: GuardRead): Promise<Judgement> {
  const product = params.product as Product;
  const campaignId = String(params.campaignId);
  const reader = createReader(read, params.profileId);
  const rules = await reader.list("budget_rules", "list", { product, campaignId });
  const ruleIds = rules.flatMap(({ ruleId }) => idOf(ruleId) ?? []);
  const removed = new Set(params.ruleIds as string[]);
  const records = rules.flatMap((rule): RecordChange[] => {
    const ruleId = idOf(rule.ruleId) ?? "";
    const key = memberKey(product, campaignId, ruleId);
    return removed.has(ruleId) ? [{ item: 0, key, before: stateOf(readBudgetRule(rule)), after: gone }] : [];
  });
  return {
    effects: ["write"],
    before: { campaignId, ruleIds },
    after: { campaignId, ruleIds: ruleIds.filter((ruleId) => !removed.has(ruleId)) },
    account: () => reader.account(),
    changes: { account: await reader.account(), records },
  };
}

/** A rule can belong to any campaigns, so a raise in any campaign makes its earlier states outdated. */
const ruleKey = (product: Product, ruleId: unknown): string =>
  `${campaignPrefix(undefined)}${product} budget_rules ${idOf(ruleId)}`;

const memberKey = (product: Product, campaignId: string, ruleId: string): string =>
  `${campaignPrefix(campaignId)}${product} budget_rules ${ruleId}`;

const stateOf = (rule: BudgetRule): string => JSON.stringify([budgetRuleDetails(rule), isActiveRule(rule)]);

async function judged(changes: readonly RuleChange[], call: RuleCall): Promise<Judgement> {
  const { reader, product, now, path } = call;
  if (changes.length === 0) return { effects: ["write"], account: () => reader.account() };
  const today = accountDay(await reader.account(), now);
  const ids = [...new Set(changes.map(({ campaignId }) => campaignId))];
  if (ids.length > maxCampaigns) throw tooManyCampaigns(ids.length);
  const found = await reader.byIds(sources[product].campaign!, ids);
  const campaigns: CampaignRules[] = [];
  for (const campaignId of ids) {
    const own = changes.filter((change) => change.campaignId === campaignId);
    const changed = new Set(own.map(({ ruleId }) => ruleId));
    const others = (await rulesOf(campaignId, call)).filter(({ ruleId }) => !changed.has(idOf(ruleId) ?? ""));
    const campaign = found.get(campaignId) ?? {};
    campaigns.push({ product, campaignId, campaign, changes: own, others: others.map(readBudgetRule) });
  }
  const price = (dayFactor: number) => campaigns.flatMap((one) => priceRules(one, today, dayFactor, path));
  const raises = price(averageFactor);
  return {
    effects: ["spend"],
    raises,
    exactRaises: async () => price(await reader.dayFactor()),
    current: Object.assign({}, ...raises.map(({ factors }) => factors)) as Record<string, number>,
    account: () => reader.account(),
    names: () => reader.names(),
    exposure: async () => exposureOfRules(campaigns, today, await reader.dayFactor()),
  };
}

/** Reads the rules of a campaign, but only once in a call. */
async function rulesOf(campaignId: string, { reader, product, rules }: RuleCall): Promise<Dict[]> {
  const known = rules.get(campaignId) ?? (await reader.list("budget_rules", "list", { product, campaignId }));
  rules.set(campaignId, known);
  return known;
}

async function ruleById({ read }: RecordReader, product: Product, ruleId: string): Promise<Dict> {
  const { data } = await read("budget_rules", "get", { product, ruleId });
  return data as Dict;
}

async function campaignsOf({ read }: RecordReader, product: Product, ruleId: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await read("budget_rules", "campaigns", {
      product,
      ruleId,
      ...(cursor === undefined ? {} : { cursor }),
    });
    found.push(...dicts(data).flatMap(({ campaignId }) => idOf(campaignId) ?? []));
    if (found.length > maxCampaigns) throw tooManyCampaigns(found.length);
    cursor = meta.next_cursor;
  } while (cursor !== undefined);
  return found;
}

/** Refuses a comparison or a threshold for a rule without a metric, because Amazon would get no condition. */
function refuseParts(items: readonly Dict[], after: readonly BudgetRule[]): void {
  const index = after.findIndex(
    ({ metric, comparison, threshold }) => metric === undefined && (comparison ?? threshold) !== undefined,
  );
  if (index < 0) return;
  throw new ConnectorError(
    "invalid_params",
    `The rule ${String(items[index]!.ruleId)} has no condition, so a comparison or a threshold needs a metric.`,
    {
      path: `params.rules[${index}]`,
      hint: "Nothing was sent. Pass metric, comparison and threshold together.",
    },
  );
}

const tooManyCampaigns = (count: number) =>
  new ConnectorError(
    "invalid_params",
    `This call could raise the budgets of ${count} or more campaigns. At most ${maxCampaigns} are allowed in one call.`,
    { path: "params", hint: "Nothing was sent. Create a new rule, and associate it with fewer campaigns." },
  );
