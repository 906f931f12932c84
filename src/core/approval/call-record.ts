import type { ApprovalRecord, AskedCall, StartedWrite } from "../contract/approval.ts";
import type { Envelope } from "../contract/tool.ts";

// These functions return the next version of the record of a call. Each function runs within one `update` of the store.

/**
 * Adds the question for a person. A record that already has a question stays as it is, so a changed call cannot replace
 * the question.
 */
export function ask(record: ApprovalRecord | undefined, asked: AskedCall, at: number): ApprovalRecord {
  return record?.asked ? record : { at, runs: {}, ...record, asked };
}

/**
 * Marks a write as started. `started` is true only if this write has not started before and is allowed to start now. A
 * record with a question allows only one write.
 * A second write with other params does not start.
 */
export function start(
  record: ApprovalRecord | undefined,
  digest: string,
  at: number,
): { record: ApprovalRecord; started: boolean; earlier: StartedWrite | undefined; other: boolean } {
  const { runs, ...rest } = record ?? { at, runs: {} };
  const earlier = Object.hasOwn(runs, digest) ? runs[digest] : undefined;
  const other = !earlier && rest.asked !== undefined && Object.keys(runs).length > 0;
  const started = !earlier && !other;
  return { record: { ...rest, runs: started ? { ...runs, [digest]: {} } : runs }, started, earlier, other };
}

/** Adds the outcome of a write that has started. */
export const finish = (
  record: ApprovalRecord | undefined,
  digest: string,
  outcome: Envelope,
): ApprovalRecord | undefined => record && { ...record, runs: { ...record.runs, [digest]: { outcome } } };
