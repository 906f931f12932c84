import type { RunContext, RunResult } from "../../../../core/contract/run-context.ts";
import { type ReadJob, refuseFailedJobs } from "./job.ts";
import { openJobFile } from "./read-job-rows.ts";
import { waitForJobs } from "./wait-for-jobs.ts";

interface FileSource {
  readJob: ReadJob;
  /** The operation that opens a file. */
  operation: string;
  wait_seconds: number;
}

/** Waits at most `wait_seconds` for a report or an export, and opens its file. */
export async function openFile(
  id: string,
  { readJob, operation, wait_seconds }: FileSource,
  context: RunContext,
): Promise<RunResult> {
  const [job] = await waitForJobs([id], readJob, context, wait_seconds);
  refuseFailedJobs([job!]);
  if (job!.status !== "COMPLETED") return { data: { status: "running" } };
  const data = await openJobFile(job!, { send: context.send, readJob, operation });
  return {
    data,
    meta: { filename: `${id.replace(/[^\w-]/g, "_")}.json.gz`, content_type: "application/gzip" },
  };
}
