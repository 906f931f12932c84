import type { JobStatus } from "./jobs/job-types.ts";
import { jobStatus } from "./jobs/job-status.ts";
import type { Collection, Fields, Profile, Region } from "./types.ts";
import type { World } from "./world-types.ts";

/** The sandbox's data as plain objects. Ids are text. */
export interface AmazonAdsState {
  accounts: {
    region: Region;
    profile: Profile;
    entities: Record<Collection, Fields[]>;
    jobs: { id: string; kind: "report" | "export"; status: JobStatus; request: Fields }[];
  }[];
  /** The number of issued access tokens. */
  refreshes: number;
}

export function snapshot(world: World): AmazonAdsState {
  return structuredClone({
    accounts: [...world.accounts.values()].map(({ region, profile, entities, jobs }) => ({
      region,
      profile,
      entities: Object.fromEntries(
        [...entities].map(([collection, items]) => [
          collection,
          [...items.values()].map(({ fields, state }): Fields => ({ ...fields, state })),
        ]),
      ) as Record<Collection, Fields[]>,
      jobs: [...jobs.values()].map((job) => ({
        id: job.id,
        kind: job.kind,
        status: jobStatus(world, job),
        request: job.request,
      })),
    })),
    refreshes: world.tokens.size,
  });
}
