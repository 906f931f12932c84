import type { Clock, WaitBudget } from "../ground/clock.ts";
import type { ConnectorError } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import type { ResponseHeaders } from "./wire/http-types.ts";
import type { States } from "./store-driver.ts";

export interface PlatformReply {
  body: unknown;
  warnings?: readonly string[] | undefined;
  /** The platform's code (`already_reacted`) if nothing was changed, because the requested state already existed. */
  already?: string | undefined;
  /** True if the response proves that the write changed nothing, because the platform refused all of its items. */
  unchanged?: true | undefined;
  /** The code of the error after which the write was sent again. */
  repeated?: string | undefined;
  meta?: Dict | undefined;
  headers: ResponseHeaders;
  /** The HTTP status and the platform's id of the request, for `connector.request()`. */
  platform?: { status?: number | undefined; request_id?: string | undefined } | undefined;
  /** The query of the next page, if the paging is `link` or `next-url` and there is a next page. */
  nextQuery?: string | undefined;
}

/** The second argument of an action's `run`. `send` handles aborts, retries and limits. */
export interface RunContext {
  /** Sends one of the operations in the action's `calls`. The client encodes arrays and objects for the platform. */
  send(operation: string, args: Dict): Promise<PlatformReply>;
  /** Sends a read operation, and retries it even after an unknown outcome. `signal` replaces the caller's signal. */
  read(operation: string, args: Dict, signal?: AbortSignal): Promise<PlatformReply>;
  /** The control params `limit` and `cursor` of a list. */
  page: { limit: number | undefined; cursor: string | undefined };
  /** Sends a read operation without arguments. Later calls of this connector get the same response. */
  once(operation: string): Promise<PlatformReply>;
  /**
   * Checks content that `run` has joined from the pieces of several calls. Undefined if no policy limits the content.
   * Only actions in the `pieces` of an allow-list kind need this function.
   * @throws ConnectorError `policy_denied`
   */
  enforceContent: ((content: Dict) => void) | undefined;
  /**
   * The state that `run` keeps between calls, and shares with the other processes of the same credentials and store. A
   * key can be any text. A value that is written without `ttlSeconds` is kept for a day.
   */
  states: States;
  /** The event tokens that the caller passed in `context`, by name, such as `trigger_id`. */
  eventTokens: Readonly<Record<string, string>>;
  signal: AbortSignal | undefined;
  clock: Clock;
  /** The call option `unchecked`. If true, `run` sends values that this package does not know. */
  unchecked: boolean;
  /** The remaining waiting time of the call. `send` and `read` subtract their waits from this time. */
  waits: WaitBudget;
  /**
   * Returns 32 hex digits that identify this call. `run` can send these digits with a write, to recognize the write
   * later. With an idempotencyKey, the digits are a hash of the key and the params, the same in every process.
   * Without an idempotencyKey, the digits are random.
   */
  fingerprint(): Promise<string>;
  /** Undefined if there was no such attempt, or if the action has no `settles`. */
  unknownAttempt: UnknownAttempt | undefined;
}

/** Earlier calls with the same idempotencyKey and an unknown outcome. Times are in milliseconds since the epoch. */
export interface UnknownAttempt {
  /** The start of the first call. */
  since: number;
  /** The end of the last call. */
  until: number;
  /** The error of the first call. */
  error: ConnectorError;
}

export interface RunResult {
  data: unknown;
  meta?: Dict | undefined;
}
