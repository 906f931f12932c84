export { action, listAction } from "./core/action.ts";
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
} from "./core/action.ts";
export type { ActionDescription, Catalogue } from "./core/catalogue.ts";
export type { Client, ClientOptions, SendOptions } from "./core/client.ts";
export { systemClock, type Clock } from "./core/clock.ts";
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
} from "./core/connector.ts";
export {
  ConnectorError,
  errorTable,
  type ErrorCode,
  type ErrorFields,
  type ErrorJson,
  type Issue,
} from "./core/errors.ts";
export { toolDefinition, type Definitions, type Dialect } from "./core/dialects.ts";
export type { Operation, Operations, Paging } from "./core/operation.ts";
export type { GuardRead, Judgement, Raise } from "./core/guard.ts";
export type { Only, Place, Places } from "./core/only.ts";
export type { Policy } from "./core/policy.ts";
export {
  failure,
  type AgentTool,
  type Envelope,
  type ResolvedCall,
  type ToolInput,
  type ToolOptions,
  type ToolsOptions,
} from "./core/tool.ts";
export {
  agentTools,
  approvalOf,
  type NeedsApproval,
  type ToolSource,
  type ToolSources,
} from "./core/tools.ts";
export {
  defineConnector,
  type ConnectorClass,
  type CreateOptions,
  type HostedOptions,
  type OpenSourceOptions,
  type UpdateOptions,
} from "./define.ts";
export { version } from "./version.ts";
