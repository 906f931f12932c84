import type { JobCode } from "../jobs/late-job.ts";
import type { RunContext, RunResult } from "../../../../core/contract/run-context.ts";
import { ConnectorError, type ErrorJson } from "../../../../core/ground/errors.ts";
import { type Dict, dicts, isDict } from "../../../../core/ground/json.ts";
import { askJobs, progressOf } from "../jobs/ask-jobs.ts";
import { isFinished, type Job } from "../jobs/job.ts";
import { readReports } from "./collect-reports.ts";
import { reportReader } from "./report-reader.ts";
import { requestReports } from "./request-reports.ts";
import { idsOf, planWork, readOptionsOf, type ReportParams, type ReportWork } from "./run-reports.ts";

type ProfilesParams = Omit<ReportParams, "profileId"> & { profileIds: readonly string[] };

/** The report of one profile. It has an error if the report was not requested, and else its work. */
interface ProfileWork {
  profileId: string;
  work?: ReportWork | undefined;
  error?: ErrorJson | undefined;
}

/** What Amazon says about the report of one profile. */
interface ProfileReport extends Omit<ProfileWork, "error"> {
  jobs?: readonly Job[] | undefined;
  /** The currency of all amounts in the rows. */
  currencyCode?: string | undefined;
  result?: RunResult | undefined;
  error?: ConnectorError | undefined;
}

/**
 * The steps of the same report in several profiles at the same time. Each row names its profile and its currency. Amounts of
 * different profiles are never added, because their currencies can differ. Fails if the report fails in every profile.
 */
export const runProfiles: JobCode<ProfilesParams, readonly ProfileWork[]> = {
  plan: async ({ profileIds, ...params }, context) =>
    refuseAll(
      await Promise.all(
        profileIds.map((profileId) =>
          orError(profileId, async () => ({
            profileId,
            work: await planWork({ ...params, profileId }, context),
          })),
        ),
      ),
    ),
  async start(all, _params, context, save) {
    const now = [...all];
    const change = (index: number, work: ReportWork) =>
      void (now[index] = { profileId: all[index]!.profileId, work });
    await Promise.all(
      all.map(async ({ profileId, work }, index) => {
        if (!work) return;
        const started = await orError(profileId, async () => {
          const reports = await requestReports(work, profileId, context, {
            requested: work.reports,
            async save(requested) {
              change(index, { ...work, reports: [...requested] });
              await save([...now]);
            },
          });
          return { profileId, work: { ...work, reports } };
        });
        now[index] = started;
      }),
    );
    return refuseAll(now);
  },
  async ask(all, { profileIds: _profileIds, ...params }, context) {
    const reports = await Promise.all(all.map((one) => askProfile(one, context)));
    const known = reports.flatMap(({ jobs }) => jobs ?? []);
    if (known.length === 0) throw reports[0]!.error;
    const read = async () =>
      resultOf(await Promise.all(reports.map((one) => readProfile(one, params, context))));
    if (known.every(isFinished)) return { read };
    return { progress: progressOf(known), partial: reports.some(isReady) ? read : undefined };
  },
};

/** Keeps the error of one profile, so that it does not hide the others. */
async function orError(profileId: string, work: () => Promise<ProfileWork>): Promise<ProfileWork> {
  try {
    return await work();
  } catch (error) {
    if (!ConnectorError.is(error) || error.code === "aborted" || error.code === "storage_unavailable")
      throw error;
    return { profileId, error: error.toJSON() };
  }
}

/** @throws ConnectorError the first error if no profile has a report */
function refuseAll(all: readonly ProfileWork[]): readonly ProfileWork[] {
  const [first] = all;
  if (first?.error && all.every(({ error }) => error)) throw ConnectorError.fromJSON(first.error);
  return all;
}

/** Sends with the facts that Amazon's answers have about the profile. */
function watching(context: RunContext): { own: RunContext; facts: () => Dict } {
  let profile: Dict = {};
  const send: RunContext["send"] = async (...args) => {
    const reply = await context.send(...args);
    if (isDict(reply.meta?.profile)) ({ profile } = reply.meta as { profile: Dict });
    return reply;
  };
  return { own: { ...context, send }, facts: () => profile };
}

async function askProfile(
  { profileId, work, error }: ProfileWork,
  context: RunContext,
): Promise<ProfileReport> {
  if (!work) return { profileId, error: error && ConnectorError.fromJSON(error) };
  const { own, facts } = watching(context);
  try {
    const jobs = await askJobs(idsOf(work), reportReader(own, profileId));
    const { profileId: exact = profileId, currencyCode } = facts();
    return { profileId: String(exact), work, jobs, currencyCode: currencyCode as string | undefined };
  } catch (failure) {
    if (!ConnectorError.is(failure) || failure.code === "aborted" || failure.retryable) throw failure;
    return { profileId, work, error: failure };
  }
}

const isReady = ({ jobs }: ProfileReport): boolean => jobs?.every(isFinished) ?? false;

async function readProfile(
  report: ProfileReport,
  params: Omit<ProfilesParams, "profileIds">,
  context: RunContext,
): Promise<ProfileReport> {
  const { profileId, work, jobs } = report;
  if (!work || !jobs || !isReady(report)) return report;
  try {
    const options = readOptionsOf({ ...params, profileId }, work);
    return { ...report, result: await readReports(jobs, options, context) };
  } catch (error) {
    if (!ConnectorError.is(error) || error.code === "aborted") throw error;
    return { ...report, error };
  }
}

function resultOf(reports: readonly ProfileReport[]): RunResult {
  const failed = reports.filter(({ error }) => error);
  if (failed.length === reports.length) throw failed[0]!.error;
  const done = reports.filter(({ result }) => result);
  const currencies = [...new Set(done.flatMap(({ currencyCode }) => currencyCode ?? []))];
  const warnings = [
    ...new Set(done.flatMap(({ result }) => (result?.meta?.warnings as string[] | undefined) ?? [])),
    ...(currencies.length > 1 ? [`The amounts are in ${currencies.join(", ")}. Do not add them.`] : []),
  ];
  return {
    data: {
      rows: done.flatMap(({ profileId, currencyCode, result }) =>
        rowsOf(result).map((row) => ({ profileId, currencyCode, ...row })),
      ),
      profiles: reports.map(({ profileId, currencyCode, work, result, error }) => ({
        profileId,
        currencyCode,
        dates: work?.said.dates,
        status: error ? "failed" : result ? "completed" : "running",
        rows_after_sum: isDict(result?.data) ? result.data.rows_after_sum : undefined,
        error: error && { code: error.code, message: error.message, hint: error.hint },
      })),
    },
    ...(warnings.length > 0 ? { meta: { warnings } } : {}),
  };
}

const rowsOf = (result: RunResult | undefined): Dict[] =>
  isDict(result?.data) ? dicts(result.data.rows) : [];
