import type { ExternalRule } from "../contract/audience.ts";
import type { CallOptions } from "../contract/call-options.ts";
import type { PlatformClient } from "../contract/client.ts";
import type { CheckResult } from "../contract/connector.ts";
import type { Jobs } from "../contract/job.ts";
import type { Effect } from "../contract/effect.ts";
import type { Result } from "../contract/result.ts";
import type { UnknownAttempt } from "../contract/run-context.ts";
import type { WaitBudget } from "../ground/clock.ts";
import type { Dict } from "../ground/json.ts";
import type { JobKeeper, ResumedJob } from "../job/run-job.ts";
import type { JournaledWrite } from "../journal/write-journal.ts";
import type { Hide } from "../policy/hide-disallowed.ts";
import type { EventTokens } from "./event-tokens.ts";
import type { OncePerKey } from "./once/once-per-key.ts";
import type { PlannedCall } from "./params/planned-call.ts";

export interface TransportCall {
  planned: PlannedCall;
  /** The planned params, with ids instead of names such as `#general`, and with times in the platform's format. */
  params: Dict;
  /** The effect that the action's `guard` returned, or the planned effect if the action has no `guard`. */
  effect: Effect;
  signal: AbortSignal | undefined;
  idempotencyKey: string | undefined;
  unchecked?: boolean | undefined;
  /** The rule for writes that people of another company can read. The hosted service enforces the rule. */
  external?: ExternalRule | undefined;
  unknownAttempt?: UnknownAttempt | undefined;
  context?: unknown;
  /** The job with which this call goes on. */
  job?: ResumedJob | undefined;
  /** True for the reads of a `guard`. These reads do not run `PlatformClient.enrich`, because a `guard` needs no names. */
  plain?: true | undefined;
  /** Removes values that the allow-list does not allow. Undefined if no value must be removed. */
  hide?: Hide | undefined;
  /** Checks content that the action joins from pieces. Undefined if no allow-list limits the content. */
  enforceContent?: ((content: Dict) => void) | undefined;
  eventTokens: EventTokens;
  /**
   * Checks whether the call is still allowed. Runs before each write request, after all waits, until the platform has
   * confirmed a write. A thrown error stops the request. Undefined without a `guard`, and in hosted mode, in which the
   * service makes this check.
   */
  beforeSend?: (() => Promise<void>) | undefined;
  /** The record of this write in the journal. Undefined for reads, and without a journal. */
  journaled?: JournaledWrite | undefined;
  /** The remaining waiting time for all requests of the call together. */
  waits: WaitBudget;
}

/** Sends a call to the platform, or to the hosted service in hosted mode. */
export type Transport = (call: TransportCall) => Promise<Result>;

export type Execute = (
  entity: unknown,
  action: unknown,
  params?: unknown,
  options?: CallOptions,
) => Promise<Result>;

/**
 * Returns the result of a call that waited for a person or for the platform.
 * @throws ConnectorError `approval_pending`, `approval_denied`, `job_pending`, `job_cancelled`, `not_found`, or the error of
 * the call
 */
export type ReadOutcome = (
  id: string,
  signal: AbortSignal | undefined,
) => Promise<{ entity: string; action: string; result: Result }>;

/** The part of a connector that differs between open source mode and hosted mode. */
export interface Backend {
  transport: Transport;
  /** True in hosted mode, in which the service resolves names, runs guards and adds `meta.undo`. */
  remote: boolean;
  /** Keeps the outcomes of writes with an idempotencyKey. Absent if the hosted service keeps the outcomes. */
  once?: OncePerKey | undefined;
  /** Sends requests to the platform. Absent in hosted mode. */
  client?: PlatformClient | undefined;
  /** Reads the outcome of a call that waited. Present in hosted mode, in which the service keeps these calls. */
  outcome?: ReadOutcome | undefined;
  /** Where jobs are kept. Absent in hosted mode. */
  keeper?: JobKeeper | undefined;
  /** The jobs that the hosted service keeps. */
  jobs?: Jobs | undefined;
  /** Checks the credentials. Throws only if the caller aborts. */
  check(signal: AbortSignal | undefined): Promise<CheckResult>;
}
