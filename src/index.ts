// For code that uses connectors or defines one. Authors of connectors import other names from
// `agent-connectors/toolkit`, and authors of adapters from `agent-connectors/adapter`.
export { action, listAction } from "./core/contract/action.ts";
export type { CallEvent, CallOptions, ConnectorOptions } from "./core/contract/call-options.ts";
export type { AskedScopes } from "./core/connect/chosen-scopes.ts";
export type { StartedConnect } from "./core/connect/start-connect.ts";
export type { Catalogue } from "./core/contract/compiled-action.ts";
export type { ApplicationRegistration } from "./core/contract/connect-flow.ts";
export type { AnyConnector, CheckResult, Connector } from "./core/contract/connector.ts";
export type { ConnectorFile } from "./core/contract/connector-file.ts";
export type { Effect } from "./core/contract/effect.ts";
export type { Caps, Policy } from "./core/contract/policy.ts";
export type { DryRun, Meta, Result } from "./core/contract/result.ts";
export type { FoundAction } from "./core/contract/search.ts";
export type { AgentTool, ToolResult, ResolvedCall, ToolOptions, ToolsOptions } from "./core/contract/tool.ts";
export type { ApprovalDesk } from "./core/contract/approval/desk.ts";
export type { Approval, ApprovalOptions, ApprovalRule, Explanation } from "./core/contract/approval.ts";
export { jobsOf } from "./core/job/jobs-of.ts";
export type { CallProgress } from "./core/ground/call-progress.ts";
export type { Clock } from "./core/ground/clock.ts";
export { ConnectorError, type ErrorCode, type ErrorJson } from "./core/ground/errors.ts";
export { fullResult } from "./core/tool/output/full-result.ts";
export { agentTools, type ToolSources } from "./core/tool/tools.ts";
export { approvals } from "./core/approval/approvals.ts";
export type { ApprovalTool } from "./core/approval/with-approval.ts";
export { approvalDesk } from "./core/approval/approval-desk.ts";
export { journal } from "./core/journal/read-journal.ts";
export { resume, stop, stopped } from "./core/journal/stop.ts";
export { undoRun } from "./core/journal/undo-run.ts";
export type { JournalEntry, Stop } from "./core/journal/journal-entry.ts";
export { claimOnce } from "./core/approval/claim-once.ts";
export { defineConnector } from "./define/define.ts";
export type {
  ConnectedCredentials,
  ConnectorClass,
  HostedOptions,
  OpenSourceOptions,
} from "./define/connector-class.ts";
export { hostedApprovalDesk } from "./hosted/approvals.ts";
export type { ConnectSession } from "./hosted/connect-session.ts";
export { verifyWebhook, type WebhookEvent } from "./hosted/verify-webhook.ts";
export { version } from "./version.ts";
