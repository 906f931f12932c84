import type { RunContext } from "../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import type { Job, ReadJob } from "./job.ts";
import { parseReportFile } from "./parse-report-file.ts";
import { type RowOptions, type ShapedRows, createRowShaper } from "./shape-rows.ts";

interface Source {
  send: RunContext["send"];
  readJob: ReadJob;
  /** The name of the operation that opens a file. */
  operation: string;
}

/**
 * Reads the files of finished jobs into one list of rows. A job is a report or an export that Amazon prepares in the
 * background.
 */
export async function readJobRows(
  jobs: readonly Job[],
  options: RowOptions,
  source: Source,
): Promise<ShapedRows> {
  const shaper = createRowShaper(options);
  for (const job of jobs) {
    const file = await openFile(job, source);
    for await (const row of parseReportFile(file, { skip: options.skip })) {
      shaper.add(row);
      if (shaper.isFull()) break;
    }
  }
  return shaper.finish();
}

/** Opens the file of a job. If the address of the file has expired, reads the job once more to get a new address. */
async function openFile(job: Job, source: Source, mayReadAgain = true): Promise<ReadableStream<Uint8Array>> {
  const { send, readJob, operation } = source;
  if (job.url === undefined)
    throw new ConnectorError(
      "upstream_invalid_response",
      `Amazon Ads returned no address for the file of ${job.id}.`,
      { hint: "Call again with the same id." },
    );
  try {
    return (await send(operation, { url: job.url })).body as ReadableStream<Uint8Array>;
  } catch (error) {
    if (!mayReadAgain || !ConnectorError.is(error) || error.code !== "not_found") throw error;
    return openFile(await readJob(job.id), source, false);
  }
}
