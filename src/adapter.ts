// For authors of adapters, such as the adapters of this package. An adapter converts the tools of `agentTools` to the
// tools of a framework.
export type { CallEvent, TracedCall, Tracing } from "./core/contract/call-options.ts";
export type { AnyConnector } from "./core/contract/connector.ts";
export type { CallOptions } from "./core/contract/call-options.ts";
export type { JsonSchema } from "./core/contract/json-schema.ts";
export type {
  AgentTool,
  CallPreview,
  CompactResult,
  ProgramResult,
  DecideOptions,
  ApprovalDecision,
  ToolResult,
  ResolvedCall,
  StreamedResult,
  ToolInput,
  ToolMedia,
  ToolOptions,
  TypescriptOptions,
  ToolsOptions,
} from "./core/contract/tool.ts";
export type { CallProgress, ReportProgress } from "./core/ground/call-progress.ts";
export { ConnectorError } from "./core/ground/errors.ts";
export { toolDefinition, type ToolDefinitions, type ToolDialect } from "./core/tool/offer/dialects.ts";
export { programResult, programText } from "./core/tool/output/program-result.ts";
export { failure } from "./core/tool/output/failure.ts";
export { compactResult, fullResult, streamedResult, withFullResult } from "./core/tool/output/full-result.ts";
export { identifier as namespaceName } from "./core/typescript/names.ts";
export { agentTools, type ToolSource, type ToolSources } from "./core/tool/tools.ts";
export type { ApprovalTool } from "./core/approval/with-approval.ts";
