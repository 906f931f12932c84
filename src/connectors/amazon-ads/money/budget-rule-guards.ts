import type { Effect } from "../../../core/contract/effect.ts";
import type { GuardRead, Judgement, Raise } from "../../../core/contract/judgement.ts";
import { type Dict, at } from "../../../core/ground/json.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { accountDay } from "../../../core/policy/account-day.ts";
import {
  type BudgetRule,
  budgetRuleDetails,
  isActiveRule,
  raisesBudgets,
  readBudgetRule,
  widensRule,
} from "./budget-rule.ts";
import { ceilingKey, dailyCeiling } from "./daily-ceiling.ts";
import { budgetOf, dicts, idOf } from "./record-fields.ts";
import { refuseRepeated } from "./refuse-repeated.ts";
import { type RecordReader, createReader } from "./record-reader.ts";
import { hasEnded } from "./rule-schedule.ts";
import { sources } from "./sources.ts";
import type { Product } from "./spending-entity.ts";

// A budget rule raises the daily budgets of its campaigns. Amazon applies a changed rule at once. A rule without
// campaigns spends nothing.

/** The maximum number of campaigns whose budgets one call can raise through rules. */
const maxCampaigns = 50;

/** A rule of a campaign before and after a call. `before` is absent if the call adds the rule to the campaign. */
interface RuleChange {
  /** The index of the item, or 0. */
  item: number;
  campaignId: string;
  ruleId: string;
  before?: BudgetRule;
  after: BudgetRule;
}

interface RuleCall {
  product: Product;
  reader: RecordReader;
  now: number;
  /** Returns the path of the param that an error about a raise names, such as `rules[0]`. */
  path: (item: number) => string;
}

/** Judges an update of budget rules. The action then runs with the complete details of each rule. */
export async function updateRulesGuard(params: Dict, read: GuardRead, now: number): Promise<Judgement> {
  const product = params.product as Product;
  const reader = createReader(read, params.profileId);
  const items = dicts(params.rules);
  refuseRepeated(items, "rules", "ruleId");
  const before: Dict[] = [];
  for (const { ruleId } of items) before.push(await ruleById(reader, product, String(ruleId)));
  const after = items.map(({ ruleId: _ruleId, ...changes }, index): BudgetRule => ({
    ...readBudgetRule(before[index]!),
    ...changes,
  }));
  const changes: RuleChange[] = [];
  const spends = after.map((rule, index) => raisesBudgets(rule, readBudgetRule(before[index]!)));
  for (const [item, rule] of after.entries()) {
    if (!spends[item]) continue;
    const ruleId = String(items[item]!.ruleId);
    for (const campaignId of await campaignsOf(reader, product, ruleId))
      changes.push({ item, campaignId, ruleId, before: readBudgetRule(before[item]!), after: rule });
  }
  // A rule without campaigns spends nothing.
  const effects = spends.map((_, item): Effect[] => [
    changes.some((change) => change.item === item) ? "spend" : "write",
  ]);
  return {
    ...(await judged(changes, { product, reader, now, path: (item) => `rules[${item}]` })),
    items: effects,
    before,
    after: after.map((rule, index) => ({ ruleId: items[index]!.ruleId, ...rule })),
    params: { ...params, changes: items, rules: items.map((item, index) => wireItem(item, after[index]!)) },
    confirmed: (data) =>
      dicts(at(data, "succeeded")).flatMap(({ index }) => (typeof index === "number" ? [index] : [])),
  };
}

/** Returns the item of an update request. The details are needed only if more than the state changes. */
function wireItem({ ruleId, state, ...changes }: Dict, rule: BudgetRule): Dict {
  return {
    ruleId,
    ...(state === undefined ? {} : { ruleState: state }),
    ...(Object.keys(changes).length > 0 ? { ruleDetails: budgetRuleDetails(rule) } : {}),
  };
}

