import { approvalError } from "../core/call/approval-error.ts";
import { untilDecided } from "../core/call/until-decided.ts";
import type { ApprovalDesk } from "../core/contract/approval/desk.ts";
import type { Approval, ApprovalAnswer } from "../core/contract/approval.ts";
import type { ConnectorOptions } from "../core/contract/call-options.ts";
import type { Result } from "../core/contract/result.ts";
import { type Clock, systemClock } from "../core/ground/clock.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { type Dict, at, isDict } from "../core/ground/json.ts";
import { connect } from "./connection.ts";
import type { HostedApplication } from "./hosted-options.ts";
import type { Api } from "./service-api.ts";
import { readResult } from "./read-result.ts";

const path = "/v1/approvals";

const pathOf = (id: string, more = "") => `${path}/${encodeURIComponent(id)}${more}`;

const read = async (request: Api, id: string, signal?: AbortSignal): Promise<Approval & Dict> => {
  const answer = await request({
    what: "Getting the approval",
    method: "GET",
    path: pathOf(id),
    changes: false,
    field: "status",
    signal,
  });
  return answer as Approval & Dict;
};

/**
 * Returns the result of a call about which a person was asked, for the user of the token.
 * @throws ConnectorError `approval_pending`, `approval_denied`, `not_found`, or the error of the call
 */
export async function readOutcome(
  request: Api,
  id: string,
  signal: AbortSignal | undefined,
): Promise<{ entity: string; action: string; result: Result }> {
  const approval = await read(request, id, signal);
  const error = approvalError(approval);
  if (error) throw error;
  const { entity, action, result } = approval;
  if (isDict(result)) {
    const isEnvelope = at(result, "status") === "success";
    return { entity, action, result: isEnvelope ? readResult(result) : { data: result, meta: {} } };
  }
  throw new ConnectorError("not_found", "The call has succeeded, and its result is not kept any more.", {
    path: "id",
    hint: "Read the record with a get or list action.",
  });
}

/** Identifies your application and the service. */
export type HostedDeskOptions = HostedApplication & {
  /** The address of the service. Default: the environment variable AGENT_CONNECTORS_URL. */
  base_url?: string | undefined;
};

/**
 * Returns the desk of a hosted service: the calls of all users of your application that wait for a person. The service runs a call as
 * soon as enough people agree, so this desk has no `run`.
 * @throws ConnectorError `config_error`
 */
export function hostedApprovalDesk(
  options: HostedDeskOptions,
  code: Pick<ConnectorOptions, "fetch" | "timeoutMs" | "totalWaitMs" | "clock"> = {},
): Omit<ApprovalDesk, "run" | "permissions" | "revoke"> {
  const clock: Clock = code.clock ?? systemClock;
  // The desk needs no user, because it asks with a token of the application.
  const { requestAsApplication: request } = connect(
    { ...options, external_user_id: "desk" },
    { ...code, clock },
  );
  const change = async (id: string, name: string, body: Dict) =>
    (await request({
      what: "Deciding the approval",
      method: "POST",
      path: pathOf(id, `/${name}`),
      body,
      changes: true,
      field: "status",
    })) as Approval;
  return {
    async list() {
      const found: Approval[] = [];
      for (let cursor = ""; ;) {
        const page = await request({
          what: "Listing the approvals",
          method: "GET",
          path: `${path}${cursor}`,
          changes: false,
          field: "data",
        });
        found.push(...(at(page, "data") as Approval[]));
        const next = at(page, "next_cursor");
        if (typeof next !== "string" || found.length >= 1000) return found;
        cursor = `?cursor=${encodeURIComponent(next)}`;
      }
    },
    get: (id) => read(request, id),
    decide: (id, answer: ApprovalAnswer) => change(id, "decide", { signed_in: true, ...answer }),
    cancel: (id) => change(id, "cancel", {}),
    waitFor: (id, { signal } = {}) => untilDecided(() => read(request, id, signal), clock, signal),
  };
}
