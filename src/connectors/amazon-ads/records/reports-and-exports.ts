import type { Zod } from "../../../core/contract/action.ts";
import type { FileStream } from "../../../core/contract/wire/http-types.ts";
import { flag, number, text, things } from "./common-fields.ts";

export const Report = (z: Zod) =>
  z.object({
    reportId: z.string(),
    status: z.string(),
    name: text(z),
    startDate: text(z),
    endDate: text(z),
    configuration: z.record(z.string(), z.unknown()).nullish(),
    failureReason: text(z),
    fileSize: number(z),
    createdAt: text(z),
    updatedAt: text(z),
    generatedAt: text(z),
    urlExpiresAt: text(z),
    reused: flag(z),
  });

/**
 * The rows of a report or an export. While Amazon prepares the file, the result has no rows, and `resume` is the call
 * that gets the rows later.
 */
export const ReportRows = (z: Zod) =>
  z.object({
    status: z.enum(["completed", "running"]),
    rows: things(z),
    rows_in_report: number(z),
    rows_matched: number(z),
    rows_after_sum: number(z),
    next_skip: number(z),
    reportIds: z.array(z.string()).nullish(),
    exportId: text(z),
    timeUnit: text(z),
    reused: flag(z),
    next_poll_seconds: number(z),
    resume: z
      .object({ entity: z.string(), action: z.string(), params: z.record(z.string(), z.unknown()) })
      .nullish(),
  });

/**
 * The rows of one report that was requested in several profiles. Each row has the id and the currency of its profile.
 * `profiles` says for each profile whether the report is complete, still running or failed.
 */
export const ProfileRows = (z: Zod) =>
  z.object({
    status: z.enum(["completed", "running"]),
    rows: things(z),
    profiles: z.array(
      z.object({
        profileId: z.string(),
        currencyCode: text(z),
        status: z.string(),
        /** The dates of the report in this profile, if the call's dates depend on today. */
        dates: text(z),
        rows_after_sum: number(z),
        resume: z
          .object({ entity: z.string(), action: z.string(), params: z.record(z.string(), z.unknown()) })
          .nullish(),
        error: z.object({ code: z.string(), message: z.string(), hint: text(z) }).nullish(),
      }),
    ),
  });

/** The file as a stream of bytes. While Amazon prepares the file, the result is `{ status: "running" }` instead. */
export const ReportFile = (z: Zod) =>
  z
    .custom<FileStream | { status: "running" }>((value) => value instanceof ReadableStream)
    .meta({ typescript: 'ReadableStream<Uint8Array<ArrayBuffer>> | { status: "running" }' });

export const Export = (z: Zod) =>
  z.object({
    exportId: z.string(),
    status: z.string(),
    fileSize: number(z),
    createdAt: text(z),
    generatedAt: text(z),
    urlExpiresAt: text(z),
    error: z.unknown(),
  });
