import type { Z } from "../../../core/contract/action.ts";
import type { Issue } from "../../../core/ground/errors.ts";
import { date, profile } from "../params.ts";
import type { RowOptions } from "./shape-rows.ts";

/**
 * The id of a report type. The schema is not an enum, because twenty values would lengthen every signature. If the id
 * is unknown, the error suggests the most similar id.
 */
export const reportTypeId = (z: Z) => z.string().min(1).max(60).describe("report type, such as spCampaigns");
const column = (z: Z) => z.string().min(1).max(100);

/** The params that define a report. */
export const definitionParams = (z: Z) => ({
  reportTypeId: reportTypeId(z),
  startDate: date(z),
  endDate: date(z),
  columns: z.array(column(z)).min(1).max(200).optional(),
  timeUnit: z.enum(["SUMMARY", "DAILY"]).default("SUMMARY"),
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

/** The params that filter, add up, sort and limit the rows. */
export const rowParams = (z: Z) => ({
  where: z
    .array(
      z.strictObject({
        column: column(z),
        is: z.enum(["=", "!=", ">", ">=", "<", "<=", "contains"]),
        value: z.union([z.number(), z.string().max(500)]),
      }),
    )
    .max(20)
    .describe("Keep the rows that match all.")
    .optional()
    .meta({ rare: true }),
  sumBy: z
    .array(column(z))
    .max(20)
    .describe("Add up rows with the same values in these columns; [] for one total.")
    .optional(),
  sortBy: column(z).optional(),
  order: z.enum(["desc", "asc"]).optional().meta({ rare: true }),
  top: z.int().min(1).max(100_000).default(50),
});

/**
 * The param `skip`. With this param, several calls can read the file of one report in parts. The result has `next_skip`
 * if the file has more rows.
 */
export const skipParam = (z: Z) => ({
  skip: z
    .int()
    .min(0)
    .max(10_000_000)
    .describe("Rows of the file to skip: next_skip of the call before. Nothing is counted then.")
    .optional()
    .meta({ rare: true }),
});
export const checkSkip = ({
  skip,
  sumBy,
  sortBy,
  reportIds = [],
}: Partial<RowOptions> & { reportIds?: readonly string[] }): Issue[] =>
  skip !== undefined && (sumBy ?? sortBy ?? reportIds[1]) !== undefined
    ? [
        {
          path: "skip",
          message: "works with one report and without sumBy and sortBy, which need all rows",
        },
      ]
    : [];

/**
 * The param `wait_seconds`. It limits how long the call waits for the report. The maximum is 50 seconds, because a
 * hosted service must respond within a minute.
 */
export const waitParam = (z: Z) => ({
  wait_seconds: z.int().min(0).max(50).default(20).meta({ rare: true }),
});
