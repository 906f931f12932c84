import type { AskedRow } from "../contract/approval/rows.ts";
import type { ApprovalAnswer, AskedCall, StoredApproval } from "../contract/approval.ts";
import { ConnectorError } from "../ground/errors.ts";
import { quoteOthers } from "../ground/quote-others.ts";
import { agreedRows, rowText } from "./approval-rows.ts";
import { isoOf, statusOf } from "./stored-approval.ts";

// The errors of calls that approvals refuse. A model reads them.

const denied = (message: string, hint: string) => new ConnectorError("approval_denied", message, { hint });

const callAgain = "Call again with the wanted arguments. A person is then asked about the new call.";

export const noCallId = () =>
  denied("This call needs approval, but it has no id.", "The application must pass the id of the call.");

export const nobodyAsked = () =>
  denied("This call needs approval, and nobody was asked about it.", callAgain);

export const otherArguments = () =>
  denied("The arguments differ from those that a person was asked about, so nothing was sent.", callAgain);

export const permissionEnded = () =>
  denied("The permission for this call has just ended, so nothing was sent.", callAgain);

export const unknownOutcome = () =>
  new ConnectorError(
    "idempotency_outcome_unknown",
    "This call was already started, and its outcome is not known.",
    {
      hint: "Do not call again. A list or get action shows whether the write was done.",
      outcome: "unknown",
    },
  );

/**
 * Returns the error of a call that would now do something else than what people have agreed to, or undefined. If they have agreed to
 * some rows of a batch, `now` is a preview of these rows.
 */
export function changedSince(asked: StoredApproval, now: AskedCall): ConnectorError | undefined {
  if (now.digest !== asked.digest) return otherArguments();
  if (now.failed) return denied(`The approved call is no longer possible: ${now.reason}`, callAgain);
  const agreed = agreedRows(asked)?.map((row) => asked.rows![row]!);
  const changed = (lines: readonly string[], others: readonly string[]) =>
    lines.length > 0
      ? denied(
          `The situation has changed since the person was asked, so nothing was sent. Approved: ${said(lines, others)}. Now: ${said(others, lines)}.`,
          callAgain,
        )
      : undefined;
  if (!agreed)
    return now.state === asked.state ? undefined : changed(asked.reason.split("\n"), now.reason.split("\n"));
  // A row of a batch that was declined can change as it likes.
  const differing = agreed.flatMap((row, place) => (now.rows?.[place]?.state === row.state ? [] : [place]));
  const texts = (rows: readonly (AskedRow | undefined)[] = []) =>
    differing.flatMap((place) => (rows[place] ? [rowText(rows[place])] : []));
  return changed(texts(agreed), texts(now.rows));
}

/** Returns the lines that the other text does not have. */
function said(lines: readonly string[], others: readonly string[]): string {
  const differing = lines.filter((line) => !others.includes(line));
  return differing.length > 0 ? quoteOthers(differing.join("; "), 2000) : "another state";
}

/** The error of a decision about an approval that nobody can decide any more. */
export function approvalClosed(approval: StoredApproval, now: number) {
  const status = statusOf(approval, now);
  const last = approval.answers.at(-1);
  const by =
    last && (status === "approved" || status === "rejected") ? ` by ${last.by} at ${isoOf(last.at)}` : "";
  return new ConnectorError("approval_closed", `This approval is already ${status}${by}.`, {
    hint: "The first decision stays. For another decision, the agent must ask again with a new call.",
  });
}

export const notAnApprover = ({ needs }: StoredApproval, { by, signed_in = true }: ApprovalAnswer) =>
  denied(
    signed_in
      ? `${by} is not one of the people who can decide this approval.`
      : "This approval needs people who are signed in. A link is not enough.",
    signed_in
      ? `Approvers: ${[...new Set(needs.flatMap(({ approvers = [] }) => approvers))].join(", ")}.`
      : "Sign in, and decide on the page of the service or in your application.",
  );

/** The error of an answer about rows that the approval does not have. */
export const wrongRows = ({ rows }: StoredApproval, { approve }: ApprovalAnswer) =>
  new ConnectorError("invalid_params", rows ? "Wrong rows." : "This approval has no rows.", {
    path: "rows",
    hint: !rows
      ? "Decide about the whole call."
      : approve
        ? `Name at least one row, each as its index from 0 to ${rows.length - 1}.`
        : "To decline all rows, leave out the field. To decline some, approve the others.",
  });
