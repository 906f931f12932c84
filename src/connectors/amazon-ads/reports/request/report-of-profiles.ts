import type { RunContext, RunResult } from "../../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import { type Dict, dicts, isDict } from "../../../../core/ground/json.ts";
import { collectReports } from "./collect-reports.ts";
import { findDates } from "../../dates/find-clock.ts";
import type { GivenPeriod } from "../../dates/relative-dates.ts";
import type { ReportDefinition } from "../types/report-definition.ts";
import { planReports } from "./plan-reports.ts";
import { requestReports } from "./request-reports.ts";
import type { RowOptions } from "../rows/shape-rows.ts";

/** `result` is absent if the report failed. */
interface ProfileReport {
  profileId: string;
  /** The dates of the report, if they depend on the profile's today. */
  dates?: string | undefined;
  /** The currency of all amounts in the rows. */
  currencyCode?: string | undefined;
  result?: RunResult;
  error?: ConnectorError;
}

interface ProfilesOptions extends RowOptions, GivenPeriod, Omit<ReportDefinition, keyof GivenPeriod> {
  profileIds: readonly string[];
  wait_seconds: number;
}

/**
 * Runs the same report in several profiles at the same time. Each row names its profile and its currency. Amounts of
 * different profiles are never added, because their currencies can differ.
 * @throws ConnectorError if the report fails in every profile
 */
export async function reportOfProfiles(
  { profileIds, ...options }: ProfilesOptions,
  context: RunContext,
): Promise<RunResult> {
  const reports = await Promise.all(
    profileIds.map((profileId) => reportOf({ ...options, profileId }, context)),
  );
  const failed = reports.flatMap(({ profileId, error }) => (error ? [{ profileId, error }] : []));
  if (failed.length === reports.length) throw failed[0]!.error;
  const done = reports.filter(({ result }) => dataOf(result).status === "completed");
  const running = reports.filter(({ result }) => dataOf(result).status === "running");
  const currencies = [...new Set(done.flatMap(({ currencyCode }) => currencyCode ?? []))];
  const warnings = [
    ...new Set(done.flatMap(({ result }) => (result?.meta?.warnings as string[] | undefined) ?? [])),
    ...(running.length > 0
      ? [`${running.length} reports are still running. To get their rows, call each \`resume\` later.`]
      : []),
    ...(currencies.length > 1 ? [`The amounts are in ${currencies.join(", ")}. Do not add them.`] : []),
  ];
  return {
    data: {
      status: running.length > 0 ? "running" : "completed",
      rows: done.flatMap(({ profileId, currencyCode, result }) =>
        rowsOf(result).map((row) => ({ profileId, currencyCode, ...row })),
      ),
      profiles: reports.map(({ profileId, currencyCode, dates, result, error }) => ({
        profileId,
        currencyCode,
        dates,
        status: error ? "failed" : dataOf(result).status,
        rows_after_sum: dataOf(result).rows_after_sum,
        resume: dataOf(result).resume,
        error: error && { code: error.code, message: error.message, hint: error.hint },
      })),
    },
    ...(warnings.length > 0 ? { meta: { warnings } } : {}),
  };
}

async function reportOf(
  { profileId, ...options }: Omit<ProfilesOptions, "profileIds"> & { profileId: string },
  context: RunContext,
): Promise<ProfileReport> {
  let profile: Dict = {};
  const send: RunContext["send"] = async (...args) => {
    const reply = await context.send(...args);
    if (isDict(reply.meta?.profile)) ({ profile } = reply.meta as { profile: Dict });
    return reply;
  };
  const facts = () => ({
    profileId: String(profile.profileId ?? profileId),
    currencyCode: profile.currencyCode as string | undefined,
  });
  try {
    const { dates, said } = await findDates(options, profileId, context);
    const planned = planReports(
      { ...options, ...dates },
      { now: context.clock.now(), unchecked: context.unchecked, merges: true },
    );
    const reports = await requestReports(planned, profileId, { ...context, send });
    const result = await collectReports(
      reports.map(({ reportId }) => String(reportId)),
      {
        ...options,
        profileId,
        configuration: planned.configuration,
        ratios: planned.computed.length > 0 ? planned.computed : undefined,
      },
      { ...context, send },
    );
    return { ...facts(), ...said, result };
  } catch (error) {
    if (!ConnectorError.is(error) || error.code === "aborted") throw error;
    return { ...facts(), error };
  }
}

const dataOf = (result: RunResult | undefined): Dict => (isDict(result?.data) ? result.data : {});

const rowsOf = (result: RunResult | undefined): Dict[] => {
  const { rows } = dataOf(result);
  return dicts(rows);
};
