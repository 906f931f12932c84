import { isDeepStrictEqual } from "node:util";
import { ConnectorError } from "agent-connectors";
import { failure } from "agent-connectors/adapter";
import { approvalError, approvalOf, askedApproval, isDict } from "agent-connectors/toolkit";
import type { Tenant } from "../store/queries/tenant.ts";
import { aboutOf, type ApprovalServices } from "./approval-services.ts";
import { visibleApproval } from "./find-approval.ts";

/** The body of an answer to a call of a tool. */
export interface ToolAnswer {
  ok: boolean;
  text: string;
  error?: { code: string } | undefined;
}

/**
 * Answers a model's call `connector.outcome`, with which it reads the outcome of a call about which a person was asked. Returns undefined
 * if the arguments ask for something else.
 */
export async function askedOutcome(
  services: ApprovalServices,
  tenant: Tenant,
  given: unknown,
): Promise<ToolAnswer | undefined> {
  const id = askedApproval(given);
  if (id === undefined) return undefined;
  try {
    const { place, approval, status } = await visibleApproval(services, tenant, id);
    const error = approvalError(approvalOf(place.id, approval, status));
    if (error) throw error;
    const answer: unknown = JSON.parse(approval.ended?.answer ?? "null");
    if (isDict(answer) && typeof answer.text === "string") return answer as unknown as ToolAnswer;
    throw new ConnectorError("not_found", "The call has succeeded, and its result is not kept for a tool.", {
      path: "id",
      hint: "Read the record with a get or list action.",
    });
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    const { ok, text } = failure(error);
    return { ok, text, error: error.toJSON() };
  }
}

/** Returns whether an approval is about another call than this call of a tool. Returns false for an unknown approval. */
export async function isAboutOtherCall(
  services: ApprovalServices,
  tenant: Tenant,
  id: string,
  { connector, tool, input }: { connector: string; tool: string; input: unknown },
): Promise<boolean> {
  const found = await visibleApproval(services, tenant, id).catch((error: unknown) => {
    if (!ConnectorError.is(error)) throw error;
  });
  if (!found) return false;
  const { route, request } = aboutOf(found.approval);
  const same = route === "tools" && request.tool === tool && isDeepStrictEqual(request.arguments, input);
  return found.place.connector_id !== connector || !same;
}
