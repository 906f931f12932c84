import type { ApprovalRecord, AskedCall, StartedWrite } from "../contract/approval.ts";
import type { ToolResult } from "../contract/tool.ts";

// Each function returns the next version of the record of a call, and runs within one `update` of the store.

/**
 * Adds the question for a person. If the record already has a question, the record stays unchanged, so that a changed
 * call cannot replace the question.
 */
export function ask(record: ApprovalRecord | undefined, asked: AskedCall, at: number): ApprovalRecord {
  return record?.asked ? record : { at, runs: {}, ...record, asked };
}

/**
 * Marks a write as started, unless the write has started before (`earlier`). A record with a question allows only one
 * write: `other` is true if a write with other params has started.
 */
export function start(
  record: ApprovalRecord | undefined,
  digest: string,
  at: number,
): { record: ApprovalRecord | undefined; earlier: StartedWrite | undefined; other: boolean } {
  const { runs, ...rest } = record ?? { at, runs: {} };
  const earlier = Object.hasOwn(runs, digest) ? runs[digest] : undefined;
  const other = !earlier && rest.asked !== undefined && Object.keys(runs).length > 0;
  if (earlier || other) return { record, earlier, other };
  return { record: { ...rest, runs: { ...runs, [digest]: { at } } }, earlier, other };
}

/** Adds the outcome of a write that has started. */
export function finish(
  record: ApprovalRecord | undefined,
  digest: string,
  outcome: ToolResult,
): ApprovalRecord | undefined {
  const write = record?.runs[digest];
  return record && write && { ...record, runs: { ...record.runs, [digest]: { ...write, outcome } } };
}
