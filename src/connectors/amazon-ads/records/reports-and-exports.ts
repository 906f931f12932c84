import type { Zod } from "../../../core/contract/action.ts";
import type { FileStream } from "../../../core/contract/wire/http-types.ts";
import { flag, number, text, texts } from "./common-fields.ts";

export const Report = (z: Zod) =>
  z.object({
    reportId: z.string(),
    status: z.string(),
    name: text(z),
    startDate: text(z),
    endDate: text(z),
    configuration: z
      .object({
        adProduct: text(z),
        reportTypeId: text(z),
        groupBy: texts(z),
        columns: texts(z),
        filters: z.array(z.object({ field: text(z), values: texts(z) })).nullish(),
        timeUnit: text(z),
        format: text(z),
      })
      .nullish(),
    failureReason: text(z),
    fileSize: number(z),
    createdAt: text(z),
    updatedAt: text(z),
    generatedAt: text(z),
    urlExpiresAt: text(z),
    reused: flag(z),
  });

const cells = (z: Zod) =>
  z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))).nullish();

export const ReportRows = (z: Zod) => z.object({ ...rowsResult(z), rows: cells(z) });

/** Some values are objects, such as the budget of a campaign. */
export const ExportRows = (z: Zod) =>
  z.object({ ...rowsResult(z), rows: z.array(z.record(z.string(), z.unknown())).nullish() });

const rowsResult = (z: Zod) => ({
  rows_in_report: number(z),
  rows_matched: number(z),
  rows_after_sum: number(z),
  next_skip: number(z),
  reportIds: z.array(z.string()).nullish(),
  exportId: text(z),
  timeUnit: text(z),
  reused: flag(z),
});

/**
 * The rows of one report that was requested in several profiles. Each row has the id and the currency of its profile.
 * `profiles` says for each profile whether the report is completed, running or failed.
 */
export const ProfileRows = (z: Zod) =>
  z.object({
    rows: cells(z),
    profiles: z.array(
      z.object({
        profileId: z.string(),
        currencyCode: text(z),
        status: z.string(),
        /** The dates of the report in this profile, if the call's dates depend on today. */
        dates: text(z),
        rows_after_sum: number(z),
        error: z.object({ code: z.string(), message: z.string(), hint: text(z) }).nullish(),
      }),
    ),
  });

/** The file as a stream of bytes. */
export const ReportFile = (z: Zod) =>
  z
    .custom<FileStream>((value) => value instanceof ReadableStream)
    .meta({ typescript: "ReadableStream<Uint8Array<ArrayBuffer>>" });

export const Export = (z: Zod) =>
  z.object({
    exportId: z.string(),
    status: z.string(),
    fileSize: number(z),
    createdAt: text(z),
    generatedAt: text(z),
    urlExpiresAt: text(z),
    error: z.object({ errorCode: text(z), message: text(z) }).nullish(),
  });

const reportType = (z: Zod) =>
  z.object({
    reportTypeId: z.string(),
    adProduct: z.string(),
    groupBy: z.array(z.string()),
    timeUnits: z.array(z.string()),
    daysPerReport: number(z),
    daysKept: number(z),
    note: text(z),
  });

/** All report types, or one report type with its columns. */
export const ReportTypes = (z: Zod) =>
  z.union([
    z.array(reportType(z)),
    reportType(z).extend({
      columns: z.array(z.string()),
      groups: z.record(
        z.string(),
        z.object({
          rowKey: z.array(z.string()),
          columns: z.array(z.string()),
          filters: z.record(z.string(), z.array(z.string())),
        }),
      ),
      unconfirmed: z.array(z.string()),
      notAddable: z.array(z.string()),
    }),
  ]);
