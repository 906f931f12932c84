import type { JobCode } from "../reports/jobs/late-job.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { askJobs, progressOf } from "../reports/jobs/ask-jobs.ts";
import { isFinished, type Job } from "../reports/jobs/job.ts";
import { reportReader } from "../reports/request/report-reader.ts";
import { requestReports } from "../reports/request/request-reports.ts";
import { findClock } from "../dates/find-clock.ts";
import { type ProfileClock, startOfDay } from "../dates/profile-clock.ts";
import { plusDays, profileDay, type ProfileDay, shareGone } from "./forecast.ts";
import { type OutOfBudget, outOfBudget } from "./out-of-budget.ts";
import { idOf, joinSpending, number, paceCampaign, round } from "./pace-campaign.ts";
import { type Product, products as allProducts } from "./products.ts";
import { planCosts, readBudgetEvents, readCampaigns, readCosts, readUsage } from "./read-spending.ts";

export interface PacingParams {
  campaignIds?: readonly string[] | undefined;
  products?: readonly Product[] | undefined;
  monthBudget?: number | undefined;
  profileId?: string | undefined;
}

/** The reports with the costs of the finished days, one for each product with campaigns. */
interface PacingWork {
  products: readonly Product[];
  bodies: Record<string, unknown>[];
  reports: readonly Dict[];
}

/** The steps that compare the spending of campaigns with their budgets. Amounts are in the profile's currency. */
export const paceBudgets: JobCode<Pick<PacingParams, keyof PacingParams>, PacingWork> = {
  async plan(params, context) {
    const { profileId } = params;
    const clock = await findClock(profileId, context);
    const products = [...(await campaignsOf(params, context)).keys()];
    const [day, now] = [profileDay(clock), context.clock.now()];
    return { products, bodies: products.flatMap((one) => planCosts(one, day, now).bodies), reports: [] };
  },
  async start(work, { profileId }, context, save) {
    const reports = await requestReports(work, profileId, context, {
      requested: work.reports,
      save: (requested) => save({ ...work, reports: [...requested] }),
    });
    return { ...work, reports };
  },
  async ask({ products, reports }, params, context) {
    const ids = reports.map(({ reportId }) => String(reportId));
    const jobs = await askJobs(ids, reportReader(context, params.profileId));
    const ready = new Map(products.map((product, index) => [product, jobs[index]!]));
    if (jobs.every(isFinished)) return { read: () => pace(params, context, ready) };
    return { progress: progressOf(jobs), partial: () => pace(params, context) };
  },
};

const readInCall = new WeakMap<RunContext, Map<Product, Dict[]>>();

/** Returns the campaigns that a call asks for, by product. One call reads them once. */
async function campaignsOf(params: PacingParams, context: RunContext): Promise<Map<Product, Dict[]>> {
  const { campaignIds, products = allProducts, profileId } = params;
  const read = readInCall.get(context) ?? new Map<Product, Dict[]>();
  if (readInCall.has(context)) return read;
  for (const product of products) {
    const all = await readCampaigns(product, profileId, context);
    const found = all.filter((one) => campaignIds?.includes(String(one.campaignId)) ?? true);
    if (found.length > 0) read.set(product, found);
  }
  if (read.size === 0) throw noCampaigns(campaignIds);
  readInCall.set(context, read);
  return read;
}

/** `reports`: the finished reports. Without them, the result has only the figures of today. */
async function pace(
  params: PacingParams,
  context: RunContext,
  reports?: ReadonlyMap<Product, Job>,
): Promise<RunResult> {
  const { campaignIds, profileId } = params;
  const records = await campaignsOf(params, context);
  const used = [...records.keys()];
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
  const usages = await Promise.all(
    used.map((product) => readUsage(product, records.get(product)!.map(idOf), profileId, own)),
  );
  const history = await readHistory(used, day, campaignIds ?? [], profileId, clock, own);
  const costs = await Promise.all(
    used.map(async (product) => {
      const report = reports?.get(product);
      return report ? await readCosts(report, profileId, own) : [];
    }),
  );
  const isRunning = !reports;
  const campaigns = used.flatMap((product, index) =>
    joinSpending(
      product,
      records.get(product)!,
      usages[index]!,
      costs[index]!.filter((row) => isAsked(row.campaignId)),
    ),
  );
  const paced = campaigns.map((one) => paceCampaign(one, day, clock.timezone, history.times)).filter(matters);
  const shown = isRunning ? paced.map(withoutMonth) : paced;
  return {
    data: {
      day: day.today,
      timezone: clock.timezone,
      dayGonePercent: round(shareGone(clock.now, day) * 100),
      daysLeftInMonth: Math.round((Date.parse(day.lastOfMonth) - Date.parse(day.today)) / 86_400_000),
      total: totalOf(shown, params.monthBudget, isRunning),
      campaigns: shown,
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
      ? ["The report with the costs of the month is not ready."]
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
