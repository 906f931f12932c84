export { action, listAction } from "./core/contract/action.ts";
export type { Action, Z } from "./core/contract/action.ts";
export type { Audience, AudienceCall, AudienceReader, ExternalRule } from "./core/contract/audience.ts";
export type { Effect, EffectRule } from "./core/contract/effect.ts";
export type { JsonSchema } from "./core/contract/json-schema.ts";
export type { Preview } from "./core/contract/judgement.ts";
export type { Reply, RunContext, RunResult } from "./core/contract/run-context.ts";
export type { Undo } from "./core/contract/result.ts";
export type { ActionScopes, MissingScope, ScopeNeed, ScopeNeeds } from "./core/contract/action-scopes.ts";
export type { ActionDescription, Catalogue } from "./core/contract/compiled-action.ts";
export type { ActionData, CompiledSchemas, ConnectorFile } from "./core/contract/connector-file.ts";
export type { Client, ClientOptions, EnrichedCall, SendOptions } from "./core/contract/client.ts";
export { systemClock, type Clock } from "./core/ground/clock.ts";
export type { AnyConnector, Check, Connector, Consent } from "./core/contract/connector.ts";
export { consentOf } from "./core/open/consent.ts";
export type { CallEvent, CallOptions, CodeOptions } from "./core/contract/call-options.ts";
export type { CallProgress, ReportProgress } from "./core/ground/call-progress.ts";
export type { ChangeTokens, CredentialStore, StoredTokens } from "./core/contract/credential-store.ts";
export type {
  ConfigFields,
  ConnectorDefinition,
  CredentialForms,
  CredentialsOf,
  Resolve,
} from "./core/contract/definition.ts";
export type { FoundAction, SearchOptions } from "./core/contract/search.ts";
export type { ActionCode, ConnectorCode, DataAction, DataConnector } from "./core/contract/data-connector.ts";
export type { AuthScheme, AuthSchemes } from "./core/contract/auth-scheme.ts";
export type { AskedScopes, ManifestOptions, ScopeChoice } from "./core/connect/chosen-scopes.ts";
export type {
  Application,
  CheckedAccount,
  ConnectFlow,
  Grant,
  Registration,
  RegistrationRequest,
} from "./core/contract/connect-flow.ts";
export type { FinishOptions, PendingConnect, StartOptions } from "./core/connect/connect-options.ts";
export type { StartedConnect } from "./core/connect/start-connect.ts";
export type { Meta, Result } from "./core/contract/result.ts";
export {
  ConnectorError,
  errorTable,
  type ErrorCode,
  type ErrorFields,
  type ErrorJson,
  type Issue,
} from "./core/ground/errors.ts";
export { toolDefinition, type Definitions, type Dialect } from "./core/tool/offer/dialects.ts";
export type { Operation, Operations, Repeatable } from "./core/contract/wire/operation.ts";
export type { Paging } from "./core/contract/wire/paging.ts";
export type {
  Account,
  GuardRead,
  Judgement,
  OutdatedStates,
  Raise,
  RecordChange,
} from "./core/contract/judgement.ts";
export type { DayAmount, DayTotals, SpendStore } from "./core/contract/spend-store.ts";
export type { StateStore } from "./core/contract/store-driver.ts";
export type { Only, Place, Places } from "./core/contract/policy.ts";
export type { CapAmount, Caps, Policy } from "./core/contract/policy.ts";
export { failure } from "./core/tool/output/failure.ts";
export { compactResult, fullResult, streamedResult, withFullResult } from "./core/tool/output/full-result.ts";
export {
  type AgentTool,
  type CallPreview,
  type CompactResult,
  type DecideOptions,
  type Decision,
  type Envelope,
  type StreamedResult,
  type ToolMedia,
  type ResolvedCall,
  type ToolInput,
  type ToolOptions,
  type ToolsOptions,
} from "./core/contract/tool.ts";
export { agentTools, type ToolSource, type ToolSources } from "./core/tool/tools.ts";
export { approvals, type ApprovalTool } from "./core/approval/approvals.ts";
export { claimOnce } from "./core/approval/claim-once.ts";
export { memoryApprovalStore } from "./store/memory-approval-store.ts";
export type {
  ApprovalRecord,
  ApprovalRules,
  ApprovalStore,
  AskedCall,
  StartedWrite,
} from "./core/contract/approval.ts";
export { memoryCredentialStore } from "./core/credentials/memory-credential-store.ts";
export { memorySpendStore } from "./store/memory-spend-store.ts";
export { defineConnector } from "./define/define.ts";
export {
  type ConnectedGrant,
  type ConnectorClass,
  type CreateOptions,
  type HostedOptions,
  type OpenSourceOptions,
  type UpdateOptions,
} from "./define/connector-class.ts";
export type { ConnectSession, ConnectSessionOptions } from "./hosted/connect-session.ts";
export type { SignedRequest } from "./core/ground/signed-request.ts";
export { verifyWebhook, type WebhookEvent, type WebhookOptions } from "./hosted/verify-webhook.ts";
export { version } from "./version.ts";
