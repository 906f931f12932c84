import { optionTypes, type OptionType } from "../../src/core/ground/read-options.ts";
import { faultKinds, type Fault, type FaultKind } from "../faults.ts";
import { atLeast, listOf, required } from "../options.ts";

/** What can go wrong beside the faults of every sandbox. */
export type AmazonAdsFaultKind =
  | Exclude<FaultKind, { kind: "ok_false" }>
  /** HTTP 429 with an HTML page, or with `{}`; no Retry-After unless `retryAfter` (seconds) is given. */
  | { kind: "rate_limit_page" | "rate_limit_empty"; retryAfter?: number }
  /** HTTP 401, as for a token that has expired. */
  | { kind: "unauthorized" }
  /** Any other status with any body. */
  | { kind: "refused"; status: number; body: unknown; headers?: Record<string, string> }
  /** HTTP 425 on creating a report; without `reportId`, one is made that is running. */
  | { kind: "duplicate_report"; reportId?: string }
  /** The report or export that is asked for ends as FAILED. */
  | { kind: "job_failed"; reason?: string }
  /** HTTP 403 with S3's XML: the address of the file has expired. */
  | { kind: "expired_file" }
  /** The file is gzip of so many bytes of spaces, default 600 MiB, made as it is read. */
  | { kind: "huge_file"; bytes?: number }
  /** HTTP 207 in which the items at `indexes` (default all) fail, default for being throttled. */
  | { kind: "items"; indexes?: number[]; errorType?: string; reason?: string; message?: string };

/** One planned failure: which operation (default any), how many times (default 1), and what happens. */
export type AmazonAdsFault = AmazonAdsFaultKind & { operation?: string; times?: number };

const { ok_false: _, ...common } = faultKinds;
const retryAfter = atLeast(0);
/** What each kind may say, checked when it is planned. */
export const amazonAdsFaultKinds = {
  ...common,
  rate_limit_page: { retryAfter },
  rate_limit_empty: { retryAfter },
  unauthorized: {},
  refused: { status: required(atLeast(200)), body: optionTypes.anything, headers: optionTypes.object },
  duplicate_report: { reportId: optionTypes.string },
  job_failed: { reason: optionTypes.string },
  expired_file: {},
  huge_file: { bytes: atLeast(0) },
  items: {
    indexes: listOf(atLeast(0)),
    errorType: optionTypes.string,
    reason: optionTypes.string,
    message: optionTypes.string,
  },
} satisfies Record<AmazonAdsFault["kind"], Record<string, OptionType>>;

/** Faults that the operation plays itself, for they depend on what is asked. */
export const playedByOperation: ReadonlySet<AmazonAdsFault["kind"]> = new Set([
  "duplicate_report",
  "job_failed",
  "expired_file",
  "huge_file",
  "items",
]);

export const isGeneric = (fault: AmazonAdsFault): fault is Exclude<Fault, { kind: "ok_false" }> =>
  !playedByOperation.has(fault.kind) &&
  !["rate_limit_page", "rate_limit_empty", "unauthorized", "refused"].includes(fault.kind);
