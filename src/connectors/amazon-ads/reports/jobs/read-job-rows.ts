import type { RunContext } from "../../../../core/contract/run-context.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import type { Job, ReadJob } from "./job.ts";
import { parseReportFile, readReportCells } from "../rows/parse-report-file.ts";
import { type RowOptions, type RowPlans, type ShapedRows, createRowShaper } from "../rows/shape-rows.ts";

interface Source {
  send: RunContext["send"];
  readJob: ReadJob;
  /** The operation that opens a file. */
  operation: string;
}

/** The maximum number of characters of JSON that one call keeps in memory. */
const maxKeptLength = 100 * 1024 * 1024;

/** Reads the files of finished jobs (reports or exports) into one list of rows. */
export async function readJobRows(
  jobs: readonly Job[],
  options: RowOptions,
  plans: RowPlans,
  source: Source,
): Promise<ShapedRows> {
  const shaper = createRowShaper(options, plans);
  let count = 0;
  let characters = 0;
  for (const job of jobs) {
    const file = await openJobFile(job, source);
    if (shaper.cells) {
      const { columns, add, isLarge } = shaper.cells;
      await readReportCells(file, columns, add, isLarge);
      continue;
    }
    for await (const { rows, length } of parseReportFile(file, { skip: options.skip })) {
      for (const row of rows) {
        shaper.add(row);
        if (shaper.isFull()) return shaper.finish();
      }
      count += rows.length;
      characters += length;
      if ((shaper.keptRows() * characters) / count > maxKeptLength)
        throw new ConnectorError("upstream_response_too_large", "The rows do not fit in memory.", {
          hint: "Lower top, or pass sumBy. Code can read all rows with reportRows or exportRows.",
          retryable: false,
        });
    }
  }
  return shaper.finish();
}

/** Opens the file of a job. If the file's address has expired, reads the job once more to get a new address. */
export async function openJobFile(
  job: Job,
  source: Source,
  mayReadAgain = true,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { send, readJob, operation } = source;
  if (job.url === undefined)
    throw new ConnectorError(
      "upstream_invalid_response",
      `Amazon Ads returned no address for the file of ${job.id}.`,
      { hint: "Call again with the same id." },
    );
  try {
    return (await send(operation, { url: job.url })).body as ReadableStream<Uint8Array<ArrayBuffer>>;
  } catch (error) {
    if (!mayReadAgain || !ConnectorError.is(error) || error.code !== "not_found") throw error;
    return openJobFile(await readJob(job.id), source, false);
  }
}
