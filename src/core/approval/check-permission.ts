import type { ApprovalAnswer, StoredApproval } from "../contract/approval.ts";
import { ConnectorError } from "../ground/errors.ts";
import { whyNoPermission } from "./same-kind.ts";
import { isMet } from "./stored-approval.ts";

const longestMs = 31 * 86_400_000;
const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Checks the permission of an answer.
 * @throws ConnectorError `invalid_params`, `approval_denied`
 */
export function checkPermission(
  { facts, needs, scope }: StoredApproval,
  answer: ApprovalAnswer,
  now: number,
): void {
  const { permission, approve, by, signed_in = true } = answer;
  if (!permission) return;
  const { up_to, until } = permission;
  if (!approve) throw invalid("", "Who declines a call gives no permission.", "Leave out permission.");
  if (!signed_in)
    throw denied(
      "Only people who are signed in can give a permission. A link is not enough.",
      "Sign in, or decide without a permission.",
    );
  if (!needs.every((need) => isMet(need, [{ by }])))
    throw denied(
      "Several people must agree to this call, so one person cannot give a permission.",
      "Decide without a permission. A person who writes the rules can allow such calls.",
    );
  const why = scope === undefined ? whyNoPermission(undefined) : whyNoPermission(facts);
  if (why !== undefined)
    throw denied(
      `There can be no permission for calls like this one: ${why}.`,
      "Decide without a permission.",
    );
  const spends = facts!.effects.includes("spend");
  const isAmount = typeof up_to === "number" && Number.isFinite(up_to) && up_to > 0;
  if (spends && !isAmount)
    throw invalid(
      ".up_to",
      "This call can raise spending, so a permission needs a limit for one call.",
      `Pass up_to, in ${facts!.currency}. One call can then raise the most that can be spent in a day by at most this amount.`,
    );
  if (!spends && up_to !== undefined)
    throw invalid(
      ".up_to",
      "This call cannot raise spending, so there is no amount to limit.",
      "Leave out up_to.",
    );
  const end = typeof until === "string" && withZone.test(until) ? Date.parse(until) : NaN;
  if (!(end > now && end <= now + longestMs))
    throw invalid(
      ".until",
      "The permission must end in the future, and within 31 days.",
      `Pass an ISO time with a time zone, at the latest ${new Date(now + longestMs).toISOString()}.`,
    );
}

const invalid = (field: string, message: string, hint: string) =>
  new ConnectorError("invalid_params", message, { path: `permission${field}`, hint });

const denied = (message: string, hint: string) => new ConnectorError("approval_denied", message, { hint });
