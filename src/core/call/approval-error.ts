import type { Approval } from "../contract/approval.ts";
import { ConnectorError } from "../ground/errors.ts";
import { cut } from "../ground/json.ts";
import { quoteOthers } from "../ground/quote-others.ts";

const tellUser = "Do not call again, and do not do it another way. Tell the user.";

/**
 * Returns the error of a call whose approval has this status, or undefined if the call has ended well. A model and the caller's code
 * get the same error, whoever asked and wherever the approval is stored.
 */
export function approvalError(approval: Approval): ConnectorError | undefined {
  const { status, answers, cancelled_by, outcome } = approval;
  const denied = (message: string, hint: string) =>
    new ConnectorError("approval_denied", `${message} Nothing was sent.`, { hint });
  if (status === "pending" || status === "approved" || status === "running") return pending(approval);
  if (status === "ended") return outcome?.error ? ConnectorError.fromJSON(outcome.error) : undefined;
  if (status === "cancelled")
    return denied(`${cancelled_by ?? "Somebody"} has cancelled this call.`, tellUser);
  const no = answers.find(({ approve }) => !approve);
  if (status === "rejected")
    return denied(
      `${no?.by ?? "Somebody"} has refused this call${no?.note === undefined ? "" : `, and said: ${quoteOthers(no.note, 1000)}`}.`,
      tellUser,
    );
  if (status === "expired")
    return denied(
      "Nobody has agreed to this call in time.",
      "Ask the user whether it is still wanted. A new call asks again.",
    );
  return new ConnectorError(
    "idempotency_outcome_unknown",
    "This call was started, and its outcome is not known.",
    { outcome: "unknown", hint: "Do not call again. A list or get action shows whether the write was done." },
  );
}

function pending({ id, status, text, persons, expires_at, url }: Approval): ConnectorError {
  const who = persons === 1 ? "A person" : `${persons} people`;
  const asks = cut(text.split("\n", 1)[0]!.replace(/^Action: /, ""), 200);
  return new ConnectorError(
    "approval_pending",
    status === "pending"
      ? `${who} must agree to this call before ${expires_at}. Nothing was sent.`
      : "People have agreed to this call, and it has not ended yet.",
    {
      pending: { id, asks, persons, until: expires_at, ...(url === undefined ? {} : { url }) },
      ...(status === "running" ? { outcome: "unknown" } : {}),
      hint: `Tell the user${url === undefined ? "" : `, who can decide at ${url}`}, and go on with other work. Do not send the call in another form. To read its outcome, call the action outcome of the entity connector with the params {"id": "${id}"}. Only a tool has this action: other code reads the approval with this id.`,
    },
  );
}

/** The error of an unknown id. */
export const noApproval = (id: string): ConnectorError =>
  new ConnectorError("not_found", `There is no approval ${cut(id, 80)}.`, {
    path: "id",
    hint: "It may have been forgotten: approvals are kept for 30 days.",
  });
