import { type Zod, action } from "../../../core/contract/action.ts";
import { late } from "../../../core/ground/lazy.ts";
import { checkEnd } from "../dates/relative-dates.ts";
import { profile, profileIds } from "../params.ts";
import { ProfileRows, Report, ReportFile, ReportRows, ReportTypes } from "../records/reports-and-exports.ts";
import { maxReportsPerCall } from "../reports/request/check-dates.ts";
import { jobFacts, lateJob } from "../reports/jobs/late-job.ts";
import { publicRecord } from "../reports/jobs/job.ts";
import { openFile } from "../reports/jobs/open-file.ts";
import {
  checkDownload,
  definitionParams,
  ratiosParam,
  reportTypeId,
  rowParams,
  skipParam,
  waitParam,
} from "../reports/request/report-params.ts";
import { reportReader } from "../reports/request/report-reader.ts";
import { viewReport } from "../reports/request/model-view.ts";

const loadReports = () => import("../reports/request/run-reports.ts");

export { remove as delete };

const reportId = (z: Zod) =>
  z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .describe("id of a report");

export const types = action({
  description: "List report types, or one type's groups, columns and filters. Sends no request.",
  params: (z) => ({ reportTypeId: reportTypeId(z).optional() }),
  result: ReportTypes,
  effect: "read",
  // `calls` must not be empty. The page of `reports.create` lists the report types, but no request is sent.
  calls: ["reports.create"],
  example: { reportTypeId: "spSearchTerm" },
  run: late(async () => (await import("../reports/types/describe-types.ts")).describeTypes),
});

export const create = action({
  description:
    "Request a report. It is ready after minutes or hours. A long date range becomes several reports.",
  params: definitionParams,
  result: (z) => z.object({ reportIds: z.array(z.string()), reports: z.array(Report(z)) }),
  effect: "read",
  check: (params) => checkEnd(params),
  calls: ["reports.create", "profiles.find"],
  example: { reportTypeId: "spCampaigns", startDate: "2026-01-01", endDate: "2026-01-31" },
  run: late(async () => (await loadReports()).createReports),
});

export const get = action({
  description: "Get the status of a report.",
  params: (z) => ({ reportId: reportId(z), ...profile(z) }),
  result: Report,
  effect: "read",
  calls: "reports.get",
  example: { reportId: "06ba6494-8568-4066-949f-abb6a91c0b9c" },
  run: async ({ reportId: id, profileId }, context) => ({
    data: publicRecord(await reportReader(context, profileId)(id)),
  }),
});

export const run = action({
  description: "Request a report, wait and return its rows. Can filter, sum and sort them.",
  params: (z) => ({ ...definitionParams(z), ...rowParams(z, false), ...waitParam(z) }),
  result: ReportRows,
  view: viewReport,
  effect: "read",
  check: (params) => checkEnd(params),
  calls: ["reports.create", "reports.get", "reports.file", "profiles.find"],
  example: {
    reportTypeId: "spSearchTerm",
    startDate: "-14d",
    endDate: "yesterday",
    sumBy: ["searchTerm"],
    sortBy: "cost",
    top: 20,
  },
  job: lateJob(async () => (await loadReports()).runReports),
});

export const run_profiles = action({
  description:
    "Run one report in several profiles (accounts, countries) and compare them. Each row has its profile and currency; amounts of profiles are not added.",
  params: (z) => {
    const { profileId: _, ...definition } = definitionParams(z);
    return { profileIds: profileIds(z), ...definition, ...rowParams(z), ...waitParam(z) };
  },
  result: ProfileRows,
  view: viewReport,
  effect: "read",
  check: (params) => checkEnd(params),
  calls: ["reports.create", "reports.get", "reports.file", "profiles.find"],
  example: {
    profileIds: ["US", "CA"],
    reportTypeId: "spCampaigns",
    startDate: "2026-01-01",
    endDate: "2026-01-31",
    columns: ["cost", "sales14d", "acos14d"],
    sumBy: [],
  },
  job: lateJob(async () => (await import("../reports/request/report-of-profiles.ts")).runProfiles),
});

export const download = action({
  description: "Get the rows of requested reports. Can filter, sum and sort the rows.",
  params: (z) => ({
    reportIds: z.array(reportId(z)).min(1).max(maxReportsPerCall),
    ...rowParams(z),
    ...ratiosParam(z),
    ...skipParam(z),
    ...waitParam(z),
    ...profile(z),
  }),
  check: checkDownload,
  result: ReportRows,
  view: viewReport,
  effect: "read",
  calls: ["reports.get", "reports.file"],
  example: { reportIds: ["06ba6494-8568-4066-949f-abb6a91c0b9c"], sortBy: "cost", top: 20 },
  job: {
    ...jobFacts,
    plan: async () => ({}),
    async ask(_work, params, context) {
      const { collectReports } = await import("../reports/request/collect-reports.ts");
      return collectReports(params.reportIds, params, context);
    },
  },
});

/**
 * Opens the file of a report as a stream of bytes: JSON rows, compressed with gzip. `reportRows` waits for the file and reads
 * its rows.
 */
export const download_file = action({
  description: "Get a gzipped JSON report. Only code can use it.",
  params: (z) => ({ reportId: reportId(z), ...waitParam(z), ...profile(z) }),
  result: ReportFile,
  effect: "read",
  calls: ["reports.get", "reports.file"],
  example: { reportId: "06ba6494-8568-4066-949f-abb6a91c0b9c" },
  job: openFile({
    idOf: ({ reportId: id }: { reportId: string; profileId?: string | undefined }) => id,
    reader: ({ profileId }, context) => reportReader(context, profileId),
    operation: "reports.file",
  }),
});

const remove = action({
  description: "Delete a report, or cancel a running report.",
  params: (z) => ({ reportId: reportId(z), ...profile(z) }),
  result: (z) => z.object({ reportId: z.string(), code: z.string().nullish(), detail: z.string().nullish() }),
  effect: "write",
  calls: "reports.delete",
  echo: ["reportId"],
  example: { reportId: "06ba6494-8568-4066-949f-abb6a91c0b9c" },
});
