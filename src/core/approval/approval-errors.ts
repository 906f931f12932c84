import type { ApprovalAnswer, AskedCall, StoredApproval } from "../contract/approval.ts";
import { ConnectorError } from "../ground/errors.ts";
import { quoteOthers } from "../ground/quote-others.ts";
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

export const unknownOutcome = () =>
  new ConnectorError(
    "idempotency_outcome_unknown",
    "This call was already started, and its outcome is not known.",
    {
      hint: "Do not call again. A list or get action shows whether the write was done.",
      outcome: "unknown",
    },
  );

export function changedSince(asked: AskedCall, now: AskedCall): ConnectorError {
  if (now.failed) return denied(`The approved call is no longer possible: ${now.reason}`, callAgain);
  const lines = (one: string, other: string) => {
    const differing = one.split("\n").filter((line) => !other.split("\n").includes(line));
    return differing.length > 0 ? quoteOthers(differing.join("; "), 2000) : "another state";
  };
  return denied(
    `The situation has changed since the person was asked, so nothing was sent. Approved: ${lines(asked.reason, now.reason)}. Now: ${lines(now.reason, asked.reason)}.`,
    callAgain,
  );
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
