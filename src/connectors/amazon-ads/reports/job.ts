import type { RunContext } from "../../../core/contract/run.ts";
import { orAborted } from "../../../core/ground/abort.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { rowsOf } from "./parse-report-file.ts";
import { type Shape, type Shaped, createShaper } from "./shape-rows.ts";

/** A report or an export that Amazon works off. */
export interface Job {
  id: string;
  status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
  url?: string | undefined;
  record: Dict;
}

const words: Readonly<Record<string, Job["status"]>> = {
  PENDING: "PENDING",
  COMPLETED: "COMPLETED",
  SUCCESS: "COMPLETED",
  FAILED: "FAILED",
  FAILURE: "FAILED",
  CANCELLED: "FAILED",
};

/** Whatever else the status says, the job is still on its way. */
export function readJob(id: string, body: unknown): Job {
  const record = isDict(body) ? body : {};
  const status = words[String(record.status).toUpperCase()] ?? "PROCESSING";
  return { id, status, record, ...(typeof record.url === "string" ? { url: record.url } : {}) };
}

/** The record without the file's address: whoever has that, has the file. */
export function told({ status, record: { url: _url, ...record } }: Job): Dict {
  return { ...record, status };
}

const firstWait = 2_000;

const longestWait = 15_000;

/**
 * Asks until every job has ended, or the time is over. Each is asked at least once. That Amazon was asked too often says
 * nothing of a job: as long as there is time it is on its way.
 */
export async function waitFor(
  ids: readonly string[],
  status: (id: string) => Promise<Job>,
  { clock, signal }: Pick<RunContext, "clock" | "signal">,
  seconds: number,
): Promise<Job[]> {
  const end = clock.now() + seconds * 1000;
  const jobs = new Map<string, Job>();
  let pause = 0;
  const ask = async (id: string): Promise<Job> => {
    try {
      return await status(id);
    } catch (error) {
      if (!ConnectorError.is(error) || error.code !== "upstream_rate_limited") throw error;
      const last = jobs.get(id);
      if (!last && clock.now() >= end) throw error;
      pause = (error.retry_after ?? 0) * 1000;
      return last ?? readJob(id, undefined);
    }
  };
  for (let wait = firstWait; ; wait = Math.min(longestWait, wait * 1.6)) {
    pause = 0;
    for (const id of ids) {
      const job = jobs.get(id);
      if (job?.status !== "COMPLETED" && job?.status !== "FAILED") jobs.set(id, await ask(id));
    }
    const all = ids.map((id) => jobs.get(id)!);
    const left = end - clock.now();
    if (all.every((job) => job.status === "COMPLETED" || job.status === "FAILED") || left <= 0) return all;
    const slept = clock.sleep(Math.min(Math.max(wait, pause), left), signal);
    await orAborted(`The wait for ${ids.join(", ")}`, slept, signal);
  }
}

/** Reads the files of finished jobs, only one where rows are skipped, through the shaper. An address that has expired is asked for once more. */
export async function readFiles(
  jobs: readonly Job[],
  shape: Shape,
  {
    send,
    status,
    operation,
  }: { send: RunContext["send"]; status: (id: string) => Promise<Job>; operation: string },
): Promise<Shaped> {
  const shaper = createShaper(shape);
  for (const job of jobs) {
    const body = await open(job);
    for await (const row of rowsOf(body, { skip: shape.skip })) {
      shaper.add(row);
      if (shaper.full()) break;
    }
  }
  return shaper.done();

  async function open(job: Job, again = true): Promise<ReadableStream<Uint8Array>> {
    if (job.url === undefined)
      throw new ConnectorError(
        "upstream_invalid_response",
        `Amazon Ads gave no address for the file of ${job.id}.`,
        {
          hint: "Call again with the same id.",
        },
      );
    try {
      return (await send(operation, { url: job.url })).body as ReadableStream<Uint8Array>;
    } catch (error) {
      if (!again || !ConnectorError.is(error) || error.code !== "not_found") throw error;
      return open(await status(job.id), false);
    }
  }
}

/** A job that failed has no rows; Amazon's words for it, and what to do. */
export function refuseFailed(jobs: readonly Job[]): void {
  const failed = jobs.find(({ status }) => status === "FAILED");
  if (!failed) return;
  const why =
    failed.record.failureReason ?? (isDict(failed.record.error) ? failed.record.error.message : undefined);
  throw new ConnectorError(
    "upstream_rejected",
    `${failed.id} failed at Amazon${typeof why === "string" ? `: ${why.slice(0, 300)}` : ""}.`,
    { hint: "Create it again; with fewer columns or days if it fails once more.", path: "params" },
  );
}
