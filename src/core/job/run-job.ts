import type { JobAnswer, JobEnd, JobHooks, JobSteps, StoredJob } from "../contract/job.ts";
import type { RunContext, RunResult } from "../contract/run-context.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { failOnAbort } from "../ground/abort.ts";
import { ConnectorError } from "../ground/errors.ts";
import { hashOf } from "../ground/hash.ts";
import type { Dict } from "../ground/json.ts";
import { canonicalJson } from "../schema/validate/canonical-json.ts";
import { isoOf, jobError, jobOf, jobPending, noJob, noResult, readLater, tooLate } from "./job-errors.ts";
import { longestJobSeconds } from "./job-kinds.ts";
import { endJob, forgetJob, type JobPlace, keepWaiting, openJob, readJob, startJob } from "./job-records.ts";

/** Where a connector keeps its jobs. */
export interface JobKeeper {
  /** The name of the platform. */
  title: string;
  store: StoreDriver;
  /** Returns a part of a key that no other account has. */
  owner(): Promise<string>;
  /** Whether the store is the memory of this connector. */
  forgets: boolean;
  hooks?: JobHooks | undefined;
}

/** A job that a call goes on with. `looks`: asks the platform once, and reads no result. */
export interface ResumedJob {
  id: string;
  looks?: boolean | undefined;
}

export interface JobCall {
  entity: string;
  action: string;
  params: Dict;
  run: string | undefined;
  /** The `context` of the call. */
  context: unknown;
  resumed: ResumedJob | undefined;
}

/** The pauses between two questions of a call that waits, in milliseconds. */
const [firstPauseMs, longestPauseMs] = [2000, 15_000];

/** Returns the milliseconds until the platform is asked again about a job about which no call waits. */
export const pauseOf = ({ asked }: StoredJob, now: number): number =>
  Math.min(300_000, Math.max(longestPauseMs, (now - asked) / 20));

/** An answer of the platform, or that it answers no questions now. */
type Asked =
  | Extract<JobAnswer, { read: unknown }>
  | (Partial<Exclude<JobAnswer, { read: unknown }>> & { retryMs?: number });

export const placeOf = async ({ store, owner }: JobKeeper): Promise<JobPlace> => ({
  store,
  prefix: `${await owner()}/`,
});

/**
 * Has the platform do the work of a call, waits for as long as the call wants to wait, and returns the result.
 * @throws ConnectorError `job_pending` if the work is not ready, `job_cancelled`, or the error of the job
 */
