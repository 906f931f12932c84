import { at, type Dict } from "../../../core/ground/json.ts";
import { localTime } from "../dates/profile-clock.ts";
import { forecast, type ProfileDay } from "./forecast.ts";
import type { OutOfBudget } from "./out-of-budget.ts";
import type { Product } from "./products.ts";

/** A campaign with everything that Amazon says about its spending. */
export interface CampaignSpending {
  product: Product;
  campaignId: string;
  record: Dict | undefined;
  usage: Dict | undefined;
  rows: readonly Dict[];
}

export const idOf = ({ campaignId }: Dict) => String(campaignId);

/** Joins the records, the usage and the rows of each campaign. A campaign without a record is archived. */
export function joinSpending(
  product: Product,
  records: readonly Dict[],
  usage: ReadonlyMap<string, Dict>,
  rows: readonly Dict[],
): CampaignSpending[] {
  const byCampaign = new Map<string, Dict[]>();
  for (const row of rows) {
    const own = byCampaign.get(idOf(row));
    if (own) own.push(row);
    else byCampaign.set(idOf(row), [row]);
  }
  const ids = new Set([...records.map(idOf), ...byCampaign.keys()]);
  const recordOf = new Map(records.map((record) => [idOf(record), record]));
  return [...ids].map((campaignId) => ({
    product,
    campaignId,
    record: recordOf.get(campaignId),
    usage: usage.get(campaignId),
    rows: byCampaign.get(campaignId) ?? [],
  }));
}

/** Compares the spending of one campaign with its budget. */
export function paceCampaign(
  { product, campaignId, record, usage, rows }: CampaignSpending,
  day: ProfileDay,
  timezone: string,
  times: ReadonlyMap<string, readonly OutOfBudget[]>,
): Dict {
  const state = record === undefined ? "ARCHIVED" : String(record.state).toUpperCase();
  const type = String(at(record, "budget.budgetType") ?? record?.budgetType ?? "DAILY").toUpperCase();
  const amount = number(usage?.budget) ?? number(at(record, "budget.budget") ?? record?.budget);
  const percent = number(usage?.budgetUsagePercent);
  const counted = Date.parse(String(usage?.usageUpdatedTimestamp));
  const isDaily = type === "DAILY";
  const spentToday =
    isDaily && amount !== undefined && percent !== undefined ? (amount * percent) / 100 : undefined;
  const costs = new Map(rows.map(({ date, cost }) => [String(date), number(cost) ?? 0]));
  const expected = forecast(
    {
      isRunning: state === "ENABLED",
      budget: isDaily ? amount : undefined,
      spentToday,
      countedAt: Number.isNaN(counted) ? undefined : counted,
      costs,
      startDate: dashed(record?.startDate),
      endDate: dashed(record?.endDate),
    },
    day,
    timezone,
  );
  return {
    product,
    campaignId,
    name: record?.name ?? rows[0]?.campaignName,
    state,
    budget: amount,
    ...(isDaily ? {} : { budgetType: type }),
    budgetUsedPercent: percent,
    spentToday: round(spentToday),
    usageTime: Number.isNaN(counted) ? undefined : localTime(counted, timezone),
    forecastToday: round(expected.forecastToday),
    runsOutAt: expected.runsOutAt,
    spentMonth: round(expected.spentMonth),
    forecastMonth: round(expected.forecastMonth),
    outOfBudget: product === "SD" ? undefined : times.get(campaignId),
    daysAtBudget: product === "SD" ? daysAtBudget(rows, day) : undefined,
  };
}

/** Returns the days of this month on which a campaign has spent its whole budget, or more. */
function daysAtBudget(rows: readonly Dict[], { firstOfMonth }: ProfileDay): string[] | undefined {
  const days = rows.flatMap(({ date, cost, campaignBudgetAmount }) => {
    const budget = number(campaignBudgetAmount);
    const isFull = budget !== undefined && (number(cost) ?? 0) >= budget;
    return isFull && String(date) >= firstOfMonth ? [String(date)] : [];
  });
  return days.length > 0 ? days.toSorted() : undefined;
}

export const number = (value: unknown): number | undefined => {
  const found = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
};

export const round = (amount: number | undefined) =>
  amount === undefined ? undefined : Math.round(amount * 100) / 100;

const dashed = (date: unknown): string | undefined =>
  typeof date === "string" && date !== "" ? date.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3") : undefined;
