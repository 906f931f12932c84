import { optionTypes, type OptionType } from "../../src/core/ground/read-options.ts";
import { faultKinds, type Fault, type FaultKind } from "../faults.ts";
import { atLeast, listOf, required } from "../options.ts";

/** A failure that the sandbox simulates for one request. */
export type AmazonAdsFaultKind =
  | Exclude<FaultKind, { kind: "ok_false" }>
  /**
   * HTTP 429 with an HTML page, or with the body `{}`. `retryAfter`: the seconds in the Retry-After header. Default:
   * no header.
   */
  | { kind: "rate_limit_page" | "rate_limit_empty"; retryAfter?: number }
  /** HTTP 401, as for an expired token. */
  | { kind: "unauthorized" }
  /** A response with the given status and body. */
  | { kind: "refused"; status: number; body: unknown; headers?: Record<string, string> }
  /**
   * HTTP 425 for a request that creates a report, because the same report is already running. `reportId`: the running
   * report. If no report has this id, the sandbox first creates a report with this id.
   */
  | { kind: "duplicate_report"; reportId?: string }
  /** The report or export of the request ends with the status FAILED. */
  | { kind: "job_failed"; reason?: string }
  /** HTTP 403 with an XML body, as Amazon's file storage (S3) sends if the address of a file has expired. */
  | { kind: "expired_file" }
  /**
   * A file that decompresses to `bytes` bytes, almost all of them spaces. Default: 600 MiB. The data is created while
   * the caller reads the file.
   */
  | { kind: "huge_file"; bytes?: number }
  /** HTTP 207 with an error for each item at `indexes`. Default: all items fail with a throttling error. */
  | { kind: "items"; indexes?: number[]; errorType?: string; reason?: string; message?: string };

/**
 * A planned fault. `operation`: the operation that fails. Default: the next request. `times`: how many requests fail.
 * Default: 1.
 */
export type AmazonAdsFault = AmazonAdsFaultKind & { operation?: string; times?: number };

const { ok_false: _, ...common } = faultKinds;
const retryAfter = atLeast(0);
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

/** Faults that the operation produces, because they depend on the content of the request. */
export const appliedByOperation: ReadonlySet<AmazonAdsFault["kind"]> = new Set([
  "duplicate_report",
  "job_failed",
  "expired_file",
  "huge_file",
  "items",
]);

export const isGeneric = (fault: AmazonAdsFault): fault is Exclude<Fault, { kind: "ok_false" }> =>
  !appliedByOperation.has(fault.kind) &&
  !["rate_limit_page", "rate_limit_empty", "unauthorized", "refused"].includes(fault.kind);
