import type { JobSteps } from "../../../../core/contract/job.ts";
import { late } from "../../../../core/ground/lazy.ts";

/** The param with the seconds for which a call waits, and what Amazon does after somebody has cancelled a job. */
export const jobFacts = {
  waits: "wait_seconds",
  goesOn: "Amazon finishes the file all the same. reports.delete deletes a report.",
} as const;

/** The functions of a job. */
export type JobCode<Params, Work> = Required<Omit<JobSteps<Params, Work>, keyof typeof jobFacts>>;

/** Returns the steps of a job whose code is loaded at the first step. */
export const lateJob = <Params, Work>(
  load: () => Promise<JobCode<Params, Work>>,
): JobSteps<Params, Work> => ({
  ...jobFacts,
  plan: late(async () => (await load()).plan),
  start: late(async () => (await load()).start),
  ask: late(async () => (await load()).ask),
});
