import type { Clock, WaitBudget } from "../ground/clock.ts";
import type { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";

/** The platform's response to one operation. */
export interface Reply {
  body: unknown;
  /** Warnings about a successful call. */
  warnings?: readonly string[] | undefined;
  /** The platform's code for a state that was already as requested (`already_reacted`). */
  already?: string | undefined;
  headers: Headers;
}

/** The second argument of an action's `run`. `send` handles aborts, retries and limits. */
export interface RunContext {
  /** Sends one of the operations in the action's `calls`. The client encodes arrays and objects for the platform. */
  send(operation: string, args: Dict): Promise<Reply>;
  /** Sends an operation that changes nothing, in an action that writes. `signal` replaces the caller's signal. */
  read(operation: string, args: Dict, signal?: AbortSignal): Promise<Reply>;
  /** The paging of a list, from the control params. */
  page: { limit: number | undefined; cursor: string | undefined };
  /** Sends a read without arguments. After the first success it returns the kept response. */
  once(operation: string): Promise<Reply>;
  /** The caller's signal. */
  signal: AbortSignal | undefined;
  clock: Clock;
  /** The remaining waiting time of the call. `send` and `read` subtract their waits from it. */
  waits: WaitBudget;
  /**
   * Returns 32 hex digits that identify this call, to be stored with the write. With an idempotencyKey, they are a hash of
   * the key and the params, equal in every process. Without a key, they are random.
   */
  fingerprint(): Promise<string>;
  /** For an action with `settles`: the earlier calls with the same idempotencyKey, if their outcome is unknown. */
  unknownAttempt: UnknownAttempt | undefined;
}

/** Earlier calls with one idempotencyKey whose outcome is unknown. Times are milliseconds since the epoch. */
export interface UnknownAttempt {
  /** The start of the first call. */
  since: number;
  /** The end of the last call. */
  until: number;
  /** The error of the first call. */
  error: ConnectorError;
}

/** The result of `run`: the data, and fields for `meta`. */
export interface RunResult {
  data: unknown;
  meta?: Dict | undefined;
}
