import type { RunContext } from "../../../core/contract/run.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { readJob, told } from "./job.ts";
import { planReports } from "./plan-reports.ts";
import type { ReportParams } from "./report-definition.ts";

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

/** Orders what the params ask for: one report, or several where the range is longer than one may be. */
export async function orderAll(
  params: ReportParams & { profileId?: string | undefined },
  context: RunContext,
): Promise<Dict[]> {
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
