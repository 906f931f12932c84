import type { Zod } from "../../../../core/contract/action.ts";
import type { Issue } from "../../../../core/ground/errors.ts";
import { periodParams } from "../../dates/relative-dates.ts";
import { profile } from "../../params.ts";
import { checkValues } from "./check-row-options.ts";
import { operators } from "../rows/filter-rows.ts";
import type { RowOptions } from "../rows/shape-rows.ts";

/** This param is not an enum, because an enum would add all ids to the signature of each action. */
export const reportTypeId = (z: Zod) =>
  z.string().min(1).max(60).describe("report type, such as spCampaigns");
const column = (z: Zod) =>
  z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9]\w*$/);

export const definitionParams = (z: Zod) => ({
  reportTypeId: reportTypeId(z),
  ...periodParams(z),
  columns: z.array(column(z)).min(1).max(200).optional(),
  timeUnit: z.enum(["SUMMARY", "DAILY", "WEEKLY", "MONTHLY"]).default("SUMMARY"),
  groupBy: z.array(column(z)).min(1).max(5).optional().meta({ rare: true }),
  filters: z
    .array(z.strictObject({ field: column(z), values: z.array(z.string().max(100)).min(1).max(20) }))
    .min(1)
    .max(10)
    .optional()
    .meta({ rare: true }),
  name: z.string().min(1).max(200).optional().meta({ rare: true }),
  ...profile(z),
});

const conditions = (z: Zod) =>
  z
    .array(
      z.strictObject({
        column: column(z),
        is: z.enum(operators),
        value: z.union([z.number(), z.string().max(500)]),
      }),
    )
    .max(20);

/** The params that filter, add up, sort and limit the rows. `rare`: whether signatures leave out the filters. */
export const rowParams = (z: Zod, rare = true) => ({
  where: conditions(z).describe("Before sumBy: keep the rows that match all.").optional().meta({ rare }),
  sumBy: z
    .array(column(z))
    .max(20)
    .describe("Add up rows with the same values in these columns; [] for one total.")
    .optional(),
  having: conditions(z).describe("After sumBy: keep the sums that match all.").optional().meta({ rare }),
  sortBy: column(z).optional(),
  order: z.enum(["desc", "asc"]).optional().meta({ rare }),
  top: z.int().min(1).max(100_000).default(50),
});

/** The param for ratios in downloads. In `reports.run`, the param `columns` accepts ratios. */
export const ratiosParam = (z: Zod) => ({
  ratios: z
    .array(z.string().regex(/^(acos|roas)(Clicks)?(\d+d)?$|^(costPerClick|clickThroughRate)$/))
    .max(20)
    .describe("Compute these for each row, such as acos14d or roas7d.")
    .optional()
    .meta({ rare: true }),
});

/** Several calls can read the file of one report in parts. The result has `next_skip` if the file has more rows. */
export const skipParam = (z: Zod) => ({
  skip: z
    .int()
    .min(0)
    .max(10_000_000)
    .describe("Rows of the file to skip: next_skip of the call before. Nothing is counted then.")
    .optional()
    .meta({ rare: true }),
});

/** Checks the params as far as possible without the columns of the report. */
export const checkDownload = ({
  skip,
  sumBy,
  sortBy,
  where = [],
  having = [],
  reportIds = [],
}: Partial<RowOptions> & { reportIds?: readonly string[] }): Issue[] => [
  ...(skip !== undefined && (sumBy ?? sortBy ?? reportIds[1]) !== undefined
    ? [
        {
          path: "skip",
          message: "works with one report and without sumBy and sortBy, which need all rows",
        },
      ]
    : []),
  ...(having.length > 0 && sumBy === undefined
    ? [{ path: "having", message: "filters sums: pass sumBy too, or use where" }]
    : []),
  ...checkValues("where", where),
  ...checkValues("having", having),
];

/** The maximum is 50 seconds, because a hosted service must respond within a minute. */
export const waitParam = (z: Zod) => ({
  wait_seconds: z.int().min(0).max(50).default(20).meta({ rare: true }),
});
