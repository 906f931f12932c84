import type { Approval, ApprovalAnswer } from "../approval.ts";
import type { CallOptions } from "../call-options.ts";
import type { AgentTool, ToolResult } from "../tool.ts";
import type { Permission } from "./permission.ts";

/** Where people see the calls that wait, and decide about them. Give it to people, and never to an agent. */
export interface ApprovalDesk {
  /**
   * Returns the approvals whose calls have not ended, the first 1,000. Approvals that are refused or expired are not among them.
   * `run`: only those of this run.
   */
  list(filter?: { run?: string | undefined }): Promise<Approval[]>;
  /** @throws ConnectorError `not_found` */
  get(id: string): Promise<Approval>;
  /**
   * Stores the answer of a person. The same answer of the same person can be given again. With `permission`, the person also
   * allows later calls of the same kind.
   * @throws ConnectorError `not_found`, `approval_closed` if the approval is already decided, has expired or was cancelled,
   * `approval_denied` if this person cannot decide it or cannot give this permission, `invalid_params` for a wrong permission
   */
  decide(id: string, answer: ApprovalAnswer): Promise<Approval>;
  /** Returns the standing permissions that have not ended, the oldest first. */
  permissions(): Promise<Permission[]>;
  /** Ends a standing permission at once. The first end stays. @throws ConnectorError `not_found` */
  revoke(id: string, by: string): Promise<Permission>;
  /** Cancels an approval whose call has not started. @throws ConnectorError `not_found`, `approval_closed` */
  cancel(id: string, by: string): Promise<Approval>;
  /**
   * Waits until nobody must decide any more: until the approval is approved, rejected, cancelled, expired or ended.
   * @throws ConnectorError `not_found`, or the reason of `signal`
   */
  waitFor(id: string, options?: { signal?: AbortSignal | undefined }): Promise<Approval>;
  /**
   * Runs the call of an approved approval, with the tools that `approvals` has returned. The call runs once: a second run returns
   * the first outcome. Needs no agent, so that a call runs after a restart.
   * @throws ConnectorError `not_found`, `config_error` if no tool has the name of the approval
   */
  run(id: string, tools: readonly AgentTool[], options?: CallOptions): Promise<ToolResult>;
}
