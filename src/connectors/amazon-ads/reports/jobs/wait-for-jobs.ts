import type { RunContext } from "../../../../core/contract/run-context.ts";
import { failOnAbort } from "../../../../core/ground/abort.ts";
import type { WaitBudget } from "../../../../core/ground/clock.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import { type Job, type ReadJob, isFinished, jobOf } from "./job.ts";

const firstPauseMs = 2_000;
const longestPauseMs = 15_000;

/**
 * Reads the state of each job (report or export) until all jobs are finished or `waitSeconds` seconds have passed. A
 * job whose state Amazon does not return because of too many requests counts as running.
 */
export async function waitForJobs(
  ids: readonly string[],
  readJob: ReadJob,
  { clock, signal, waits }: Pick<RunContext, "clock" | "signal" | "waits">,
  waitSeconds: number,
): Promise<Job[]> {
  const end = clock.now() + waitSeconds * 1000;
  const jobs = new Map<string, Job>();
  let retryAfterMs = 0;
  const readOrKeep = async (id: string): Promise<Job> => {
    try {
      return await readJob(id);
    } catch (error) {
      if (!ConnectorError.is(error) || error.code !== "upstream_rate_limited") throw error;
      const known = jobs.get(id);
      if (!known && clock.now() >= end) throw error;
      retryAfterMs = (error.retry_after ?? 0) * 1000;
      return known ?? jobOf(id, undefined);
    }
  };
  for (let pause = firstPauseMs; ; pause = Math.min(longestPauseMs, pause * 1.6)) {
    retryAfterMs = 0;
    for (const id of ids) {
      const job = jobs.get(id);
      if (!job || !isFinished(job)) jobs.set(id, await readOrKeep(id));
    }
    const all = ids.map((id) => jobs.get(id)!);
    const left = end - clock.now();
    if (all.every(isFinished) || left <= 0) return all;
    const wait = Math.min(Math.max(pause, retryAfterMs), left);
    reportJobs(waits, all, wait);
    const slept = clock.sleep(wait, signal);
    await failOnAbort(`The wait for ${ids.join(", ")}`, slept, signal);
  }
}

function reportJobs({ report }: WaitBudget, jobs: readonly Job[], waitMs: number): void {
  const done = jobs.filter(isFinished).length;
  const seconds = Math.ceil(waitMs / 1000);
  report?.({
    kind: "jobs",
    message: `${done} of ${jobs.length} files are ready. Amazon is asked again in ${seconds} s.`,
    seconds,
    done,
    total: jobs.length,
    jobs: jobs.map(({ id, status }) => ({ id, status })),
  });
}
