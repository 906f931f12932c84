import type {
  Approval,
  ApprovalAnswer,
  ApprovalNeed,
  ApprovalStatus,
  StoredApproval,
} from "../contract/approval.ts";
import type { ApprovalRow, EndedCall } from "../contract/approval/rows.ts";
import type { Decision } from "../contract/call-options.ts";
import { isDict } from "../ground/json.ts";
import { agreedRows } from "./approval-rows.ts";

/**
 * Returns the status of an approval. A stored approval does not say whether its call is running: `run` says so, and is
 * undefined if the call has not started.
 */
export function statusOf(
  approval: StoredApproval,
  now: number,
  run?: "running" | "in_doubt",
): ApprovalStatus {
  const { cancelled, answers, ended, needs, expires } = approval;
  if (ended) return ended.error?.outcome === "unknown" ? "unknown" : "ended";
  if (run) return run === "running" ? "running" : "unknown";
  if (cancelled) return "cancelled";
  if (answers.some(({ approve }) => !approve) || agreedRows(approval)?.length === 0) return "rejected";
  if (now >= expires) return "expired";
  return needs.every((need) => isMet(need, answers)) ? "approved" : "pending";
}

/** The number of different people who must agree. */
export const personsOf = ({ needs }: StoredApproval): number =>
  Math.max(1, ...needs.map(({ persons }) => persons));

/** Returns whether enough of the people who have agreed can decide. */
export const isMet = (
  { persons, approvers }: ApprovalNeed,
  answers: readonly Pick<ApprovalAnswer, "by" | "signed_in">[],
): boolean => {
  const counted = answers.filter(
    ({ by, signed_in = true }) =>
      (persons === 1 || signed_in) && (approvers === undefined || approvers.includes(by)),
  );
  return new Set(counted.map(({ by }) => by)).size >= persons;
};

export function approvalOf(id: string, stored: StoredApproval, status: ApprovalStatus): Approval {
  const { tool, call, reason, needs, answers, asked, expires, url, ended, about } = stored;
  const { entity, action, effect } = call;
  return {
    id,
    status,
    ...(typeof about?.run === "string" ? { run: about.run } : {}),
    tool,
    entity,
    action,
    effect,
    text: reason,
    params: paramsOf(stored.input),
    ...(stored.rows ? { rows: shownRows(stored, status) } : {}),
    persons: personsOf(stored),
    because: [...new Set(needs.map(({ because }) => because))],
    answers: answers.map((one) => ({ ...one, at: isoOf(one.at) })),
    asked_at: isoOf(asked),
    expires_at: isoOf(expires),
    ...(url === undefined ? {} : { url }),
    ...(stored.cancelled ? { cancelled_by: stored.cancelled.by } : {}),
    ...(ended ? { outcome: outcomeOf(ended) } : {}),
  };
}

/** Returns the params in the arguments of a tool, which are a field of the arguments or the arguments themselves. */
export function paramsOf(input: unknown): Approval["params"] {
  if (!isDict(input)) return {};
  return isDict(input.params) ? input.params : input;
}

/** Until an approval is decided, another person can still decline a row. */
function shownRows(stored: StoredApproval, status: ApprovalStatus): ApprovalRow[] {
  const agreed = agreedRows(stored);
  const isAgreed =
    status === "approved" || status === "running" || status === "ended" || status === "unknown";
  return stored.rows!.map(({ state: _state, ...row }, index) => ({
    ...row,
    ...(status === "rejected" ? { approved: false } : {}),
    ...(isAgreed ? { approved: agreed?.includes(index) ?? true } : {}),
    ...stored.ended?.rows?.[index],
  }));
}

const outcomeOf = ({ ok, error, at }: NonNullable<StoredApproval["ended"]>) => ({
  ok,
  ...(error ? { error } : {}),
  at: isoOf(at),
});

/** Who has agreed, for the journal. A framework that asks by itself stores no answer before the call runs. */
export function decisionOf(approval: string, stored: StoredApproval): Decision {
  const by = stored.answers.filter(({ approve }) => approve).map((answer) => answer.by);
  const rows = agreedRows(stored);
  return { approval, by: by.length > 0 ? [...new Set(by)] : ["the framework"], ...(rows ? { rows } : {}) };
}

/** Returns whether the call of an approval can still run, or is running. */
export const isOpen = (status: ApprovalStatus): boolean =>
  status === "pending" || status === "approved" || status === "running";

export const isoOf = (time: number): string => new Date(time).toISOString();

/** Adds how the call has ended. The first end stays, and so does a cancellation if the call did nothing. */
export const withEnd = (approval: StoredApproval, ended: EndedCall): StoredApproval =>
  approval.ended || (approval.cancelled && ended.error?.outcome === "not_started")
    ? approval
    : { ...approval, ended };
