import type { RunContext } from "../../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../../core/ground/json.ts";
import { jobOf, publicRecord } from "../jobs/job.ts";
import type { PlannedReports } from "./plan-reports.ts";

/**
 * The seconds to wait if Amazon's report queue is full and the response contains no waiting time. An earlier call
 * would prolong the wait.
 */
const queueFullSeconds = 60;

/**
 * Requests the planned reports one after another. `requested`: the first ones, which were requested before. `save`: keeps
 * those that are requested, after each request.
 */
export async function requestReports(
  { bodies }: Pick<PlannedReports, "bodies">,
  profileId: string | undefined,
  context: RunContext,
  {
    requested = [],
    save,
  }: { requested?: readonly Dict[]; save?: (reports: readonly Dict[]) => Promise<void> } = {},
): Promise<Dict[]> {
  const reports = [...requested];
  for (const body of bodies.slice(reports.length)) {
    try {
      reports.push(await requestReport(body, profileId, context));
      await save?.(reports);
    } catch (error) {
      if (reports.length === 0 || !ConnectorError.is(error)) throw error;
      throw new ConnectorError(
        error.code,
        `${error.message} ${reports.length} of ${bodies.length} reports were requested.`,
        {
          ...error.toJSON(),
          hint: `Call again with the same params. Reports that were already requested are used again. ${error.hint ?? ""}`,
        },
      );
    }
  }
  return reports;
}

/** Requests a report. If Amazon is already preparing the same report, returns the id of that report. */
async function requestReport(body: Dict, profileId: unknown, { send }: RunContext): Promise<Dict> {
  try {
    const reply = await send("reports.create", { profileId, ...body });
    const record = isDict(reply.body) ? reply.body : {};
    return publicRecord(jobOf(String(record.reportId), record));
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    const runningId = error.message.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi)?.at(-1);
    if (error.platform?.status === 425 && runningId !== undefined)
      return { reportId: runningId, status: "PENDING", reused: true, ...body };
    if (error.code === "upstream_rate_limited" && error.retry_after === undefined)
      throw new ConnectorError(error.code, error.message, {
        retry_after: queueFullSeconds,
        hint: `No report was requested. Call again after ${queueFullSeconds} s; Amazon's report queue is full.`,
        platform: error.platform,
      });
    throw error;
  }
}
