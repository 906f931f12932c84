import { action, type Zod } from "../../../core/contract/action.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { findDates } from "../dates/find-clock.ts";
import { checkGiven, type GivenPeriod, periodParams } from "../dates/relative-dates.ts";
import { profile } from "../params.ts";
import { Store, StoreInsights, StoreProducts } from "../records/history-invoices-stores.ts";
import { bodyAsData } from "../resources/body-as-data.ts";

const brandEntityId = (z: Zod) =>
  z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .describe("brandEntityId from stores.list");

const visitMetrics = [
  "VISITS",
  "VISITORS",
  "VIEWS",
  "ORDERS",
  "UNITS",
  "SALES",
  "DWELL",
  "DWELL_TIME",
  "BOUNCE_RATE",
  "NEW_TO_STORE",
  "VIDEO_STARTED",
  "VIDEO_10S_PLAYED",
  "VIDEO_25P_PLAYED",
  "VIDEO_50P_PLAYED",
  "VIDEO_75P_PLAYED",
  "VIDEO_COMPLETED",
  "SCORE_LEVEL",
  "PEER_DWELL",
  "ACTIONS_TAKEN_BY_PEERS",
  "RECOMMENDATIONS",
  "COMPLETED_RECOMMENDATIONS",
  "CONTRIBUTORS",
] as const;

const productMetrics = [
  "RENDERS",
  "VIEWS",
  "TOTAL_VIEWS",
  "CLICKS",
  "TOTAL_CLICKS",
  "CLICK_RATE",
  "ADD_TO_CARTS",
  "ORDERS",
  "UNITS",
  "CONVERSION_RATE",
  "AVERAGE_SALE_PRICE",
  "AVERAGE_IN_STOCK_PRICE",
  "IN_STOCK_RATE",
  "IN_STOCK_VIEWS",
] as const;

export const list = action({
  description: "List the account's Stores and their pages.",
  params: (z) => profile(z),
  result: (z) => z.array(Store(z)),
  effect: "read",
  calls: "stores.list",
  example: {},
  run: (params, context) => bodyAsData(context, "stores.list", params),
});

export const insights = action({
  description: "Get visits, views and sales of a Store, by date, page, source or tag.",
  params: (z) => ({
    brandEntityId: brandEntityId(z),
    ...periodParams(z),
    dimension: z.enum(["DATE", "PAGE", "SOURCE", "STORE", "TAG"]),
    metrics: z.array(z.enum(visitMetrics)).min(1).max(20),
    maxResult: z.int().min(1).max(1500).optional().meta({ rare: true }),
    paginationToken: z.string().min(1).optional().meta({ rare: true }),
    ...profile(z),
  }),
  check: (params) => checkGiven(params),
  result: StoreInsights,
  effect: "read",
  calls: ["stores.insights", "profiles.find"],
  example: {
    brandEntityId: "ENTITY1",
    startDate: "2026-01-01",
    endDate: "2026-01-31",
    dimension: "DATE",
    metrics: ["VISITS", "VIEWS"],
  },
  run: (params, context) => statistics("stores.insights", params, context),
});

export const asin_metrics = action({
  description: "Get statistics of products in a Store: renders, clicks, orders.",
  params: (z) => ({
    brandEntityId: brandEntityId(z),
    ...periodParams(z),
    metrics: z.array(z.enum(productMetrics)).min(1).max(12),
    ...profile(z),
  }),
  check: (params) => checkGiven(params),
  result: StoreProducts,
  effect: "read",
  calls: ["stores.asin_metrics", "profiles.find"],
  example: {
    brandEntityId: "ENTITY1",
    startDate: "2026-01-01",
    endDate: "2026-01-31",
    metrics: ["CLICKS", "ORDERS"],
  },
  run: (params, context) => statistics("stores.asin_metrics", { ...params, dimension: "ASIN" }, context),
});

async function statistics(
  operation: string,
  { startDate, endDate, profileId, ...rest }: GivenPeriod & { profileId?: string | undefined } & Dict,
  context: RunContext,
): Promise<RunResult> {
  const { dates, said } = await findDates({ startDate, endDate }, profileId, context);
  const { data, meta } = await bodyAsData(context, operation, { ...rest, ...dates, profileId });
  return { data, meta: { ...meta, ...said } };
}
