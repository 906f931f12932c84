import { type Zod, action } from "../../../core/contract/action.ts";
import type { RunContext } from "../../../core/contract/run-context.ts";
import { isDict } from "../../../core/ground/json.ts";
import { profile } from "../params.ts";
import { Export, ExportRows, ReportFile } from "../records/reports-and-exports.ts";
import { askJobs, progressOf } from "../reports/jobs/ask-jobs.ts";
import { completedResult } from "../reports/jobs/job-results.ts";
import { type ReadJob, isFinished, jobOf, publicRecord } from "../reports/jobs/job.ts";
import { openFile } from "../reports/jobs/open-file.ts";
import { jobFacts } from "../reports/jobs/late-job.ts";
import { checkDownload, rowParams, skipParam, waitParam } from "../reports/request/report-params.ts";
import { viewReport } from "../reports/request/model-view.ts";

const kinds = ["campaigns", "ad_groups", "ads", "targets"] as const;

type ExportKind = (typeof kinds)[number];

const kind = (z: Zod) => z.enum(kinds);

const exportId = (z: Zod) =>
  z
    .string()
    .regex(/^[\w=+/.-]{1,300}$/)
    .describe("id of an export");

const exportReader =
  ({ send }: RunContext, exportKind: ExportKind, profileId: unknown): ReadJob =>
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
  job: {
    ...jobFacts,
    plan: async () => ({}),
    async ask(_work, params, context) {
      const { exportId: id, kind: exportKind, profileId, wait_seconds: _wait, ...options } = params;
      const readJob = exportReader(context, exportKind, profileId);
      const jobs = await askJobs([id], readJob);
      if (!jobs.every(isFinished)) return { progress: progressOf(jobs) };
      const source = { send: context.send, readJob, operation: "exports.file" };
      const { sumBy } = options;
      const { countBy } = await import("../reports/rows/sum-plan.ts");
      const { readJobRows } = await import("../reports/jobs/read-job-rows.ts");
      const plans = sumBy ? { sums: countBy(sumBy) } : {};
      return {
        read: async () => completedResult({ exportId: id }, await readJobRows(jobs, options, plans, source)),
      };
    },
  },
});

/**
 * Opens the file of an export as a stream of bytes: JSON records, compressed with gzip. `exportRows` waits for the file and
 * reads its records.
 */
export const download_file = action({
  description: "Get a gzipped JSON export. Only code can use it.",
  params: (z) => ({ exportId: exportId(z), kind: kind(z), ...waitParam(z), ...profile(z) }),
  result: ReportFile,
  effect: "read",
  calls: [...getOperations, "exports.file"],
  example: { exportId: "ab12", kind: "campaigns" },
  job: openFile({
    idOf: ({ exportId: id }: { exportId: string; kind: ExportKind; profileId?: string | undefined }) => id,
    reader: ({ kind: exportKind, profileId }, context) => exportReader(context, exportKind, profileId),
    operation: "exports.file",
  }),
});
