import { optionTypes, type OptionType } from "../../src/core/ground/read-options.ts";
import { faultKinds, type Fault, type FaultKind } from "../faults.ts";
import { atLeast, listOf, required } from "../options.ts";

/** The faults of Amazon Ads, besides those of every sandbox. */
export type AmazonAdsFaultKind =
  | Exclude<FaultKind, { kind: "ok_false" }>
  /** HTTP 429 with an HTML page, or with `{}`. `retryAfter` (seconds) adds a Retry-After header. */
  | { kind: "rate_limit_page" | "rate_limit_empty"; retryAfter?: number }
  /** HTTP 401, as for an expired token. */
  | { kind: "unauthorized" }
  /** A response with the given status and body. */
  | { kind: "refused"; status: number; body: unknown; headers?: Record<string, string> }
  /**
   * HTTP 425 when a report is created. Without `reportId`, the sandbox also creates the report that is already running.
   */
  | { kind: "duplicate_report"; reportId?: string }
  /** The report or export that the request creates ends as FAILED. */
  | { kind: "job_failed"; reason?: string }
  /** HTTP 403 with the XML of S3, because the address of the file has expired. */
  | { kind: "expired_file" }
  /** A file that decompresses to `bytes` spaces, by default 600 MiB. It is created while it is read. */
  | { kind: "huge_file"; bytes?: number }
  /** HTTP 207 in which the items at `indexes` fail. By default all fail because of throttling. */
  | { kind: "items"; indexes?: number[]; errorType?: string; reason?: string; message?: string };

/** A planned fault: what happens, to which operation (by default any), and how often (by default once). */
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

/** Faults that the operation has to produce, because they depend on the request. */
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
