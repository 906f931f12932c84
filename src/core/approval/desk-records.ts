import type { EndedCall } from "../contract/approval/rows.ts";
import type { ApprovalAnswer, StoredApproval } from "../contract/approval.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { escapeInvisible } from "../ground/control-characters.ts";
import { cut } from "../ground/json.ts";
import { approvalRecords, openApprovals } from "../store/kinds.ts";
import { type Changed, recordsOf, throwUnavailable } from "../store/records.ts";
import { withTimeLimit } from "../store/time-limit.ts";
import { noApproval } from "../call/approval-error.ts";
import { canonicalJson } from "../schema/validate/canonical-json.ts";
import { checkPermission } from "./check-permission.ts";
import { approvalClosed, notAnApprover, wrongRows } from "./approval-errors.ts";
import { isoOf, statusOf, withEnd } from "./stored-approval.ts";

// The changes of an approval. Each is one conditional write, so of two people who decide at the same time, one is first. The
// functions take the store, so that a service can change the approval together with other rows.

const keyInOpen = (id: string) => `${openApprovals.name}/${id}`;

export const readApproval = (store: StoreDriver, id: string): Promise<StoredApproval | undefined> =>
  recordsOf(store, approvalRecords).read(id);

/** Stores a question. If the id has one already, that one stays and is returned, so a changed call cannot replace it. */
export async function askApproval(
  store: StoreDriver,
  id: string,
  asked: StoredApproval,
): Promise<StoredApproval> {
  // A mark without an approval is harmless. An approval without a mark would be in no list.
  await withTimeLimit(store)
    .write(keyInOpen(id), "", undefined, openApprovals.ttlSeconds)
    .catch(throwUnavailable("write"));
  return recordsOf(store, approvalRecords).update(id, (before = asked) => ({
    value: before,
    result: before,
  }));
}

/**
 * Stores the answer of a person. A second answer of the same person with the same decision changes nothing. If the answer gives a
 * permission, call `keepPermission` after it.
 * @throws ConnectorError `not_found`, `approval_closed` if the approval is decided, cancelled or expired, `approval_denied` if the
 * person is no approver or can give no permission, `invalid_params`
 */
export const answerApproval = (
  store: StoreDriver,
  id: string,
  answer: ApprovalAnswer,
  now: number,
): Promise<StoredApproval> =>
  change(store, id, (approval) => {
    const { answers, needs } = approval;
    const rows = answeredRows(approval, answer);
    const permission = givenPermission(answer);
    const isSame = ({ by, approve, rows: own, permission: given }: ApprovalAnswer) =>
      by === answer.by &&
      approve === answer.approve &&
      String(own) === String(rows) &&
      canonicalJson(given) === canonicalJson(permission);
    if (answers.some(isSame)) return approval;
    if (statusOf(approval, now) !== "pending") throw approvalClosed(approval, now);
    const isApprover = needs.some(
      ({ approvers, persons }) =>
        (approvers?.includes(answer.by) ?? true) && (persons === 1 || answer.signed_in !== false),
    );
    if (!isApprover) throw notAnApprover(approval, answer);
    checkPermission(approval, answer, now);
    const { approve, by, note, signed_in } = answer;
    const said = {
      approve,
      by,
      ...(rows ? { rows } : {}),
      ...(note === undefined ? {} : { note: cut(escapeInvisible(note), 1000) }),
      ...(signed_in === undefined ? {} : { signed_in }),
      ...(permission ? { permission } : {}),
      at: now,
    };
    return { ...approval, answers: [...answers, said] };
  });

/** Returns the permission of an answer with its time in one form, so that two equal answers are the same. */
function givenPermission({ permission }: ApprovalAnswer): ApprovalAnswer["permission"] {
  const end = Date.parse(String(permission?.until));
  return permission && !Number.isNaN(end) ? { ...permission, until: isoOf(end) } : permission;
}

/**
 * Returns the rows of an answer in ascending order, or undefined for all.
 * @throws ConnectorError `invalid_params`
 */
function answeredRows(approval: StoredApproval, answer: ApprovalAnswer): readonly number[] | undefined {
  if (answer.rows === undefined) return undefined;
  const rows = [...new Set(answer.rows)].toSorted((a, b) => a - b);
  const count = approval.rows?.length ?? 0;
  const isKnown = (row: number) => Number.isInteger(row) && row >= 0 && row < count;
  if (!answer.approve || rows.length === 0 || !rows.every(isKnown)) throw wrongRows(approval, answer);
  return rows.length === count ? undefined : rows;
}

/**
 * Cancels an approval whose call has not started.
 * @throws ConnectorError `not_found`, `approval_closed`
 */
export const cancelApproval = (
  store: StoreDriver,
  id: string,
  by: string,
  now: number,
): Promise<StoredApproval> =>
  change(store, id, (approval) => {
    if (approval.cancelled) return approval;
    const status = statusOf(approval, now);
    if (status !== "pending" && status !== "approved") throw approvalClosed(approval, now);
    return { ...approval, cancelled: { by, at: now } };
  });

/** Stores the outcome of the call. */
export async function endApproval(store: StoreDriver, id: string, ended: EndedCall): Promise<StoredApproval> {
  const stored = await change(store, id, (approval) => withEnd(approval, ended));
  await removeFromOpen(store, id);
  return stored;
}

/** Returns the ids of the approvals whose calls may not have ended, at most `limit`. */
export const openApprovalIds = async (
  store: StoreDriver,
  after: string | undefined,
  limit: number,
): Promise<string[]> => {
  const keys = await withTimeLimit(store)
    .list(`${openApprovals.name}/`, after === undefined ? undefined : keyInOpen(after), limit)
    .catch(throwUnavailable("read"));
  return keys.map((key) => key.slice(openApprovals.name.length + 1));
};

/** Removes an approval that has ended from the list. Without this, only its lifetime removes it. */
export async function removeFromOpen(store: StoreDriver, id: string): Promise<void> {
  const driver = withTimeLimit(store);
  const mark = await driver.read(keyInOpen(id)).catch(() => undefined);
  if (mark) await driver.delete(keyInOpen(id), mark.version).catch(() => {});
}

function change(
  store: StoreDriver,
  id: string,
  next: (approval: StoredApproval) => StoredApproval,
): Promise<StoredApproval> {
  return recordsOf(store, approvalRecords).update(id, (approval): Changed<StoredApproval, StoredApproval> => {
    if (!approval) throw noApproval(id);
    const value = next(approval);
    return { value, result: value };
  });
}
