import type { Z } from "../../../core/contract/action.ts";
import type { Issue } from "../../../core/ground/errors.ts";
import { date, profile } from "../params.ts";
import type { Shape } from "./shape-rows.ts";

/** Not an enum: twenty values would stand in every signature; the check names the nearest. */
export const reportTypeId = (z: Z) =>
  z.string().min(1).max(60).describe("kind of report, such as spCampaigns");
const column = (z: Z) => z.string().min(1).max(100);

/** What defines a report. */
export const definition = (z: Z) => ({
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

/** What becomes of the rows. */
export const shape = (z: Z) => ({
  where: z
    .array(
      z.strictObject({
        column: column(z),
        is: z.enum(["=", "!=", ">", ">=", "<", "<=", "contains"]),
        value: z.union([z.number(), z.string().max(500)]),
      }),
    )
    .max(20)
    .describe("Keep rows of which all hold.")
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

/** Goes through the file of one report: the answer has `next_skip` while there is more. */
export const skip = (z: Z) => ({
  skip: z
    .int()
    .min(0)
    .max(10_000_000)
    .describe("Rows of the file to leave out first: next_skip of the call before. Nothing is counted then.")
    .optional()
    .meta({ rare: true }),
});
export const checkSkip = ({
  skip: rows,
  sumBy,
  sortBy,
  reportIds = [],
}: Partial<Shape> & { reportIds?: readonly string[] }): Issue[] =>
  rows !== undefined && (sumBy ?? sortBy ?? reportIds[1]) !== undefined
    ? [{ path: "skip", message: "goes with one report, without sumBy and sortBy, which are of all rows" }]
    : [];

/** How long the call may wait; a service has to answer within a minute. */
export const waitSeconds = (z: Z) => ({
  wait_seconds: z.int().min(0).max(50).default(20).meta({ rare: true }),
});
