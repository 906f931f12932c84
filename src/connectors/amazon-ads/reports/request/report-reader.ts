import type { RunContext } from "../../../../core/contract/run-context.ts";
import { jobOf, type ReadJob } from "../jobs/job.ts";

export const reportReader =
  ({ send }: RunContext, profileId: unknown): ReadJob =>
  async (id) => {
    const { body, meta } = await send("reports.get", { profileId, reportId: id });
    return { ...jobOf(id, body), currency: meta?.currency };
  };
