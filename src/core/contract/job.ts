import type { ErrorJson } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";
import type { Result } from "./result.ts";
import type { RunContext, RunResult } from "./run-context.ts";

/**
 * How an action has work done that the platform prepares for minutes or hours, such as a report. The work is described by
 * plain JSON, which the store keeps, so that another process can go on with it. Only for actions that read.
 */
export interface JobSteps<Params = unknown, Work = unknown> {
  /** The param with the seconds for which a call waits. */
  readonly waits: string;
  /** What the platform does after somebody has cancelled the job, as a sentence. */
  readonly goesOn: string;
  /** Returns the work. Changes nothing at the platform. @throws ConnectorError if the params are wrong */
  plan(params: Params, context: RunContext): Promise<Work>;
  /**
   * Requests the planned work, and calls `save` after each request with what is requested now. After a crash, gets what was
   * saved last, and requests the rest. Absent if the platform is already at work.
   */
  start?(work: Work, params: Params, context: RunContext, save: (work: Work) => Promise<void>): Promise<Work>;
  /** Asks the platform once. @throws ConnectorError that is not retryable if the work has failed */
  ask(work: Work, params: Params, context: RunContext): Promise<JobAnswer>;
}

/** Finished work, whose result can be read now, or how far the work is. `partial` reads what is ready already. */
export type JobAnswer =
  | { read(): Promise<RunResult> }
  | { progress: JobProgress; partial?: (() => Promise<RunResult>) | undefined };

export interface JobProgress {
  done: number;
  total: number;
  /** A sentence, such as `1 of 2 files are ready.` */
  message: string;
  jobs?: readonly { readonly id: string; readonly status: string }[];
}

export type JobStatus = "pending" | "succeeded" | "failed" | "cancelled";

/** A call whose work the platform does. All times are ISO texts. */
export interface Job {
  id: string;
  status: JobStatus;
  /** The `context.run` of the call. */
  run?: string | undefined;
  entity: string;
  action: string;
  /** What was asked, in one line. */
  asks: string;
  /** How much is ready, when the platform was asked last. */
  progress?: { done: number; total: number } | undefined;
  asked_at: string;
  /** The time until which the platform is asked. A job that is not ready then has failed. */
  expires_at: string;
  ended_at?: string | undefined;
  /** Why the job has failed. */
  error?: ErrorJson | undefined;
  cancelled_by?: string | undefined;
  /** What the platform does with the work of a cancelled job. */
  note?: string | undefined;
}

/** The jobs of one connector. For your code, and never for an agent. */
export interface Jobs {
  /** Returns the jobs that have not ended, the first 1,000. */
  list(): Promise<Job[]>;
  /** Returns a job. In open source mode, asks the platform first. @throws ConnectorError `not_found` */
  get(id: string, options?: JobOptions): Promise<Job>;
  /**
   * Reads the result of a job, as often as you like, for as long as the platform keeps it, and at most seven days.
   * @throws ConnectorError `job_pending`, `job_cancelled`, `not_found`, or the error of the job
   */
  result(id: string, options?: JobOptions): Promise<Result>;
  /** Waits until a job has ended, however long that takes. @throws ConnectorError `not_found`, or the reason of `signal` */
  waitFor(id: string, options?: JobOptions): Promise<Job>;
  /** Cancels a job that has not ended, and returns it. An ended job stays as it is. @throws ConnectorError `not_found` */
  cancel(id: string, by: string): Promise<Job>;
}

export interface JobOptions {
  signal?: AbortSignal | undefined;
  /** As in the options of a call. */
  context?: unknown;
}

/** How a job has ended. */
export interface JobEnd {
  status: Exclude<JobStatus, "pending">;
  at: number;
  error?: ErrorJson | undefined;
  /** Who has cancelled the job. */
  by?: string | undefined;
}

/** A job as it is stored. All times are in milliseconds since the epoch. */
export interface StoredJob {
  call: { entity: string; action: string; params: Dict };
  /** A hash of the call. Two equal calls have one job. */
  hash: string;
  asks: string;
  goesOn: string;
  run?: string | undefined;
  /** What the owner of the job needs to go on with it, such as who has asked. */
  about?: Readonly<Record<string, unknown>> | undefined;
  asked: number;
  expires: number;
  /** What the platform does, as JSON of the action. */
  work: unknown;
  /** `planned`: nothing is known to be requested. `part`: a part is requested. `started`: everything is. */
  state: "planned" | "part" | "started";
  progress?: { done: number; total: number } | undefined;
  ended?: JobEnd | undefined;
}

/** What a service with the jobs of many users does with them. */
export interface JobHooks {
  /** Returns what to keep with a job, from the `context` of the call. */
  about(context: unknown): Readonly<Record<string, unknown>> | undefined;
  /** Stores the end of a job, instead of the connector. The first end stays. */
  end(id: string, end: JobEnd): Promise<StoredJob>;
}
