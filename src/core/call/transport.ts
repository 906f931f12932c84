import type { CallOptions } from "../contract/call-options.ts";
import type { CompiledAction } from "../contract/compiled-action.ts";
import type { Check } from "../contract/connector.ts";
import type { Effect } from "../contract/effect.ts";
import type { Result } from "../contract/result.ts";
import type { WaitBudget } from "../ground/clock.ts";
import type { Dict } from "../ground/json.ts";

/** A validated call on its way out: what the in-process and the hosted transport both take. */
export interface TransportCall {
  compiled: CompiledAction;
  effect: Effect;
  /** Parsed by the action's schema, without core's own params. */
  params: Dict;
  /** The same before names became ids and `2h` a time: what a repeated call says again. */
  asked: Dict;
  limit: number | undefined;
  cursor: string | undefined;
  /** Everything as the caller should have written it, core's own params included. */
  input: Dict;
  signal: AbortSignal | undefined;
  idempotencyKey: string | undefined;
  /** What the caller's call may still wait, whatever it sends. */
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

/** What stands behind a connector in either mode. */
export interface Backend {
  transport: Transport;
  /** Is it a service that makes calls of its own of what it is sent? */
  remote: boolean;
  /** Throws ConnectorError only for an abort. */
  check(signal: AbortSignal | undefined): Promise<Check>;
}
