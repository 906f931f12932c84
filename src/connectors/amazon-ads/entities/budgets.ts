import { action } from "../../../core/contract/action.ts";
import { dicts, type Dict } from "../../../core/ground/json.ts";
import { rowsOf } from "../../../core/tool/output/table.ts";
import { ids, money, profile } from "../params.ts";
import { products, spendingCalls } from "../pacing/products.ts";
import { Pacing } from "../records/budgets.ts";
import { lateJob } from "../reports/jobs/late-job.ts";
import { waitParam } from "../reports/request/report-params.ts";

export const pacing = action({
  description:
    "Compare the spending of today and of this month with the budgets of all campaigns: forecasts, the time at which today's budget will run out, and the times without budget.",
  params: (z) => ({
    campaignIds: ids(z, 1000).optional(),
    products: z
      .array(z.enum(products))
      .min(1)
      .describe("SP: Sponsored Products, SB: Brands, SD: Display; default: all")
      .optional(),
    monthBudget: money(z).describe("what all these campaigns should spend this month").optional(),
    ...waitParam(z),
    ...profile(z),
  }),
  result: Pacing,
  view: ({ campaigns, ...facts }: Dict) => ({
    ...facts,
    campaigns: rowsOf(dicts(campaigns).map(shortTimes)),
  }),
  effect: "read",
  calls: spendingCalls,
  example: { products: ["SP"], monthBudget: 3000 },
  job: lateJob(async () => (await import("../pacing/pace-budgets.ts")).paceBudgets),
});

/** Writes a time without budget as one text, for a model. */
const shortTimes = ({ outOfBudget, ...rest }: Dict): Dict => ({
  ...rest,
  ...(Array.isArray(outOfBudget)
    ? {
        outOfBudget: dicts(outOfBudget).map(
          ({ from, until }) => `${String(from)} to ${String(until ?? "now")}`,
        ),
      }
    : {}),
});
