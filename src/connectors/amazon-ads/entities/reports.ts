import { type Zod, action } from "../../../core/contract/action.ts";
import { findDates } from "../dates/find-clock.ts";
import { checkEnd } from "../dates/relative-dates.ts";
import { profile, profileIds } from "../params.ts";
import { ProfileRows, Report, ReportFile, ReportRows, ReportTypes } from "../records/reports-and-exports.ts";
import { maxReportsPerCall } from "../reports/request/check-dates.ts";
import { collectReports, reportReader } from "../reports/request/collect-reports.ts";
import { goesOn } from "../reports/jobs/ask-jobs.ts";
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
import { findReportType } from "../reports/types/find-report-type.ts";
import { kindOf } from "../reports/types/column-kinds.ts";
import { planReports } from "../reports/request/plan-reports.ts";
import type { ReportType } from "../reports/types/report-definition.ts";
import { runProfiles } from "../reports/request/report-of-profiles.ts";
import { reportType, reportTypeIds } from "../reports/types/report-types.ts";
import { requestReports } from "../reports/request/request-reports.ts";
import { runReports } from "../reports/request/run-reports.ts";
import { viewReport } from "../reports/request/model-view.ts";

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
  run: async ({ reportTypeId: asked }) => {
    const summaryOf = (
      id: string,
      { adProduct, groups, timeUnits, daysPerReport, daysKept, note }: ReportType,
    ) => ({
      reportTypeId: id,
      adProduct,
      groupBy: Object.keys(groups),
      timeUnits,
      daysPerReport,
      daysKept,
      note,
    });
    if (asked === undefined) return { data: reportTypeIds.map((id) => summaryOf(id, reportType(id)!)) };
    const [id, type] = findReportType(asked);
    const { columns, groups, unconfirmed } = type;
    const all = [...columns, ...Object.values(groups).flatMap((group) => group.columns)];
    return {
      data: {
        ...summaryOf(id, type),
        columns,
        groups,
        unconfirmed,
        notAddable: [...new Set(all)].filter((name) => ["unique", "modelled"].includes(kindOf(name) ?? "")),
      },
    };
  },
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
  run: async (params, context) => {
    const { dates, said } = await findDates(params, params.profileId, context);
    const planned = planReports(
      { ...params, ...dates },
      { now: context.clock.now(), unchecked: context.unchecked, merges: false },
    );
    const reports = await requestReports(planned, params.profileId, context);
    return { data: { reportIds: reports.map(({ reportId: id }) => String(id)), reports }, meta: { ...said } };
  },
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
  job: runReports,
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
  job: runProfiles,
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
    waits: "wait_seconds",
    goesOn,
    plan: async () => ({}),
    ask: (_work, params, context) => collectReports(params.reportIds, params, context),
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
