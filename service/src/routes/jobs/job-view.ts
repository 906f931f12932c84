import { z } from "zod";
import { jobOf } from "agent-connectors/toolkit";
import type { FoundJob } from "../../jobs/find-job.ts";
import { aboutOf } from "../../jobs/job-services.ts";

const time = z.iso.datetime();

export const jobSchema = z
  .object({
    id: z.string(),
    status: z.enum(["pending", "succeeded", "failed", "cancelled"]),
    run: z.string().optional().meta({ description: "The run of the call, from the request that asked." }),
    connector_id: z.string(),
    connector_type: z.string(),
    external_user_id: z.string(),
    entity: z.string(),
    action: z.string(),
    asks: z.string().meta({ description: "What was asked, in one line." }),
    progress: z
      .object({ done: z.number().int(), total: z.number().int() })
      .optional()
      .meta({ description: "How many parts were ready when the platform was asked last." }),
    asked_at: time,
    expires_at: time.meta({ description: "A job that is not ready at this time has failed." }),
    ended_at: time.optional(),
    error: z.looseObject({ code: z.string() }).optional(),
    cancelled_by: z.string().optional(),
    note: z
      .string()
      .optional()
      .meta({ description: "What the platform does with the work of a cancelled job." }),
  })
  .meta({ id: "Job" });

export type JobView = z.output<typeof jobSchema>;

/** Returns the fields of a job that the API shows. */
export const jobViewOf = ({ place, job }: FoundJob, published: string): JobView =>
  ({
    ...jobOf(place.id, job),
    connector_id: place.connector_id,
    connector_type: published,
    external_user_id: aboutOf(job).connector.user,
  }) as JobView;
