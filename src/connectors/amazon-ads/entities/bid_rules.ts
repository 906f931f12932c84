import { action, listAction, type Zod } from "../../../core/contract/action.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import type { Undo } from "../../../core/contract/result.ts";
import { dicts, isDict } from "../../../core/ground/json.ts";
import { late } from "../../../core/ground/lazy.ts";
import { bidRuleItem, readBidRule } from "../money/model/bid-rule.ts";
import { updateEffect } from "../money/guards/effect-rules.ts";
import { date, dayTime, daysOfWeek, id, items, profile, ruleIds } from "../params.ts";
import { BidRuleRecord } from "../records/rules.ts";
import { batchResult } from "../resources/batch-result-schema.ts";
import { pageOf } from "../resources/page-of.ts";
import { runBatch } from "../resources/run-batch.ts";
import { undoRuleUpdate } from "../resources/undo-rule-update.ts";

const loadGuards = () => import("../money/guards/bid-rule-guards.ts");

const increasePercent = (z: Zod) => z.number().min(1).max(100);
const fields = (z: Zod) => ({
  endDate: date(z).optional(),
  daysOfWeek: daysOfWeek(z).optional(),
  startTime: dayTime(z).optional(),
  endTime: dayTime(z).optional(),
});

export const list = listAction({
  description: "List schedule bid rules (dayparting), or the rules of one campaign.",
  params: (z) => ({
    campaignId: id(z).optional(),
    ruleIds: ruleIds(z).optional().meta({ rare: true }),
    ...profile(z),
  }),
  result: BidRuleRecord,
  calls: "sp.bidRules.list",
  example: { campaignId: "144373194309380061" },
  run: async ({ campaignId, ruleIds: ids, profileId }, { send, page }) => {
    const exact = (values: readonly string[]) => ({ values, filterType: "EXACT_MATCH" });
    const reply = await send("sp.bidRules.list", {
      profileId,
      optimizationRuleFilter: {
        ruleCategory: exact(["BID"]),
        ruleSubCategory: exact(["SCHEDULE"]),
        ...(ids ? { optimizationRuleId: exact(ids) } : {}),
      },
      ...(campaignId === undefined ? {} : { campaignFilter: { campaignId: exact([campaignId]) } }),
      maxResults: page.limit ?? 100,
      nextToken: page.cursor,
    });
    const { optimizationRules, nextToken } = isDict(reply.body) ? reply.body : {};
    const rules = dicts(optimizationRules).map(({ optimizationRuleId, ...rule }) => ({
      ruleId: optimizationRuleId,
      ...rule,
    }));
    return pageOf(replyMeta(reply), rules, nextToken);
  },
});

export const create = action({
  description:
    "Create schedule bid rules: raise all bids of Sponsored Products campaigns by increasePercent at certain hours, days or dates. A rule spends nothing until `associate`.",
  params: (z) => ({
    rules: items(z, 300, {
      name: z.string().min(1).max(355),
      increasePercent: increasePercent(z),
      startDate: date(z),
      ...fields(z),
    }),
    ...profile(z),
  }),
  ...batchResult(BidRuleRecord),
  effect: "write",
  calls: "sp.bidRules.create",
  example: {
    rules: [
      {
        name: "Evenings",
        increasePercent: 15,
        startDate: "2026-05-01",
        startTime: "18:00",
        endTime: "22:00",
      },
    ],
  },
  run: ({ rules, ...rest }, context) =>
    runBatch(context, "sp.bidRules.create", { ...rest, optimizationRules: rules.map(bidRuleItem) }),
  // Amazon cannot delete a rule, so the undo pauses the rule.
  undo: ({ profileId }, data): Undo | undefined => {
    const rules = dicts(data.succeeded).map(({ id: one }) => ({ ruleId: one, state: "PAUSED" }));
    const params = { ...(profileId === undefined ? {} : { profileId }), rules };
    return rules.length > 0 ? { entity: "bid_rules", action: "update", params } : undefined;
  },
});

export const update = action({
  description:
    "Change or pause schedule bid rules. To raise bids more, create another rule and associate it.",
  params: (z) => ({
    rules: items(z, 25, {
      ruleId: z.string().regex(/^[\w.-]{1,100}$/),
      state: z.enum(["ENABLED", "PAUSED"]).optional(),
      name: z.string().min(1).max(355).optional(),
      increasePercent: increasePercent(z).optional(),
      startDate: date(z).optional(),
      ...fields(z),
    }),
    ...profile(z),
  }),
  ...batchResult(BidRuleRecord),
  effect: updateEffect,
  calls: "sp.bidRules.update",
  reads: ["bid_rules.list"],
  example: { rules: [{ ruleId: "amzn1.ads-rule.m.abc", state: "PAUSED" }] },
  guard: late(async () => (await loadGuards()).updateBidRulesGuard),
  undo: undoRuleUpdate("bid_rules", readBidRule),
  run: ({ rules, profileId }, context) =>
    runBatch(context, "sp.bidRules.update", { profileId, optimizationRules: rules }),
});

export const associate = action({
  description:
    "Apply schedule bid rules to a campaign. They raise all its bids at their times, which costs money.",
  params: (z) => ({ campaignId: id(z), ruleIds: ruleIds(z), ...profile(z) }),
  ...batchResult(BidRuleRecord),
  effect: updateEffect,
  calls: "sp.bidRules.associate",
  reads: ["bid_rules.list", "sponsored_product_campaigns.list"],
  example: { campaignId: "144373194309380061", ruleIds: ["amzn1.ads-rule.m.abc"] },
  guard: late(async () => (await loadGuards()).associateBidRulesGuard),
  run: ({ ruleIds: optimizationRuleIds, ...rest }, context) =>
    runBatch(context, "sp.bidRules.associate", { ...rest, optimizationRuleIds }),
});
