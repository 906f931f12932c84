import { type Z, action } from "../../../core/contract/action.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { profile } from "../params.ts";
import { Report, ReportRows } from "../records/reports-and-exports.ts";
import { checkRowColumns } from "../reports/check-columns.ts";
import { maxReportsPerCall } from "../reports/check-dates.ts";
import { collectReports, reportReader } from "../reports/collect-reports.ts";
import { publicRecord } from "../reports/job.ts";
import {
  checkSkip,
  definitionParams,
  reportTypeId,
  rowParams,
  skipParam,
  waitParam,
} from "../reports/report-params.ts";
import { findReportType } from "../reports/find-report-type.ts";
import type { ReportType } from "../reports/report-definition.ts";
import { reportTypes } from "../reports/report-types.ts";
import { requestReports } from "../reports/request-reports.ts";
import { viewReport } from "../reports/model-view.ts";

export { remove as delete };

const reportId = (z: Z) =>
  z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .describe("id of a report");

export const types = action({
  description: "List report types, or one type's groups, columns and filters. Makes no request.",
  params: (z) => ({ reportTypeId: reportTypeId(z).optional() }),
  effect: "read",
  // The action sends no request. The operation `reports.create` is listed because its documentation page lists the
  // report types.
  calls: ["reports.create"],
  example: { reportTypeId: "spSearchTerm" },
  run: async ({ reportTypeId: asked }) => {
    const summaryOf = (id: string, { adProduct, groups, daysPerReport, daysKept }: ReportType) => ({
      reportTypeId: id,
      adProduct,
      groupBy: Object.keys(groups),
      daysPerReport,
      daysKept,
    });
    if (asked === undefined)
      return { data: Object.entries(reportTypes).map(([id, type]) => summaryOf(id, type)) };
    const [id, type] = findReportType(asked);
    return { data: { ...summaryOf(id, type), columns: type.columns, groups: type.groups } };
  },
});

export const create = action({
  description:
    "Request a report, which takes minutes, sometimes hours. A long date range becomes several reports.",
  params: definitionParams,
  result: (z) => z.object({ reportIds: z.array(z.string()), reports: z.array(Report(z)) }),
  effect: "read",
  calls: "reports.create",
  example: { reportTypeId: "spCampaigns", startDate: "2026-01-01", endDate: "2026-01-31" },
  run: async (params, context) => {
    const reports = await requestReports(params, context);
    return { data: { reportIds: reports.map(({ reportId: id }) => String(id)), reports } };
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
  description:
    "Request a report, wait and return its rows. Can filter, sum, sort and cut the rows. If the report is not ready, call `data.resume`.",
  params: (z) => ({ ...definitionParams(z), ...rowParams(z), ...waitParam(z) }),
  result: ReportRows,
  view: viewReport,
  effect: "read",
  calls: ["reports.create", "reports.get", "reports.file"],
  example: {
    reportTypeId: "spSearchTerm",
    startDate: "2026-01-01",
    endDate: "2026-01-14",
    sumBy: ["searchTerm"],
    sortBy: "cost",
    top: 20,
  },
  run: async (params, context) => {
    checkRowColumns(params);
    const reports = await requestReports(params, context);
    const result = await collectReports(
      reports.map(({ reportId: id }) => String(id)),
      params,
      context,
    );
    const reused = reports.some((report) => report.reused === true);
    return reused ? { ...result, data: { ...(result.data as Dict), reused } } : result;
  },
});

export const download = action({
  description: "Get the rows of requested reports. Can filter, sum, sort and cut the rows.",
  params: (z) => ({
    reportIds: z.array(reportId(z)).min(1).max(maxReportsPerCall),
    ...rowParams(z),
    ...skipParam(z),
    ...waitParam(z),
    ...profile(z),
  }),
  check: checkSkip,
  result: ReportRows,
  view: viewReport,
  effect: "read",
  calls: ["reports.get", "reports.file"],
  example: { reportIds: ["06ba6494-8568-4066-949f-abb6a91c0b9c"], sortBy: "cost", top: 20 },
  run: (params, context) => collectReports(params.reportIds, params, context),
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
