import type { JobSteps } from "../../../../core/contract/job.ts";
import type { RunContext } from "../../../../core/contract/run-context.ts";
import { askJobs, progressOf } from "./ask-jobs.ts";
import { isFinished, type ReadJob } from "./job.ts";
import { jobFacts } from "./late-job.ts";

interface FileSource<Params> {
  idOf(params: Params): string;
  reader(params: Params, context: RunContext): ReadJob;
  /** The operation that opens a file. */
  operation: string;
}

/** The steps of an action that opens the file of a report or an export. */
export const openFile = <Params>({
  idOf,
  reader,
  operation,
}: FileSource<Params>): JobSteps<Params, Record<never, never>> => ({
  ...jobFacts,
  plan: async () => ({}),
  async ask(_work, params, context) {
    const [id, readJob] = [idOf(params), reader(params, context)];
    const jobs = await askJobs([id], readJob);
    if (!jobs.every(isFinished)) return { progress: progressOf(jobs) };
    const { openJobFile } = await import("./read-job-rows.ts");
    return {
      read: async () => ({
        data: await openJobFile(jobs[0]!, { send: context.send, readJob, operation }),
        meta: { filename: `${id.replace(/[^\w-]/g, "_")}.json.gz`, content_type: "application/gzip" },
      }),
    };
  },
});
