export { virtualClock, type VirtualClock } from "./clock.ts";
export type { Fault, FaultKind } from "./faults.ts";
export type { Listening } from "./listen.ts";
export { slackSandbox, type SlackSandbox, type SlackSandboxOptions } from "./slack/index.ts";
export type { SandboxCall } from "./slack/server.ts";
export type { SandboxState } from "./slack/state.ts";
export type { SeedChanges } from "./slack/types.ts";
