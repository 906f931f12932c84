export { virtualClock, type VirtualClock } from "./virtual-clock.ts";
export type { Fault, FaultKind } from "./faults.ts";
export type { Listening } from "./listen.ts";
export { slackSandbox, type SlackSandbox, type SlackSandboxOptions } from "./slack/index.ts";
export type { ButtonClick } from "./slack/events/button-click.ts";
export type { DeliveredEvent, DeliveryOptions, EventDelivery } from "./slack/events/deliver-events.ts";
export type { EventReceiver } from "./slack/events/send-event.ts";
export type { PersonPost } from "./slack/events/person-post.ts";
export type { SandboxCall } from "./slack/server.ts";
export type { SandboxState } from "./slack/state.ts";
export type { SeedChanges } from "./slack/types.ts";
export type {
  SandboxExport,
  SandboxWorkspace,
  WorkspaceChannel,
  WorkspaceFile,
  WorkspaceMessage,
  WorkspaceReply,
  WorkspaceUser,
} from "./slack/given-workspace/types.ts";
export {
  amazonAdsSandbox,
  type AmazonAdsListening,
  type AmazonAdsSandbox,
  type AmazonAdsSandboxOptions,
} from "./amazon-ads/index.ts";
export type { AmazonAdsFault, AmazonAdsFaultKind } from "./amazon-ads/fault-types.ts";
export type { JobTimes } from "./amazon-ads/jobs/job-types.ts";
export type { AmazonAdsCall } from "./amazon-ads/call-log.ts";
export type { AmazonAdsState } from "./amazon-ads/snapshot.ts";
export type { AmazonAdsSeedChanges } from "./amazon-ads/types.ts";
export { notionSandbox, type NotionSandbox, type NotionSandboxOptions } from "./notion/index.ts";
export type { NotionFault, NotionFaultKind } from "./notion/fault-types.ts";
export type { NotionCall } from "./notion/server.ts";
export type { NotionState } from "./notion/state.ts";
export type { NotionWorkspace } from "./notion/given-workspace/types.ts";
