import { action, listAction, type Zod } from "../../../core/contract/action.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import type { Undo } from "../../../core/contract/result.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import { late } from "../../../core/ground/lazy.ts";
import { budgetRuleDetails, readBudgetRule } from "../money/model/budget-rule.ts";
import { updateEffect } from "../money/guards/effect-rules.ts";
import { date, dayTime, daysOfWeek, id, items, profile, ruleIds } from "../params.ts";
import { BudgetRuleRecord, RuleCampaign, RuleEvent } from "../records/rules.ts";
import { batchResult } from "../resources/batch-result-schema.ts";
import { checkConditions } from "../resources/check-budget-rule.ts";
import { bodyAsData } from "../resources/body-as-data.ts";
import { pageOf } from "../resources/page-of.ts";
import { runBatch } from "../resources/run-batch.ts";
import { undoRuleUpdate } from "../resources/undo-rule-update.ts";

const loadGuards = () => import("../money/guards/budget-rule-guards.ts");

const products = ["sp", "sb", "sd"] as const;
const product = (z: Zod) =>
  z.enum(products).default("sp").describe("Sponsored Products, Brands or Display").meta({ rare: true });
const ruleId = (z: Zod) =>
  z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .describe("id of a budget rule");
const ofEach = (verb: string) => products.map((one) => `${one}.budgetRules.${verb}`);
const operation = (params: { product: string }, verb: string) => `${params.product}.budgetRules.${verb}`;

/** The fields that limit a rule. Without these fields, the rule applies at all times. */
const fields = (z: Zod) => ({
  startDate: date(z).optional(),
  endDate: date(z).optional(),
  eventId: z.string().min(1).max(100).describe("instead of dates; from budget_rules.events").optional(),
  daysOfWeek: daysOfWeek(z).optional(),
  startTime: dayTime(z).optional(),
  endTime: dayTime(z).optional(),
  metric: z.enum(["ACOS", "CTR", "CVR", "ROAS", "IS", "NTB"]).optional(),
  comparison: z
    .enum(["GREATER_THAN", "GREATER_THAN_OR_EQUAL_TO", "LESS_THAN", "LESS_THAN_OR_EQUAL_TO", "EQUAL_TO"])
    .optional(),
  threshold: z.number().min(0).optional(),
});
const increasePercent = (z: Zod) => z.number().positive().max(10_000);

export const list = listAction({
  description:
    "List budget rules, or the rules of one campaign. A rule raises daily budgets at certain times.",
  params: (z) => ({ product: product(z), campaignId: id(z).optional(), ...profile(z) }),
  result: BudgetRuleRecord,
  calls: [...ofEach("list"), ...ofEach("of_campaign")],
  example: { limit: 30 },
  run: async ({ product: of, campaignId, profileId }, { send, page }) => {
    const name = campaignId === undefined ? "list" : "of_campaign";
    const paged =
      campaignId === undefined ? { pageSize: page.limit ?? 30, nextToken: page.cursor } : { campaignId };
    const reply = await send(operation({ product: of }, name), { profileId, ...paged });
    const { budgetRulesForAdvertiserResponse, associatedRules, nextToken } = isDict(reply.body)
      ? reply.body
      : {};
    return pageOf(replyMeta(reply), budgetRulesForAdvertiserResponse ?? associatedRules, nextToken);
  },
});

/** Adds the product to the hint of a `not_found` error, because each rule belongs to one product. */
function askForProduct(error: unknown, product: string): unknown {
  if (!ConnectorError.is(error) || error.code !== "not_found") return error;
  const { code, message, ...fields } = error.toJSON();
  const hint = `A rule belongs to one product, and product is ${JSON.stringify(product)} here. Check product, the id of the rule and the profile.`;
  return new ConnectorError(code, message, { ...fields, path: "params.product", hint });
}

