import type { RunContext, RunResult } from "../../../core/contract/run.ts";
import { isDict } from "../../../core/ground/json.ts";
import { completed, running } from "./job-results.ts";
import { type Job, readFiles, readJob, refuseFailed, waitFor } from "./job.ts";
import type { Shape } from "./shape-rows.ts";
import { dateOf } from "./split-range.ts";

/** Asks how far a report is. */
export const reportStatus =
  ({ send }: RunContext, profileId: unknown) =>
  async (id: string): Promise<Job> =>
    readJob(id, (await send("reports.get", { profileId, reportId: id })).body);

interface Fetch extends Shape {
  profileId?: string | undefined;
  wait_seconds: number;
}

/** Waits as long as the call allows, then the rows, or where to come for them. */
export async function collectReports(
  reportIds: readonly string[],
  { profileId, wait_seconds, where, sumBy, sortBy, order, skip, top }: Fetch,
  context: RunContext,
): Promise<RunResult> {
  const status = reportStatus(context, profileId);
  const jobs = await waitFor(reportIds, status, context, wait_seconds);
  refuseFailed(jobs);
  if (jobs.some((job) => job.status !== "COMPLETED")) {
    const resume = { reportIds, profileId, where, sumBy, sortBy, order, skip, top };
    return running("report", { reportIds }, { entity: "reports", action: "download", params: resume });
  }
  const shaped = await readFiles(
    jobs,
    { where, sumBy: skip === undefined ? mergeParts(jobs, sumBy) : undefined, sortBy, order, skip, top },
    { send: context.send, status, operation: "reports.file" },
  );
  const { configuration } = jobs[0]!.record;
  return completed({ reportIds }, shaped, {
    more: { timeUnit: isDict(configuration) ? configuration.timeUnit : undefined },
    warnings: notFinal(jobs, context.clock.now()),
  });
}

/** Summaries of several ranges are one summary only when they are added up by what their rows are about. */
function mergeParts(
  jobs: readonly Job[],
  sumBy: readonly string[] | undefined,
): readonly string[] | undefined {
  const { configuration } = jobs[0]!.record;
  if (sumBy || jobs.length < 2 || !isDict(configuration) || configuration.timeUnit === "DAILY") return sumBy;
  const columns = Array.isArray(configuration.columns) ? configuration.columns.map(String) : [];
  const about = columns.filter((name) =>
    /Id$|Name$|Status$|Type$|Asin$|Sku$|^keyword$|^targeting$|Term$|Text$|Classification$/.test(name),
  );
  return about.length > 0 ? about : undefined;
}

const openDays = 3;

/** Amazon restates the last days: clicks that were none, and sales that come later. */
function notFinal(jobs: readonly Job[], now: number): string[] {
  const from = dateOf(now - (openDays - 1) * 86_400_000);
  const last =
    jobs
      .map(({ record }) => String(record.endDate ?? ""))
      .sort()
      .at(-1) ?? "";
  return last >= from
    ? [
        `Cost, sales and purchases from ${from} on are not final: Amazon still corrects its last ${openDays} days.`,
      ]
    : [];
}
