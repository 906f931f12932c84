import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { isDict } from "../../../core/ground/json.ts";
import { dayMs, isoDate } from "./dates.ts";
import { type Job, type ReadJob, jobOf, refuseFailedJobs } from "./job.ts";
import { completedResult, downloadCall, runningResult } from "./job-results.ts";
import { readJobRows } from "./read-job-rows.ts";
import type { RowOptions } from "./shape-rows.ts";
import { waitForJobs } from "./wait-for-jobs.ts";

export const reportReader =
  ({ send }: RunContext, profileId: unknown): ReadJob =>
  async (id) =>
    jobOf(id, (await send("reports.get", { profileId, reportId: id })).body);

interface CollectOptions extends RowOptions {
  profileId?: string | undefined;
  wait_seconds: number;
}

/** Waits at most `wait_seconds` for the reports. Returns the rows, or the call that gets the rows later. */
export async function collectReports(
  reportIds: readonly string[],
  { profileId, wait_seconds, where, sumBy, sortBy, order, skip, top }: CollectOptions,
  context: RunContext,
): Promise<RunResult> {
  const readJob = reportReader(context, profileId);
  const reread = downloadCall("reports", { reportIds, profileId, where, sumBy, sortBy, order, skip, top });
  const jobs = await waitForJobs(reportIds, readJob, context, wait_seconds);
  refuseFailedJobs(jobs);
  if (jobs.some((job) => job.status !== "COMPLETED")) return runningResult("report", { reportIds }, reread);
  const merge = skip === undefined ? (sumBy ?? columnsThatMergeParts(jobs)) : undefined;
  const shaped = await readJobRows(
    jobs,
    { where, sumBy: merge, sortBy, order, skip, top },
    { send: context.send, readJob, operation: "reports.file" },
  );
  const { configuration } = jobs[0]!.record;
  const { data, meta } = completedResult({ reportIds }, shaped, {
    more: { timeUnit: isDict(configuration) ? configuration.timeUnit : undefined },
    warnings: warnOfOpenDays(jobs, context.clock.now()),
  });
  return { data, meta: { ...meta, reread } };
}

/**
 * Returns the columns by which to merge the rows of several summary reports. A long date range is split into several
 * reports, so the same campaign has one row in each report.
 */
function columnsThatMergeParts(jobs: readonly Job[]): readonly string[] | undefined {
  const { configuration } = jobs[0]!.record;
  if (jobs.length < 2 || !isDict(configuration) || configuration.timeUnit === "DAILY") return undefined;
  const columns = Array.isArray(configuration.columns) ? configuration.columns.map(String) : [];
  const descriptive = columns.filter((name) =>
    /Id$|Name$|Status$|Type$|Asin$|Sku$|^keyword$|^targeting$|Term$|Text$|Classification$/.test(name),
  );
  return descriptive.length > 0 ? descriptive : undefined;
}

const openDays = 3;

/**
 * Returns a warning if the reports include one of the last three days. Amazon still corrects the numbers of these days:
 * it removes invalid clicks and adds late sales.
 */
function warnOfOpenDays(jobs: readonly Job[], now: number): string[] {
  const firstOpen = isoDate(now - (openDays - 1) * dayMs);
  const lastDates = jobs.map(({ record }) => String(record.endDate ?? "")).sort();
  if (lastDates.at(-1)! < firstOpen) return [];
  return [
    `Cost, sales and purchases from ${firstOpen} on are not final: Amazon still corrects its last ${openDays} days.`,
  ];
}
