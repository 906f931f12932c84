import { action, type RunContext, type RunResult } from "../../core/action.ts";
import { ConnectorError } from "../../core/errors.ts";
import { isDict, type Dict } from "../../core/json.ts";
import { profile } from "./params.ts";
import { dateOf, findType, planReports, type ReportParams } from "./report-check.ts";
import { readFiles, readJob, refuseFailed, told, waitFor, type Job } from "./report-job.ts";
import { definition, reportTypeId, shape, waitSeconds } from "./report-params.ts";
import type { Shape } from "./report-rows.ts";
import { viewReport } from "./report-view.ts";
import type { ReportType } from "./report-type.ts";
import { reportTypes } from "./report-types.ts";
import { Report, ReportRows } from "./records.ts";
import type { Z } from "../../core/action.ts";

const reportId = (z: Z) =>
  z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .describe("id of a report");

export const types = action({
  description: "Kinds of reports; with reportTypeId its groups, columns and filters. Nothing is sent.",
  params: (z) => ({ reportTypeId: reportTypeId(z).optional() }),
  effect: "read",
  // Nothing of it is sent: this is the page that the kinds are on.
  calls: ["reports.create"],
  example: { reportTypeId: "spSearchTerm" },
  run: async ({ reportTypeId: one }) => {
    const brief = (id: string, { adProduct, groups, days, kept }: ReportType) => ({
      reportTypeId: id,
      adProduct,
      groupBy: Object.keys(groups),
      daysPerReport: days,
      daysKept: kept,
    });
    if (one === undefined) return { data: Object.entries(reportTypes).map(([id, type]) => brief(id, type)) };
    const [id, type] = findType(one);
    return { data: { ...brief(id, type), columns: type.columns, groups: type.groups } };
  },
});

/** Amazon often says nothing of when to come again; less than this only makes it worse. */
const createWait = 60;

/** Orders one report; one that is on its way already is taken over. */
async function order(body: Dict, profileId: unknown, { send }: RunContext): Promise<Dict> {
  try {
    const reply = await send("reports.create", { profileId, ...body });
    const record = isDict(reply.body) ? reply.body : {};
    return told(readJob(String(record.reportId), record));
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    const running = error.message.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi)?.at(-1);
    if (error.platform?.status === 425 && running !== undefined)
      return { reportId: running, status: "PENDING", reused: true, ...body };
    if (error.code === "upstream_rate_limited" && error.retry_after === undefined)
      throw new ConnectorError(error.code, error.message, {
        retry_after: createWait,
        hint: `Nothing was ordered. Call again after ${createWait} s; Amazon's queue of reports is full.`,
        platform: error.platform,
      });
    throw error;
  }
}

async function orderAll(params: ReportParams & { profileId?: string | undefined }, context: RunContext) {
  const bodies = planReports(params, context.clock.now());
  const reports: Dict[] = [];
  for (const body of bodies) {
    try {
      reports.push(await order(body, params.profileId, context));
    } catch (error) {
      // What was ordered already is not lost: the same call finds it running and takes it over.
      if (reports.length === 0 || !ConnectorError.is(error)) throw error;
      throw new ConnectorError(
        error.code,
        `${error.message} ${reports.length} of ${bodies.length} parts are ordered.`,
        {
          ...error.toJSON(),
          hint: `Call again with the same params: the parts that are ordered are taken over. ${error.hint ?? ""}`,
        },
      );
    }
  }
  return reports;
}

const statusOf =
  ({ send }: RunContext, profileId: unknown) =>
  async (id: string): Promise<Job> =>
    readJob(id, (await send("reports.get", { profileId, reportId: id })).body);

export const create = action({
  description: "Order a report; ready in minutes, sometimes hours. Long ranges become several reports.",
  params: definition,
  result: (z) => z.object({ reportIds: z.array(z.string()), reports: z.array(Report(z)) }),
  effect: "read",
  calls: "reports.create",
  example: { reportTypeId: "spCampaigns", startDate: "2026-01-01", endDate: "2026-01-31" },
  run: async (params, context) => {
    const reports = await orderAll(params, context);
    return { data: { reportIds: reports.map(({ reportId: id }) => String(id)), reports } };
  },
});

export const get = action({
  description: "How far a report is.",
  params: (z) => ({ reportId: reportId(z), ...profile(z) }),
  result: Report,
  effect: "read",
  calls: "reports.get",
  example: { reportId: "06ba6494-8568-4066-949f-abb6a91c0b9c" },
  run: async ({ reportId: id, profileId }, context) => ({
    data: told(await statusOf(context, profileId)(id)),
  }),
});

interface Fetch extends Shape {
  profileId?: string | undefined;
  wait_seconds: number;
}

