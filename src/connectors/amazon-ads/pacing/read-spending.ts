import type { RunContext } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { at, type Dict, dicts } from "../../../core/ground/json.ts";
import type { Job } from "../reports/jobs/job.ts";
import { readReports } from "../reports/request/collect-reports.ts";
import { planReports, type PlannedReports } from "../reports/request/plan-reports.ts";
import { plusDays, type ProfileDay } from "./forecast.ts";
import type { Product } from "./products.ts";

// Reads what the pacing of budgets needs: the campaigns, their budget usage, and their cost per day.

const facts = {
  SP: { prefix: "sp", key: "campaigns", reportTypeId: "spCampaigns", states: ["ENABLED", "PAUSED"] },
  SB: { prefix: "sb", key: "campaigns", reportTypeId: "sbCampaigns", states: ["ENABLED", "PAUSED"] },
  SD: { prefix: "sd", key: "", reportTypeId: "sdCampaigns", states: ["enabled", "paused"] },
} as const;

const pageSize = 100;
const maxPages = 50;
/** The maximum number of ids in one request for budget usage. */
const maxIds = 100;
/** The maximum number of rows of one report. */
const maxRows = 100_000;

/** Reads the enabled and paused campaigns of an advertising product. */
export async function readCampaigns(
  product: Product,
  profileId: unknown,
  { send }: RunContext,
): Promise<Dict[]> {
  const { prefix, key, states } = facts[product];
  const found: Dict[] = [];
  let nextToken: unknown;
  for (let page = 0; page < maxPages; page++) {
    const position =
      product === "SD"
        ? { startIndex: page * pageSize, count: pageSize }
        : { maxResults: pageSize, nextToken };
    const { body } = await send(`${prefix}.campaigns.list`, { profileId, states, ...position });
    const items = dicts(key === "" ? body : at(body, key));
    found.push(...items);
    nextToken = product === "SD" ? items.length === pageSize : at(body, "nextToken");
    if (!nextToken) return found;
  }
  throw tooMany();
}

/** Reads the budget usage of campaigns, by campaign id. */
export async function readUsage(
  product: Product,
  campaignIds: readonly string[],
  profileId: unknown,
  { send }: RunContext,
): Promise<Map<string, Dict>> {
  const usage = new Map<string, Dict>();
  for (let first = 0; first < campaignIds.length; first += maxIds) {
    const { body } = await send(`${facts[product].prefix}.campaigns.budget_usage`, {
      profileId,
      campaignIds: campaignIds.slice(first, first + maxIds),
    });
    for (const one of dicts(at(body, "success"))) usage.set(String(one.campaignId), one);
  }
  return usage;
}

/** Plans the report of the finished days. */
export const planCosts = (product: Product, day: ProfileDay, now: number): PlannedReports =>
  planReports(
    {
      reportTypeId: facts[product].reportTypeId,
      startDate: day.firstReported,
      endDate: plusDays(day.today, -1),
      timeUnit: "DAILY",
      columns: ["date", "campaignId", "campaignName", "cost", "campaignBudgetAmount"],
    },
    { now, unchecked: false, merges: true },
  );

/** Returns the rows of a finished report. */
export async function readCosts(
  report: Job,
  profileId: string | undefined,
  context: RunContext,
): Promise<Dict[]> {
  const { data } = await readReports([report], { profileId, top: maxRows }, context);
  const rows = dicts(at(data, "rows"));
  if (rows.length >= maxRows) throw tooMany();
  return rows;
}

/** Reads the changes `IN_BUDGET` of campaigns of Sponsored Products and Sponsored Brands. */
export async function readBudgetEvents(
  moments: { fromDate: number; toDate: number },
  campaignIds: readonly string[],
  profileId: unknown,
  { send }: RunContext,
): Promise<Dict[]> {
  const which =
    campaignIds.length > 0 && campaignIds.length <= 10
      ? { eventTypeIds: campaignIds }
      : { parents: [{ useProfileIdAdvertiser: true }] };
  const found: Dict[] = [];
  let nextToken: unknown;
  for (let page = 0; page < maxPages; page++) {
    const { body } = await send("history.query", {
      profileId,
      ...moments,
      eventTypes: { CAMPAIGN: { ...which, filters: ["IN_BUDGET"] } },
      count: 200,
      nextToken,
    });
    found.push(...dicts(at(body, "events")));
    nextToken = at(body, "nextToken");
    if (!nextToken) break;
  }
  return found.filter(({ changeType }) => changeType === "IN_BUDGET");
}

const tooMany = () =>
  new ConnectorError("invalid_params", "The profile has too many campaigns for one call.", {
    path: "params.products",
    hint: "Pass one of the products. For more campaigns, run reports and budget_usage.",
  });
