import type { Clock } from "../ground/clock.ts";
import type { AroundRefresh, TokenPair } from "./access-token.ts";
import type { Effect } from "./effect.ts";
import type { Policy } from "./policy.ts";

/** For code only; never read from params, the environment or an HTTP body. */
export interface CodeOptions {
  /** Used for every request; by default the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** In place of the platform's address: https, or http on loopback. This is how sandboxes and emulators are reached. */
  endpoint?: string | undefined;
  /** Milliseconds that one request may take; 30,000 by default (Amazon Ads: 60,000). */
  timeoutMs?: number | undefined;
  /** Milliseconds that one call may spend waiting for rate limits and between tries; 30,000 by default. */
  totalWaitMs?: number | undefined;
  clock?: Clock | undefined;
  policy?: Policy | undefined;
  /**
   * Given new tokens before they are used, where they rotate (Slack): keep them, since the old refresh token is used up.
   * A call waits for it, and fails when it fails.
   */
  onTokenRefresh?: ((tokens: TokenPair) => void | Promise<void>) | undefined;
  /** Told of every call when it ends; what it throws is ignored. */
  onCall?: ((event: CallEvent) => void) | undefined;
  /** Runs every refresh of an access token; processes that share the credentials can share its outcome here. */
  aroundRefresh?: AroundRefresh | undefined;
  /** Are the outcomes of writes with an idempotencyKey kept here? True by default; the hosted service keeps its own. */
  keepIdempotency?: boolean | undefined;
}

export interface CallEvent {
  connector: string;
  entity: string;
  action: string;
  effect: Effect | undefined;
  /** Names of the params; never their values. */
  params: readonly string[];
  /** `ok`, or the error's code. */
  outcome: string;
  ms: number;
  context: unknown;
  callId: string | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts waits, retries, paging and the request itself. */
  signal?: AbortSignal | undefined;
  /**
   * At most 255 visible ASCII characters. A write with the same key is done once: its repetition gets the first one's
   * outcome. Kept for a day, in this process or by the hosted service. Where the first one's outcome is in doubt, and
   * the action can look for what it wrote (Slack's `messages.create`), its repetition in this process looks.
   */
  idempotencyKey?: string | undefined;
  /** Handed to `onCall` as it is. */
  context?: unknown;
  /** The id that a model gave the call; handed to `onCall` as it is. */
  callId?: string | undefined;
}

/** Milliseconds that one call waits at most, where code does not say. */
export const defaultTotalWaitMs = 30_000;
