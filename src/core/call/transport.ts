import type { CallOptions } from "../contract/call-options.ts";
import type { Check } from "../contract/connector.ts";
import type { Effect } from "../contract/effect.ts";
import type { Result } from "../contract/result.ts";
import type { WaitBudget } from "../ground/clock.ts";
import type { Dict } from "../ground/json.ts";
import type { PlannedCall } from "./planned-call.ts";

/** An allowed call that is ready to send to the platform or to the hosted service. */
export interface TransportCall {
  planned: PlannedCall;
  /** The planned params. Names are replaced by ids, and times are in the platform's format. */
  params: Dict;
  /** The effect that the guard returned, or the planned effect if the action has no guard. */
  effect: Effect;
  signal: AbortSignal | undefined;
  idempotencyKey: string | undefined;
  /** The `context` of the call's options. */
  context?: unknown;
  /** The time that all requests of the call together can still wait. */
  waits: WaitBudget;
}

/** Sends a call. Open source mode and hosted mode each have their own transport. */
export type Transport = (call: TransportCall) => Promise<Result>;

export type Execute = (
  entity: unknown,
  action: unknown,
  params?: unknown,
  options?: CallOptions,
) => Promise<Result>;

/** The part of a connector that differs between the two modes. */
export interface Backend {
  transport: Transport;
  /** True in hosted mode, in which the service resolves names, runs guards and adds `meta.undo`. */
  remote: boolean;
  /** Checks the credentials. It throws only if the caller aborts. */
  check(signal: AbortSignal | undefined): Promise<Check>;
}
