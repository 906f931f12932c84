import type { Clock, WaitBudget } from "../ground/clock.ts";
import type { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";

/** What a platform answered to one operation. */
export interface Reply {
  body: unknown;
  /** What the caller should know though the call succeeded. */
  warnings?: readonly string[] | undefined;
  /** The platform's code, where the call found everything as it was asked to be (`already_reacted`). */
  already?: string | undefined;
  headers: Headers;
}

/** What an action's `run` may use. Aborts, retries and limits are taken care of in `send`. */
export interface RunContext {
  /** Sends one of the operations that the action names in `calls`. Arrays and objects are encoded as the platform wants. */
  send(operation: string, args: Dict): Promise<Reply>;
  /** The same for an operation that changes nothing, in an action that writes; `signal` in place of the caller's. */
  read(operation: string, args: Dict, signal?: AbortSignal): Promise<Reply>;
  /** What the caller asked of a list, besides its params. */
  page: { limit: number | undefined; cursor: string | undefined };
  /** A read without arguments, answered from memory after the first success. */
  once(operation: string): Promise<Reply>;
  signal: AbortSignal | undefined;
  clock: Clock;
  /** What the call may still wait: what `send` and `read` wait is taken off. */
  waits: WaitBudget;
  /**
   * 32 hex digits by which the platform may know this call again. Those of a call with an idempotencyKey are made of it
   * and the params, in every process alike; else they are of this call alone.
   */
  fingerprint(): Promise<string>;
  /** For an action that `settles`: the earlier call with the same idempotencyKey, where its outcome is in doubt. */
  unknownAttempt: UnknownAttempt | undefined;
}

/** Calls with one idempotencyKey that may have been done: when the first began and how it ended, when the last ended. */
export interface UnknownAttempt {
  since: number;
  until: number;
  error: ConnectorError;
}

/** What `run` gives back: the data, and what should stand in `meta`. */
export interface RunResult {
  data: unknown;
  meta?: Dict | undefined;
}
