import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { findClock } from "../dates/find-clock.ts";
import { type ProfileClock, startOfDay } from "../dates/profile-clock.ts";
import { plusDays, profileDay, type ProfileDay, shareGone } from "./forecast.ts";
import { type OutOfBudget, outOfBudget } from "./out-of-budget.ts";
import { idOf, joinSpending, number, paceCampaign, round } from "./pace-campaign.ts";
import {
  type Product,
  products as allProducts,
  readBudgetEvents,
  readCampaigns,
  readCosts,
  readUsage,
  requestCosts,
} from "./read-spending.ts";

export interface PacingParams {
  campaignIds?: readonly string[] | undefined;
  products?: readonly Product[] | undefined;
  monthBudget?: number | undefined;
  reportIds?: Readonly<Partial<Record<Product, string>>> | undefined;
  profileId?: string | undefined;
  wait_seconds: number;
}

/** Compares the spending of campaigns with their budgets. Amounts are in the profile's currency. */
export async function paceBudgets(params: PacingParams, context: RunContext): Promise<RunResult> {
  const { campaignIds, products = allProducts, profileId, wait_seconds } = params;
  let currency: unknown;
  const send: RunContext["send"] = async (...args) => {
    const reply = await context.send(...args);
    currency ??= reply.meta?.currency;
    return reply;
  };
  const own = { ...context, send };
  const clock = await findClock(profileId, own);
  const day = profileDay(clock);
  const isAsked = (id: unknown) => campaignIds?.includes(String(id)) ?? true;
  const records = new Map<Product, Dict[]>();
  for (const product of products) {
    const found = (await readCampaigns(product, profileId, own)).filter((one) => isAsked(one.campaignId));
    if (found.length > 0) records.set(product, found);
  }
  const used = [...records.keys()];
  if (used.length === 0) throw noCampaigns(campaignIds);
  const reportIds = params.reportIds ?? (await requestCosts(used, day, profileId, own));
  const usages = await Promise.all(
    used.map((product) => readUsage(product, records.get(product)!.map(idOf), profileId, own)),
  );
  const history = await readHistory(used, day, campaignIds ?? [], profileId, clock, own);
  const costs = await Promise.all(
    used.map(async (product) => {
      const id = reportIds[product];
      return id === undefined ? undefined : await readCosts(id, { profileId, wait_seconds }, own);
    }),
  );
  const isRunning = costs.includes(undefined);
  const campaigns = used.flatMap((product, index) =>
    joinSpending(
      product,
      records.get(product)!,
      usages[index]!,
      (costs[index] ?? []).filter((row) => isAsked(row.campaignId)),
    ),
  );
  const paced = campaigns.map((one) => paceCampaign(one, day, clock.timezone, history.times)).filter(matters);
  const shown = isRunning ? paced.map(withoutMonth) : paced;
  return {
    data: {
      status: isRunning ? "running" : "completed",
      day: day.today,
      timezone: clock.timezone,
      dayGonePercent: round(shareGone(clock.now, day) * 100),
      daysLeftInMonth: Math.round((Date.parse(day.lastOfMonth) - Date.parse(day.today)) / 86_400_000),
      total: totalOf(shown, params.monthBudget, isRunning),
      campaigns: shown,
      ...(isRunning
        ? {
            next_poll_seconds: 30,
            resume: { entity: "budgets", action: "pacing", params: { ...params, reportIds } },
          }
        : {}),
    },
    meta: {
      ...(currency === undefined ? {} : { currency }),
      warnings: [...warningsOf(day, used, isRunning), ...history.warnings],
    },
  };
}

/** Leaves out campaigns that neither run nor have spent anything this month. */
const matters = ({ state, spentMonth }: Dict) => state === "ENABLED" || Number(spentMonth) > 0;

/** The figures of the month need the report. */
const withoutMonth = (campaign: Dict): Dict => ({
  ...campaign,
  spentMonth: undefined,
  forecastMonth: undefined,
  daysAtBudget: undefined,
});

function totalOf(campaigns: readonly Dict[], monthBudget: number | undefined, isRunning: boolean): Dict {
  const sum = (name: string) => round(campaigns.reduce((total, one) => total + (number(one[name]) ?? 0), 0));
  const today = {
    budgetPerDay: round(
      campaigns.reduce(
        (total, one) =>
          total + (one.state === "ENABLED" && one.budgetType === undefined ? (number(one.budget) ?? 0) : 0),
        0,
      ),
    ),
    spentToday: sum("spentToday"),
    forecastToday: sum("forecastToday"),
  };
  if (isRunning) return today;
  const forecastMonth = sum("forecastMonth");
  return {
    ...today,
    spentMonth: sum("spentMonth"),
    forecastMonth,
    ...(monthBudget === undefined
      ? {}
      : { monthBudget, forecastPercentOfMonthBudget: round((forecastMonth! / monthBudget) * 100) }),
  };
}

async function readHistory(
  used: readonly Product[],
  day: ProfileDay,
  campaignIds: readonly string[],
  profileId: unknown,
  { timezone, now }: ProfileClock,
  context: RunContext,
): Promise<{ times: Map<string, OutOfBudget[]>; warnings: string[] }> {
  if (used.every((product) => product === "SD")) return { times: new Map(), warnings: [] };
  const moments = { fromDate: startOfDay(day.firstOfMonth, timezone), toDate: now };
  try {
    const { times, unread } = outOfBudget(
      await readBudgetEvents(moments, campaignIds, profileId, context),
      timezone,
    );
    const warning = `${unread} changes of IN_BUDGET have unknown values, so some times without budget are missing.`;
    return { times, warnings: unread > 0 ? [warning] : [] };
  } catch (error) {
    if (!ConnectorError.is(error) || error.code === "aborted") throw error;
    return { times: new Map(), warnings: [`The times without budget are unknown: ${error.message}`] };
  }
}

function warningsOf({ today }: ProfileDay, used: readonly Product[], isRunning: boolean): string[] {
  return [
    "spentToday is the budget times Amazon's percentage at usageTime. forecastToday, runsOutAt and forecastMonth are estimates.",
    ...(isRunning
      ? ["The report with the costs of the month is still running; call resume later. It is not lost."]
      : [`Costs from ${plusDays(today, -2)} on are not final: Amazon still corrects its last 3 days.`]),
    ...(used.includes("SD")
      ? [
          "Amazon has no times without budget for Sponsored Display. daysAtBudget lists the days whose cost reached the budget.",
        ]
      : []),
  ];
}

const noCampaigns = (campaignIds: readonly string[] | undefined) =>
  new ConnectorError("not_found", "No enabled or paused campaign matches.", {
    path: campaignIds === undefined ? "params.products" : "params.campaignIds",
    hint: "To find campaigns, use sponsored_product_campaigns.list, sponsored_brands_campaigns.list or sd_campaigns.list.",
  });
