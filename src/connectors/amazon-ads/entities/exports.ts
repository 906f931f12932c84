import { type Zod, action } from "../../../core/contract/action.ts";
import type { RunContext } from "../../../core/contract/run-context.ts";
import { isDict } from "../../../core/ground/json.ts";
import { profile } from "../params.ts";
import { Export, ExportRows, ReportFile } from "../records/reports-and-exports.ts";
import { completedResult, downloadCall, runningResult } from "../reports/jobs/job-results.ts";
import { type ReadJob, jobOf, publicRecord, refuseFailedJobs } from "../reports/jobs/job.ts";
import { countBy } from "../reports/rows/sum-plan.ts";
import { openFile } from "../reports/jobs/open-file.ts";
import { readJobRows } from "../reports/jobs/read-job-rows.ts";
import { checkDownload, rowParams, skipParam, waitParam } from "../reports/request/report-params.ts";
import { waitForJobs } from "../reports/jobs/wait-for-jobs.ts";
import { viewReport } from "../reports/request/model-view.ts";

const kinds = ["campaigns", "ad_groups", "ads", "targets"] as const;

const kind = (z: Zod) => z.enum(kinds);

const exportId = (z: Zod) =>
  z
    .string()
    .regex(/^[\w=+/.-]{1,300}$/)
    .describe("id of an export");

const exportReader =
  ({ send }: RunContext, exportKind: (typeof kinds)[number], profileId: unknown): ReadJob =>
  async (id) =>
    jobOf(id, (await send(`exports.get_${exportKind}`, { profileId, exportId: id })).body);

const getOperations = kinds.map((one) => `exports.get_${one}`);

export const create = action({
  description:
    "Request an export of all campaigns, ad groups, ads or targets. Use an export instead of paging through long lists.",
  params: (z) => ({
    kind: kind(z),
    adProductFilter: z
      .array(z.enum(["SPONSORED_PRODUCTS", "SPONSORED_BRANDS", "SPONSORED_DISPLAY"]))
      .min(1)
      .optional(),
    stateFilter: z
      .array(z.enum(["ENABLED", "PAUSED", "ARCHIVED"]))
      .min(1)
      .optional()
      .meta({ rare: true }),
    ...profile(z),
  }),
  result: Export,
  effect: "read",
  calls: kinds.map((one) => `exports.create_${one}`),
  example: { kind: "campaigns" },
  run: async ({ kind: exportKind, ...filters }, { send }) => {
    const { body } = await send(`exports.create_${exportKind}`, filters);
    return { data: publicRecord(jobOf(isDict(body) ? String(body.exportId) : "", body)) };
  },
});

export const get = action({
  description: "Get the status of an export.",
  params: (z) => ({ exportId: exportId(z), kind: kind(z), ...profile(z) }),
  result: Export,
  effect: "read",
  calls: getOperations,
  example: { exportId: "ab12", kind: "campaigns" },
  run: async ({ exportId: id, kind: exportKind, profileId }, context) => ({
    data: publicRecord(await exportReader(context, exportKind, profileId)(id)),
  }),
});

export const download = action({
  description: "Wait for an export and return its records. Can filter, sum and sort the records.",
  params: (z) => ({
    exportId: exportId(z),
    kind: kind(z),
    ...rowParams(z),
    ...skipParam(z),
    ...waitParam(z),
    ...profile(z),
  }),
  check: checkDownload,
  result: ExportRows,
  view: viewReport,
  effect: "read",
  calls: [...getOperations, "exports.file"],
  example: { exportId: "ab12", kind: "campaigns", top: 100 },
  run: async (params, context) => {
    const { exportId: id, kind: exportKind, profileId, wait_seconds, ...options } = params;
    const readJob = exportReader(context, exportKind, profileId);
    const jobs = await waitForJobs([id], readJob, context, wait_seconds);
    refuseFailedJobs(jobs);
    if (jobs[0]!.status !== "COMPLETED")
      return runningResult("export", { exportId: id }, downloadCall("exports", params));
    const source = { send: context.send, readJob, operation: "exports.file" };
    const { sumBy } = options;
    const plans = sumBy ? { sums: countBy(sumBy) } : {};
    return completedResult({ exportId: id }, await readJobRows(jobs, options, plans, source));
  },
});

/**
 * Opens the file of an export as a stream of bytes: JSON records, compressed with gzip. If the export is not ready
 * after `wait_seconds`, `data` is `{ status: "running" }`. `exportRows` waits for the file and reads its records.
 */
export const download_file = action({
  description: "Get a gzipped JSON export. Only code can use it.",
  params: (z) => ({ exportId: exportId(z), kind: kind(z), ...waitParam(z), ...profile(z) }),
  result: ReportFile,
  effect: "read",
  calls: [...getOperations, "exports.file"],
  example: { exportId: "ab12", kind: "campaigns" },
  run: ({ exportId: id, kind: exportKind, profileId, wait_seconds }, context) => {
    const readJob = exportReader(context, exportKind, profileId);
    return openFile(id, { readJob, operation: "exports.file", wait_seconds }, context);
  },
});