/** Waits as long as the call allows, then the rows, or where to come for them. */
async function collect(reportIds: readonly string[], params: Fetch, context: RunContext): Promise<RunResult> {
  const { profileId, wait_seconds, where, sumBy, sortBy, order: direction, top } = params;
  const status = statusOf(context, profileId);
  const jobs = await waitFor(reportIds, status, context, wait_seconds);
  refuseFailed(jobs);
  const waiting = jobs.filter((job) => job.status !== "COMPLETED");
  if (waiting.length > 0) {
    const resume = { reportIds, profileId, where, sumBy, sortBy, order: direction, top };
    return {
      data: {
        status: "running",
        reportIds,
        next_poll_seconds: 30,
        resume: {
          entity: "reports",
          action: "download",
          params: Object.fromEntries(Object.entries(resume).filter(([, value]) => value !== undefined)),
        },
      },
      meta: { warnings: ["The report is still running; call resume later. It is not lost."] },
    };
  }
  const first = jobs[0]!.record;
  const parts = mergeParts(jobs, sumBy);
  const shaped = await readFiles(
    jobs,
    { where, sumBy: parts, sortBy, order: direction, top },
    {
      send: context.send,
      status,
      operation: "reports.file",
    },
  );
  const warnings = [
    ...notFinal(jobs, context.clock.now()),
    ...(shaped.dropped.length > 0
      ? [`Not added up, since sums of them mean nothing: ${shaped.dropped.join(", ")}.`]
      : []),
  ];
  return {
    data: {
      status: "completed",
      reportIds,
      rows: shaped.rows,
      rows_in_report: shaped.total,
      rows_matched: shaped.matched,
      rows_after_sum: shaped.groups,
      timeUnit: isDict(first.configuration) ? first.configuration.timeUnit : undefined,
    },
    ...(warnings.length > 0 ? { meta: { warnings } } : {}),
  };
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

const open = 3;

/** Amazon restates the last days: clicks that were none, and sales that come later. */
function notFinal(jobs: readonly Job[], now: number): string[] {
  const from = dateOf(now - (open - 1) * 86_400_000);
  const last =
    jobs
      .map(({ record }) => String(record.endDate ?? ""))
      .sort()
      .at(-1) ?? "";
  return last >= from
    ? [
        `Cost, sales and purchases from ${from} on are not final: Amazon still corrects its last ${open} days.`,
      ]
    : [];
}

const calls = ["reports.create", "reports.get", "reports.file"];

export const run = action({
  description:
    "Order a report, wait for it, and answer its rows: filtered, added up, sorted and cut as asked. Still running? Call data.resume.",
  params: (z) => ({ ...definition(z), ...shape(z), ...waitSeconds(z) }),
  result: ReportRows,
  view: viewReport,
  effect: "read",
  calls,
  example: {
    reportTypeId: "spSearchTerm",
    startDate: "2026-01-01",
    endDate: "2026-01-14",
    sumBy: ["searchTerm"],
    sortBy: "cost",
    top: 20,
  },
  run: async (params, context) => {
    checkShape(params);
    const reports = await orderAll(params, context);
    const result = await collect(
      reports.map(({ reportId: id }) => String(id)),
      params,
      context,
    );
    const reused = reports.some((report) => report.reused === true);
    return reused ? { ...result, data: { ...(result.data as Dict), reused } } : result;
  },
});

/** A misspelt column would sort by nothing, an hour later. */
function checkShape({
  columns,
  sumBy,
  sortBy,
  where,
}: { columns?: readonly string[] | undefined } & Partial<Shape>) {
  if (!columns) return;
  const derived = new Set([
    "acos",
    "roas",
    "costPerClick",
    "clickThroughRate",
    "campaignId",
    "adGroupId",
    "keywordId",
    "adId",
    "date",
  ]);
  const named = [
    ...(sumBy ?? []).map((name, index) => [`sumBy[${index}]`, name] as const),
    ...(sortBy === undefined ? [] : [["sortBy", sortBy] as const]),
    ...(where ?? []).map(({ column }, index) => [`where[${index}].column`, column] as const),
  ];
  for (const [path, name] of named)
    if (!columns.includes(name) && !derived.has(name))
      throw new ConnectorError(
        "invalid_params",
        `reports.run: ${path} names ${name}, which is not among columns.`,
        {
          path: `params.${path}`,
          hint: "Add it to columns.",
        },
      );
}

export const download = action({
  description: "The rows of reports that were ordered, filtered, added up, sorted and cut as asked.",
  params: (z) => ({
    reportIds: z.array(reportId(z)).min(1).max(24),
    ...shape(z),
    ...waitSeconds(z),
    ...profile(z),
  }),
  result: ReportRows,
  view: viewReport,
  effect: "read",
  calls: ["reports.get", "reports.file"],
  example: { reportIds: ["06ba6494-8568-4066-949f-abb6a91c0b9c"], sortBy: "cost", top: 20 },
  run: (params, context) => collect(params.reportIds, params, context),
});

const remove = action({
  description: "Delete a report, or cancel one that is still running.",
  params: (z) => ({ reportId: reportId(z), ...profile(z) }),
  result: (z) => z.object({ reportId: z.string(), code: z.string().nullish(), detail: z.string().nullish() }),
  effect: "write",
  calls: "reports.delete",
  example: { reportId: "06ba6494-8568-4066-949f-abb6a91c0b9c" },
});
export { remove as delete };
