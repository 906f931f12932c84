import { approvalError } from "../core/call/approval-error.ts";
import { untilDecided } from "../core/call/until-decided.ts";
import type { Permission } from "../core/contract/approval/permission.ts";
import type { ApprovalDesk } from "../core/contract/approval/desk.ts";
import type { Approval, ApprovalAnswer } from "../core/contract/approval.ts";
import type { ConnectorOptions } from "../core/contract/call-options.ts";
import type { Result } from "../core/contract/result.ts";
import { type Clock, systemClock } from "../core/ground/clock.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { type Dict, at, dicts, isDict } from "../core/ground/json.ts";
import { connect } from "./connection.ts";
import { type HostedApplication, readIdentity } from "./hosted-options.ts";
import type { Api } from "./service-api.ts";
import { readResult } from "./read-result.ts";

const path = "/v1/approvals";
const permissions = "/v1/permissions";

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

/** The service names the connector of a permission, by which it knows its scope and its tool. */
const permissionIn = (given: Dict): Permission & Dict =>
  ({ ...given, scope: given.connector_id, tool: given.connector_type }) as Permission & Dict;

/** The desk of a hosted service. The service runs the calls, so it has no `run`. */
export type HostedApprovalDesk = Omit<ApprovalDesk, "run" | "list"> & {
  /** `run`: only the approvals of this run. `connector_id`: only those of this connector. */
  list(filter?: { run?: string | undefined; connector_id?: string | undefined }): Promise<Approval[]>;
};

/**
 * Returns the desk of a hosted service: the calls of all users of your application that wait for a person. The service runs a call as
 * soon as enough people agree, so this desk has no `run`.
 * @throws ConnectorError `config_error`
 */
export function hostedApprovalDesk(
  options: HostedDeskOptions,
  code: Pick<ConnectorOptions, "fetch" | "timeoutMs" | "totalWaitMs" | "clock"> = {},
): HostedApprovalDesk {
  const clock: Clock = code.clock ?? systemClock;
  // The desk needs no user, because it asks with a token of the application.
  const identity = readIdentity({ ...options, external_user_id: "desk" });
  const { requestAsApplication: request } = connect(identity, { ...code, clock });
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
    async list({ run, connector_id } = {}) {
      const found: Approval[] = [];
      const query = new URLSearchParams();
      if (run !== undefined) query.set("run", run);
      if (connector_id !== undefined) query.set("connector_id", connector_id);
      for (;;) {
        const page = await request({
          what: "Listing the approvals",
          method: "GET",
          path: `${path}${query.size > 0 ? `?${query}` : ""}`,
          changes: false,
          field: "data",
        });
        found.push(...(at(page, "data") as Approval[]));
        const next = at(page, "next_cursor");
        if (typeof next !== "string" || found.length >= 1000) return found;
        query.set("cursor", next);
      }
    },
    get: (id) => read(request, id),
    decide: (id, answer: ApprovalAnswer) => change(id, "decide", { signed_in: true, ...answer }),
    async permissions() {
      const what = "Listing the permissions";
      const page = await request({ what, method: "GET", path: permissions, changes: false, field: "data" });
      return dicts(at(page, "data")).map(permissionIn);
    },
    async revoke(id, by) {
      const ended = await request({
        what: "Ending the permission",
        method: "DELETE",
        path: `${permissions}/${encodeURIComponent(id)}?${new URLSearchParams({ by })}`,
        changes: true,
        field: "text",
      });
      return permissionIn(ended as Dict);
    },
    cancel: (id) => change(id, "cancel", {}),
    waitFor: (id, { signal } = {}) => untilDecided(() => read(request, id, signal), clock, signal),
  };
}