export const get = action({
  description: "Get one budget rule.",
  params: (z) => ({ product: product(z), ruleId: ruleId(z), ...profile(z) }),
  result: BudgetRuleRecord,
  effect: "read",
  calls: ofEach("get"),
  example: { ruleId: "f1eded08-af77-454a-b307-7783802657e2" },
  run: async (params, context) => {
    const { data, meta } = await bodyAsData(context, operation(params, "get"), withoutProduct(params)).catch(
      (error: unknown) => Promise.reject(askForProduct(error, params.product)),
    );
    return { data: (data as { budgetRule?: unknown }).budgetRule, meta };
  },
});

export const campaigns = listAction({
  description: "List the campaigns of a budget rule.",
  params: (z) => ({ product: product(z), ruleId: ruleId(z), ...profile(z) }),
  result: RuleCampaign,
  calls: ofEach("campaigns"),
  example: { ruleId: "f1eded08-af77-454a-b307-7783802657e2" },
  run: async (params, { send, page }) => {
    const reply = await send(operation(params, "campaigns"), {
      ...withoutProduct(params),
      pageSize: page.limit ?? 30,
      nextToken: page.cursor,
    }).catch((error: unknown) => Promise.reject(askForProduct(error, params.product)));
    const { associatedCampaigns, nextToken } = isDict(reply.body) ? reply.body : {};
    return pageOf(replyMeta(reply), associatedCampaigns, nextToken);
  },
});

export const events = action({
  description:
    "List events, such as Black Friday. With campaignId: only suggested events, with suggested budget increases.",
  params: (z) => ({
    product: z.enum(["sp", "sb"]).default("sp").meta({ rare: true }),
    campaignId: id(z).describe("required if product is sb").optional(),
    ...profile(z),
  }),
  result: (z) => z.array(RuleEvent(z)),
  effect: "read",
  calls: ["sp.budgetRules.events", "sb.budgetRules.events", "sp.budgetRules.all_events"],
  example: { campaignId: "144373194309380061" },
  check: ({ product: of, campaignId }) =>
    of === "sb" && campaignId === undefined
      ? [{ path: "campaignId", message: "is required if product is sb" }]
      : [],
  run: async (params, context) => {
    const ofCampaign = params.campaignId !== undefined;
    const name = ofCampaign ? operation(params, "events") : "sp.budgetRules.all_events";
    const { data, meta } = await bodyAsData(context, name, withoutProduct(params));
    const { recommendedBudgetRuleEvents, events: all } = isDict(data) ? data : {};
    return { data: (ofCampaign ? recommendedBudgetRuleEvents : all) ?? [], meta };
  },
});

export const create = action({
  description:
    "Create budget rules. A rule raises budgets by increasePercent on its days, or while a metric fulfils a condition. It spends nothing until `associate`.",
  params: (z) => ({
    product: product(z),
    rules: items(z, 25, {
      name: z.string().min(1).max(355),
      increasePercent: increasePercent(z),
      ...fields(z),
    }),
    ...profile(z),
  }),
  check: ({ product: of, rules }) => [
    ...rules.flatMap((rule, index) => {
      const path = `rules[${index}]`;
      const isPart = rule.metric === undefined && (rule.comparison ?? rule.threshold) !== undefined;
      return [
        ...((rule.startDate === undefined) === (rule.eventId === undefined)
          ? [{ path, message: "Pass either startDate or eventId." }]
          : []),
        ...(isPart ? [{ path, message: "A condition needs metric, comparison and threshold." }] : []),
      ];
    }),
    ...checkConditions(of, rules),
  ],
  ...batchResult(BudgetRuleRecord),
  effect: "write",
  calls: ofEach("create"),
  example: {
    rules: [
      { name: "Weekends", increasePercent: 20, startDate: "2026-05-01", daysOfWeek: ["SATURDAY", "SUNDAY"] },
    ],
  },
  run: ({ product: of, profileId, rules }, context) =>
    runBatch(context, operation({ product: of }, "create"), {
      profileId,
      budgetRulesDetails: rules.map(budgetRuleDetails),
    }),
  // Amazon cannot delete a rule, so the undo pauses the rule.
  undo: ({ product: of, profileId }, data): Undo | undefined => {
    const made = dicts(data.succeeded).map(({ id: one }) => ({ ruleId: one, state: "PAUSED" }));
    const params = { product: of, ...(profileId === undefined ? {} : { profileId }), rules: made };
    return made.length > 0 ? { entity: "budget_rules", action: "update", params } : undefined;
  },
});