/** Judges the association of budget rules with a campaign. */
export async function associateRulesGuard(params: Dict, read: GuardRead, now: number): Promise<Judgement> {
  const product = params.product as Product;
  const reader = createReader(read, params.profileId);
  const campaignId = String(params.campaignId);
  const changes: RuleChange[] = [];
  for (const [item, ruleId] of (params.ruleIds as string[]).entries()) {
    const after = readBudgetRule(await ruleById(reader, product, ruleId));
    // A paused rule raises nothing until an update activates the rule, and a guard judges that update.
    if (isActiveRule(after)) changes.push({ item, campaignId, ruleId, after });
  }
  return judged(changes, { product, reader, now, path: () => "ruleIds" });
}

async function judged(changes: readonly RuleChange[], call: RuleCall): Promise<Judgement> {
  const { reader, product, now, path } = call;
  const spends = changes.length > 0;
  const today = accountDay(spends ? await reader.account() : undefined, now);
  const ids = [...new Set(changes.map(({ campaignId }) => campaignId))];
  if (ids.length > maxCampaigns) throw tooManyCampaigns(ids.length);
  const campaigns = await reader.byIds(sources[product].campaign!, ids);
  const raises: Raise[] = [];
  const current: Record<string, number> = {};
  let [daily, raisedDaily] = [0, 0];
  for (const campaignId of ids) {
    const campaign = campaigns.get(campaignId) ?? {};
    const mine = changes.filter((change) => change.campaignId === campaignId);
    const { before, after } = await percentages(mine, campaignId, today, call);
    const budget = budgetOf(campaign) ?? Infinity;
    const [from, to] = [budget * (1 + before / 100), budget * (1 + after / 100)];
    const key = `${sources[product].campaign!.entity} ${campaignId} ${product === "sp" ? "budget.budget" : "budget"}`;
    const { item } = mine[0]!;
    raises.push({ path: path(item), item, cap: "max_daily_budget", of: `campaign ${campaignId} with its rules`, from, to, key }); // prettier-ignore
    current[key] = from;
    const ceiling = dailyCeiling(campaign, today.replaceAll("-", ""));
    if (ceiling === 0) continue;
    const [least, most] = [ceiling * (1 + before / 100), ceiling * (1 + after / 100)];
    raises.push({ path: path(item), item, cap: "max_day_raise", orCaps: ["max_daily_budget"], key: ceilingKey(String(campaignId)), from: least, to: most, perDay: true }); // prettier-ignore
    daily += least;
    raisedDaily += most;
  }
  return {
    effects: [spends ? "spend" : "write"],
    raises,
    current,
    account: () => reader.account(),
    ...(spends ? { exposure: { before: { daily_spend: daily }, after: { daily_spend: raisedDaily } } } : {}),
  };
}

/**
 * Returns the sum of the percentages of a campaign's rules before and after a call. Amazon adds the percentages of
 * all rules that apply on the same day. The result assumes a day on which all rules apply.
 */
async function percentages(
  changes: readonly RuleChange[],
  campaignId: string,
  today: string,
  { product, reader }: RuleCall,
): Promise<{ before: number; after: number }> {
  const { data } = await reader.read("budget_rules", "list", { product, campaignId });
  const changed = new Map(changes.map((change) => [change.ruleId, change]));
  const percent = (rule: BudgetRule) =>
    isActiveRule(rule) && !hasEnded(rule, today) ? (rule.increasePercent ?? Infinity) : 0;
  let others = 0;
  for (const record of dicts(data))
    if (!changed.has(idOf(record.ruleId) ?? "")) others += percent(readBudgetRule(record));
  const sum = (of: (change: RuleChange) => number) =>
    [...changed.values()].reduce((total, change) => total + of(change), others);
  return {
    // If the rule applies on more days than before, the old percentage did not raise the budgets of the additional
    // days.
    before: sum(({ before, after }) => (before && !widensRule(after, before) ? percent(before) : 0)),
    after: sum(({ after }) => percent(after)),
  };
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

const tooManyCampaigns = (count: number) =>
  new ConnectorError(
    "invalid_params",
    `This call could raise the budgets of ${count} or more campaigns. At most ${maxCampaigns} can be judged in one call.`,
    { path: "params", hint: "Nothing was sent. Create a new rule, and associate it with fewer campaigns." },
  );
