import type { CallOptions } from "../contract/call-options.ts";
import type { Check } from "../contract/connector.ts";
import type { Effect } from "../contract/effect.ts";
import type { Result } from "../contract/result.ts";
import type { WaitBudget } from "../ground/clock.ts";
import type { Dict } from "../ground/json.ts";
import type { PlannedCall } from "./planned-call.ts";

/** A call that the policy allows, on its way to the platform or to the hosted service. */
export interface TransportCall {
  planned: PlannedCall;
  /** The planned params with ids in place of names and times as the platform writes them. */
  params: Dict;
  /** The effect after the guard has read the current record. */
  effect: Effect;
  signal: AbortSignal | undefined;
  idempotencyKey: string | undefined;
  /** How long the call may still wait, over all of its requests. */
  waits: WaitBudget;
}

/** The one function type at which the two modes meet. */
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
  /** True for a service, which resolves names, reads the current record and adds undo itself. */
  remote: boolean;
  /** Throws ConnectorError only if the caller aborts. */
  check(signal: AbortSignal | undefined): Promise<Check>;
}