export const update = action({
  description:
    "Change or pause budget rules. Changes apply to the campaigns of a rule at once, and can cost money.",
  params: (z) => ({
    product: product(z),
    rules: items(z, 25, {
      ruleId: ruleId(z),
      state: z.enum(["ACTIVE", "PAUSED"]).optional(),
      name: z.string().min(1).max(355).optional(),
      increasePercent: increasePercent(z).optional(),
      ...fields(z),
    }),
    ...profile(z),
  }),
  check: ({ product: of, rules }) => checkConditions(of, rules),
  ...batchResult(BudgetRuleRecord),
  effect: updateEffect,
  calls: ofEach("update"),
  reads: ["budget_rules.get", "budget_rules.campaigns", "budget_rules.list"],
  example: { rules: [{ ruleId: "f1eded08-af77-454a-b307-7783802657e2", state: "PAUSED" }] },
  guard: late(async () => (await loadGuards()).updateRulesGuard),
  undo: undoRuleUpdate("budget_rules", readBudgetRule),
  run: ({ product: of, profileId, rules }, context) =>
    runBatch(context, operation({ product: of }, "update"), { profileId, budgetRulesDetails: rules }),
});

export const associate = action({
  description:
    "Apply budget rules to a campaign. The rules raise the daily budget at once, which costs money.",
  params: (z) => ({ product: product(z), campaignId: id(z), ruleIds: ruleIds(z), ...profile(z) }),
  ...batchResult(BudgetRuleRecord),
  effect: updateEffect,
  calls: ofEach("associate"),
  reads: ["budget_rules.get", "budget_rules.list"],
  example: { campaignId: "144373194309380061", ruleIds: ["f1eded08-af77-454a-b307-7783802657e2"] },
  guard: late(async () => (await loadGuards()).associateRulesGuard),
  undo: (params, data, before): Undo | undefined => {
    const earlier = new Set((before as Pick<typeof params, "ruleIds"> | undefined)?.ruleIds);
    const failed = new Set(dicts(data.failed).map(({ index }) => index));
    const added = params.ruleIds.filter((one, index) => !earlier.has(one) && !failed.has(index));
    if (added.length === 0) return undefined;
    return { entity: "budget_rules", action: "disassociate", params: { ...params, ruleIds: added } };
  },
  run: ({ product: of, ruleIds: budgetRuleIds, ...rest }, context) =>
    runBatch(context, operation({ product: of }, "associate"), { ...rest, budgetRuleIds }),
});

export const disassociate = action({
  description: "Stop budget rules for a campaign. Its daily budget is then no longer raised by these rules.",
  params: (z) => ({ product: product(z), campaignId: id(z), ruleIds: ruleIds(z), ...profile(z) }),
  result: (z) => z.object({ campaignId: z.string(), ruleIds: z.array(z.string()) }),
  effect: "write",
  calls: ofEach("disassociate"),
  example: { campaignId: "144373194309380061", ruleIds: ["f1eded08-af77-454a-b307-7783802657e2"] },
  reads: ["budget_rules.list"],
  guard: late(async () => (await loadGuards()).disassociateRulesGuard),
  undo: (params, _data, before): Undo | undefined => {
    const earlier = new Set((before as Pick<typeof params, "ruleIds"> | undefined)?.ruleIds);
    const removed = params.ruleIds.filter((one) => earlier.has(one));
    if (removed.length === 0) return undefined;
    return { entity: "budget_rules", action: "associate", params: { ...params, ruleIds: removed } };
  },
  run: async ({ product: of, campaignId, profileId, ruleIds: ids }, { send }) => {
    for (const one of ids)
      await send(operation({ product: of }, "disassociate"), { profileId, campaignId, ruleId: one });
    return { data: { campaignId, ruleIds: ids } };
  },
});

const withoutProduct = ({ product: _product, ...params }: Dict): Dict => params;
