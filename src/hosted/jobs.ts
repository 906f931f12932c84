import type { ReadOutcome } from "../core/call/transport.ts";
import type { Job, Jobs } from "../core/contract/job.ts";
import type { Clock } from "../core/ground/clock.ts";
import { at } from "../core/ground/json.ts";
import { rejectOnAbort } from "../core/ground/abort.ts";
import { readResult } from "./read-result.ts";
import type { Api } from "./service-api.ts";

const path = "/v1/jobs";

const pathOf = (id: string, more = "") => `${path}/${encodeURIComponent(id)}${more}`;

/** The milliseconds between two questions whether a job has ended. The service itself asks the platform. */
const pauseMs = 15_000;

const read = async (request: Api, id: string, signal?: AbortSignal): Promise<Job> =>
  (await request({
    what: "Getting the job",
    method: "GET",
    path: pathOf(id),
    changes: false,
    field: "status",
    signal,
  })) as Job;

const resultOf = async (request: Api, id: string, signal?: AbortSignal) =>
  readResult(
    await request({
      what: "Reading the result of the job",
      method: "GET",
      path: pathOf(id, "/result"),
      changes: false,
      field: "result",
      files: true,
      signal,
    }),
  );

/** Returns the result of a job of the user of the token, with the names of its action. */
export async function readJobOutcome(
  request: Api,
  id: string,
  signal: AbortSignal | undefined,
): ReturnType<ReadOutcome> {
  const { entity, action } = await read(request, id, signal);
  return { entity, action, result: await resultOf(request, id, signal) };
}

/** Returns the jobs of a user at the hosted service. */
export function createHostedJobs(request: Api, clock: Clock): Jobs {
  return {
    async list() {
      const found: Job[] = [];
      for (let cursor = ""; ;) {
        const page = await request({
          what: "Listing the jobs",
          method: "GET",
          path: `${path}${cursor}`,
          changes: false,
          field: "data",
        });
        found.push(...(at(page, "data") as Job[]));
        const next = at(page, "next_cursor");
        if (typeof next !== "string" || found.length >= 1000) return found;
        cursor = `?cursor=${encodeURIComponent(next)}`;
      }
    },
    get: (id, { signal } = {}) => read(request, id, signal),
    result: (id, { signal } = {}) => resultOf(request, id, signal),
    async waitFor(id, { signal } = {}) {
      for (;;) {
        const job = await read(request, id, signal);
        if (job.status !== "pending") return job;
        await rejectOnAbort(clock.sleep(pauseMs, signal), signal);
      }
    },
    // The token of a user names nobody: the service knows who it is.
    async cancel(id) {
      return (await request({
        what: "Cancelling the job",
        method: "POST",
        path: pathOf(id, "/cancel"),
        body: {},
        changes: true,
        field: "status",
      })) as Job;
    },
  };
}