export async function runJob(
  keeper: JobKeeper,
  steps: JobSteps,
  call: JobCall,
  context: RunContext,
): Promise<RunResult> {
  const { clock, signal, waits } = context;
  const { resumed, params } = call;
  const seconds = resumed?.looks ? 0 : Number(params[steps.waits] ?? 0);
  const until = clock.now() + seconds * 1000;
  const place = await placeOf(keeper);
  const end = (status: JobEnd["status"], error?: ConnectorError) => {
    const ended = { status, at: clock.now(), ...(error ? { error: error.toJSON() } : {}) };
    return keeper.hooks ? keeper.hooks.end(id, ended) : endJob(place, id, ended);
  };
  const {
    id,
    job: opened,
    isNew,
  } = resumed
    ? { id: resumed.id, job: await readOrThrow(place, resumed.id), isNew: false }
    : await open(keeper, place, steps, call, context);
  const shared = !resumed && opened.ended ? [sharedWarning(opened)] : [];
  let job = await started();
  for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 1.6)) {
    const failed = jobError(jobOf(id, job));
    if (failed) throw failed;
    let answer: Asked;
    try {
      answer = await ask();
    } catch (error) {
      if (resumed || !opened.ended || !ConnectorError.is(error) || error.code !== "not_found") throw error;
      // The platform has forgotten the work of the earlier call.
      await forgetJob(place, id, opened.hash);
      return runJob(keeper, steps, call, context);
    }
    if ("read" in answer) {
      if (!job.ended) job = await end("succeeded");
      const cancelled = jobError(jobOf(id, job));
      if (cancelled) throw cancelled;
      return resumed?.looks ? { data: undefined } : withJob(await answer.read(), { job: id }, shared);
    }
    const now = clock.now();
    if (now >= job.expires) {
      await end("failed", tooLate(job.asks, job.expires));
      throw tooLate(job.asks, job.expires);
    }
    const { progress, partial, retryMs = 0 } = answer;
    const left = until - now;
    if (left <= 0) {
      const next = Math.max(pauseOf(job, now), retryMs);
      if (progress) job = { ...job, progress: { done: progress.done, total: progress.total } };
      await keepWaiting(place, id, { progress: job.progress, next: now + next });
      const { forgets } = keeper;
      const pending = jobPending(jobOf(id, job), {
        forgets,
        seconds: Math.ceil(Math.max(30_000, retryMs) / 1000),
      });
      if (resumed?.looks || !partial) throw pending;
      const rest = `The rest is not ready. ${readLater(id, forgets)}`;
      return withJob(await partial(), { job: id, pending: pending.pending }, [rest]);
    }
    const wait = Math.min(Math.max(pause, retryMs), left);
    const { message = "The platform is busy.", ...counts } = progress ?? {};
    const again = Math.ceil(wait / 1000);
    waits.report?.({
      kind: "jobs",
      ...counts,
      message: `${message} The next look is in ${again} s.`,
      seconds: again,
    });
    await failOnAbort(`The wait for ${job.asks}`, clock.sleep(wait, signal), signal);
    job = await readOrThrow(place, id);
  }

  async function started(): Promise<StoredJob> {
    const { start } = steps;
    if (opened.state === "started" || opened.ended) return opened;
    try {
      const running = startJob(place, id, opened.hash, async (work, save) =>
        start ? await start(work, params, context, save) : work,
      );
      return await failOnAbort(`The start of ${opened.asks}`, running, signal);
    } catch (error) {
      if (!ConnectorError.is(error) || error.code === "aborted" || error.code === "storage_unavailable")
        throw error;
      const known = await readOrThrow(place, id);
      // Nothing was requested, so the call fails like a call without a job.
      if (isNew && known.state === "planned") await forgetJob(place, id, opened.hash);
      else if (!error.retryable) await end("failed", error);
      throw error;
    }
  }

  async function ask(): Promise<Asked> {
    try {
      return await steps.ask(job.work, params, context);
    } catch (error) {
      if (!ConnectorError.is(error) || error.code === "aborted") throw error;
      // A 429 says nothing about the work.
      if (error.code === "upstream_rate_limited") return { retryMs: (error.retry_after ?? 0) * 1000 };
      if (job.ended) throw error.code === "not_found" ? noResult(id, job.asks) : error;
      if (!error.retryable) await end("failed", error);
      throw error;
    }
  }
}

async function open(
  keeper: JobKeeper,
  place: JobPlace,
  steps: JobSteps,
  { entity, action, params, run, context: given }: JobCall,
  context: RunContext,
) {
  const { [steps.waits]: _, ...what } = params;
  const work = await steps.plan(params, context);
  const now = context.clock.now();
  const about = keeper.hooks?.about(given);
  return openJob(place, {
    call: { entity, action, params },
    hash: await hashOf(`${entity}.${action} ${canonicalJson(what)}`),
    asks: `${keeper.title} ${entity}.${action}`,
    goesOn: steps.goesOn,
    ...(run === undefined ? {} : { run }),
    ...(about ? { about } : {}),
    asked: now,
    expires: now + longestJobSeconds * 1000,
    work,
    state: "planned",
  });
}

async function readOrThrow(place: JobPlace, id: string): Promise<StoredJob> {
  const job = await readJob(place, id);
  if (!job) throw noJob(id);
  return job;
}

const withJob = ({ data, meta = {} }: RunResult, more: Dict, warnings: readonly string[]): RunResult => {
  const all = [...((meta.warnings as string[] | undefined) ?? []), ...warnings];
  return { data, meta: { ...meta, ...more, ...(all.length > 0 ? { warnings: all } : {}) } };
};

const sharedWarning = ({ asked }: StoredJob): string =>
  `The same call was made at ${isoOf(asked)}, and this is its result. Ten minutes after its end, the same call starts new work.`;
