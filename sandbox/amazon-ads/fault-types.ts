import { optionTypes, type OptionType } from "../../src/core/ground/read-options.ts";
import { faultKinds, type Fault, type FaultKind } from "../faults.ts";
import { atLeast, listOf, required } from "../options.ts";

/** The kinds of faults of the Amazon Ads sandbox. A fault is a failure that the sandbox simulates for one request. */
export type AmazonAdsFaultKind =
  | Exclude<FaultKind, { kind: "ok_false" }>
  /**
   * HTTP 429 with an HTML page, or with the body `{}`. If `retryAfter` (in seconds) is set, the response has a
   * Retry-After header.
   */
  | { kind: "rate_limit_page" | "rate_limit_empty"; retryAfter?: number }
  /** HTTP 401, which is also the response to an expired token. */
  | { kind: "unauthorized" }
  /** A response with the given status and body. */
  | { kind: "refused"; status: number; body: unknown; headers?: Record<string, string> }
  /**
   * HTTP 425 for a request that creates a report, because the same report is already running. `reportId` is the id of
   * the running report. If no report has this id, the sandbox first creates a report with
   * this id.
   */
  | { kind: "duplicate_report"; reportId?: string }
  /** The report or export that the request creates gets the status FAILED in the end. */
  | { kind: "job_failed"; reason?: string }
  /** HTTP 403 with an XML body. Amazon's file storage (S3) sends this response if the address of a file has expired. */
  | { kind: "expired_file" }
  /**
   * A file that decompresses to `bytes` bytes of spaces. The default is 600 MiB. The file is created while the caller
   * reads it.
   */
  | { kind: "huge_file"; bytes?: number }
  /** HTTP 207 with an error for each item at `indexes`. By default, all items fail with a throttling error. */
  | { kind: "items"; indexes?: number[]; errorType?: string; reason?: string; message?: string };

/**
 * A planned fault. `operation` is the operation that fails. If `operation` is absent, the next request fails, whatever
 * its operation is. `times` is the number of requests that fail. The default of `times` is 1.
 */
export type AmazonAdsFault = AmazonAdsFaultKind & { operation?: string; times?: number };

const { ok_false: _, ...common } = faultKinds;
const retryAfter = atLeast(0);
/** The options of each kind of fault. */
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

/** The faults that the operation itself must produce, because they depend on the content of the request. */
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
