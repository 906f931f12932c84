import type { JobCode } from "../jobs/late-job.ts";
import type { RunContext, RunResult } from "../../../../core/contract/run-context.ts";
import type { Dict } from "../../../../core/ground/json.ts";
import { findDates } from "../../dates/find-clock.ts";
import type { GivenPeriod } from "../../dates/relative-dates.ts";
import type { RowOptions } from "../rows/shape-rows.ts";
import type { ReportDefinition } from "../types/report-definition.ts";
import { collectReports } from "./collect-reports.ts";
import { planReports, type PlannedReports } from "./plan-reports.ts";
import { requestReports } from "./request-reports.ts";

interface AllParams extends RowOptions, GivenPeriod, Omit<ReportDefinition, keyof GivenPeriod> {
  profileId?: string | undefined;
}

/** A mapped type, because TypeScript compares an interface with the params of an action otherwise. */
export type ReportParams = Pick<AllParams, keyof AllParams>;

/** The reports of one call in one profile. `reports`: those that are requested. */
export interface ReportWork extends PlannedReports {
  /** What the caller is told about dates that depend on today. */
  said: { dates?: string };
  reports: readonly Dict[];
}

export async function planWork(params: ReportParams, context: RunContext): Promise<ReportWork> {
  const { dates, said } = await findDates(params, params.profileId, context);
  const planned = planReports(
    { ...params, ...dates },
    { now: context.clock.now(), unchecked: context.unchecked, merges: true },
  );
  return { ...planned, said, reports: [] };
}

export const idsOf = ({ reports }: ReportWork): string[] => reports.map(({ reportId }) => String(reportId));

/** The options for reading the rows of the reports. */
export const readOptionsOf = (params: ReportParams, { configuration, computed }: ReportWork) => ({
  ...params,
  configuration,
  ratios: computed.length > 0 ? computed : undefined,
});

/** Requests reports, and does not wait for them. */
export async function createReports(
  params: Omit<ReportParams, keyof RowOptions>,
  context: RunContext,
): Promise<RunResult> {
  const { dates, said } = await findDates(params, params.profileId, context);
  const planned = planReports(
    { ...params, ...dates },
    { now: context.clock.now(), unchecked: context.unchecked, merges: false },
  );
  const reports = await requestReports(planned, params.profileId, context);
  return { data: { reportIds: reports.map(({ reportId }) => String(reportId)), reports }, meta: { ...said } };
}

/** The steps of `reports.run`. */
export const runReports: JobCode<ReportParams, ReportWork> = {
  plan: planWork,
  async start(work, params, context, save) {
    const { profileId } = params;
    const reports = await requestReports(work, profileId, context, {
      requested: work.reports,
      save: (requested) => save({ ...work, reports: [...requested] }),
    });
    return { ...work, reports };
  },
  async ask(work, params, context) {
    const answer = await collectReports(idsOf(work), readOptionsOf(params, work), context);
    if (!("read" in answer)) return answer;
    return {
      async read() {
        const { data, meta } = await answer.read();
        const reused = work.reports.some((report) => report.reused === true);
        return { data: reused ? { ...(data as Dict), reused } : data, meta: { ...meta, ...work.said } };
      },
    };
  },
};
