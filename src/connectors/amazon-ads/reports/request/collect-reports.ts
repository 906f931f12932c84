import type { JobAnswer } from "../../../../core/contract/job.ts";
import type { RunContext, RunResult } from "../../../../core/contract/run-context.ts";
import { warnOfOpenDays } from "../types/open-days.ts";
import { askJobs, progressOf } from "../jobs/ask-jobs.ts";
import { type Job, isFinished } from "../jobs/job.ts";
import { completedResult, downloadCall } from "../jobs/job-results.ts";
import { planRows } from "./plan-rows.ts";
import { reportReader } from "./report-reader.ts";
import { readJobRows } from "../jobs/read-job-rows.ts";
import type { Configuration } from "../types/report-definition.ts";
import type { RowOptions } from "../rows/shape-rows.ts";
import type { SumPlan } from "../rows/sum-plan.ts";

interface CollectOptions extends RowOptions {
  profileId?: string | undefined;
  /** Ratios to compute for every row, such as `acos14d`. */
  ratios?: readonly string[] | undefined;
  /** The columns that the caller has requested. */
  columns?: readonly string[] | undefined;
  /** The configuration of the reports. Absent if an earlier call has requested the reports. */
  configuration?: Configuration | undefined;
}

/** Asks Amazon for the reports. Reads their rows as soon as all are ready. */
export async function collectReports(
  reportIds: readonly string[],
  options: CollectOptions,
  context: RunContext,
): Promise<JobAnswer> {
  const jobs = await askJobs(reportIds, reportReader(context, options.profileId));
  if (!jobs.every(isFinished)) return { progress: progressOf(jobs) };
  return { read: () => readReports(jobs, options, context) };
}

/** Reads the rows of finished reports. */
export async function readReports(
  jobs: readonly Job[],
  { profileId, configuration, columns = [], ...params }: CollectOptions,
  context: RunContext,
): Promise<RunResult> {
  const reportIds = jobs.map(({ id }) => id);
  const readJob = reportReader(context, profileId);
  const { where, sumBy, having, ratios, sortBy, order, skip, top } = params;
  const options = { where, sumBy, having, ratios, sortBy, order, skip, top };
  const reread = downloadCall("reports", { reportIds, profileId, ...options });
  const { parts, plans } = planRows(jobs, options, configuration);
  const source = { send: context.send, readJob, operation: "reports.file" };
  const shaped = await readJobRows(parts, options, plans, source);
  const shownColumns = parts[0]!.configuration?.columns ?? ["cost"];
  const lastDate = jobs.map(({ record }) => String(record.endDate ?? "")).sort().at(-1)!; // prettier-ignore
  const { data, meta } = completedResult({ reportIds }, shaped, {
    more: { timeUnit: parts[0]!.configuration?.timeUnit },
    warnings: [
      ...warnOfOpenDays(shownColumns, lastDate, context.clock.now()),
      ...warnOfDropped(columns, plans.sums),
    ],
  });
  const { currency } = jobs[0]!;
  return { data, meta: { ...meta, ...(currency === undefined ? {} : { currency }), reread } };
}

/** Names the requested columns that are in no sum, because rows with different values are added up. */
function warnOfDropped(asked: readonly string[], sums: SumPlan | undefined): string[] {
  if (!sums) return [];
  const { keys, metrics, ratios, attributes, refused } = sums;
  const kept = new Set([...keys, ...metrics, ...attributes, ...ratios.map(({ name }) => name), ...refused.map(({ column }) => column)]); // prettier-ignore
  const dropped = asked.filter((column) => !kept.has(column) && column !== sums.currency?.column);
  return dropped.length > 0
    ? [`sumBy leaves out ${dropped.join(", ")}. To keep a column, add it to sumBy.`]
    : [];
}
