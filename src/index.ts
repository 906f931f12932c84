export { action, listAction } from "./core/contract/action.ts";
export type {
  Action,
  Effect,
  EffectRule,
  JsonSchema,
  Preview,
  Reply,
  RunContext,
  RunResult,
  Undo,
  Z,
} from "./core/contract/action.ts";
export type { ActionDescription, Catalogue } from "./core/schema/lookup.ts";
export type { Client, ClientOptions, SendOptions } from "./core/contract/client.ts";
export { systemClock, type Clock } from "./core/ground/clock.ts";
export type {
  AnyConnector,
  CallEvent,
  TokenPair,
  CallOptions,
  Check,
  CodeOptions,
  ConfigFields,
  Connector,
  ConnectorDefinition,
  CredentialForms,
  CredentialsOf,
  Meta,
  Resolve,
  Result,
} from "./core/contract/connector.ts";
export {
  ConnectorError,
  errorTable,
  type ErrorCode,
  type ErrorFields,
  type ErrorJson,
  type Issue,
} from "./core/ground/errors.ts";
export { toolDefinition, type Definitions, type Dialect } from "./core/tool/dialects.ts";
export type { Operation, Operations, Paging } from "./core/contract/operation.ts";
export type { GuardRead, Judgement, Raise } from "./core/policy/caps.ts";
export type { Only, Place, Places } from "./core/policy/allow-list.ts";
export type { Policy } from "./core/policy/policy.ts";
export {
  failure,
  type AgentTool,
  type Envelope,
  type ResolvedCall,
  type ToolInput,
  type ToolOptions,
  type ToolsOptions,
} from "./core/tool/tool.ts";
export {
  agentTools,
  approvalOf,
  type NeedsApproval,
  type ToolSource,
  type ToolSources,
} from "./core/tool/tools.ts";
export {
  defineConnector,
  type ConnectorClass,
  type CreateOptions,
  type HostedOptions,
  type OpenSourceOptions,
  type UpdateOptions,
} from "./define.ts";
export { version } from "./version.ts";
