import { action } from "../../../core/contract/action.ts";
import { dicts, type Dict } from "../../../core/ground/json.ts";
import { rowsOf } from "../../../core/tool/output/table.ts";
import { ids, money, profile } from "../params.ts";
import { paceBudgets } from "../pacing/pace-budgets.ts";
import { products, spendingCalls } from "../pacing/read-spending.ts";
import { Pacing } from "../records/budgets.ts";
import { waitParam } from "../reports/request/report-params.ts";

const reportId = /^[\w-]{1,100}$/;

export const pacing = action({
  description:
    "Compare the spending of today and of this month with the budgets of all campaigns: forecasts, the time at which today's budget will run out, and the times without budget. If time runs out, `data.resume` is the next call.",
  params: (z) => ({
    campaignIds: ids(z, 1000).optional(),
    products: z
      .array(z.enum(products))
      .min(1)
      .describe("SP: Sponsored Products, SB: Brands, SD: Display; default: all")
      .optional(),
    monthBudget: money(z).describe("what all these campaigns should spend this month").optional(),
    reportIds: z
      .partialRecord(z.enum(products), z.string().regex(reportId))
      .describe("from data.resume of the call before")
      .optional()
      .meta({ rare: true }),
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
  run: (params, context) => paceBudgets(params, context),
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
