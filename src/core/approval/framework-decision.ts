import type { StoredApproval } from "../contract/approval.ts";
import type { ApprovalDecision } from "../contract/tool.ts";
import { ConnectorError } from "../ground/errors.ts";
import { otherArguments } from "./approval-errors.ts";

// The decisions that a framework gets before it runs a call.

export const refuse = ({ message, hint }: ConnectorError): ApprovalDecision => ({
  status: "refuse",
  reason: hint === undefined ? message : `${message} ${hint}`,
});

export function decisionAbout(
  id: string,
  { digest: asked, failed, reason }: StoredApproval,
  digest: string,
): ApprovalDecision {
  if (asked !== digest) return refuse(otherArguments());
  if (failed && !failed.ok)
    return refuse(new ConnectorError(failed.error.code, reason, { hint: failed.error.hint }));
  return { status: "ask", id, reason };
}
