import type { Job, JobStatus } from "./job-types.ts";
import type { World } from "../world-types.ts";

export function jobStatus(world: World, job: Job): JobStatus {
  const now = world.clock.now();
  if (now < job.startsAt) return "PENDING";
  if (now < job.endsAt) return "PROCESSING";
  return job.failure === undefined ? "COMPLETED" : "FAILED";
}
