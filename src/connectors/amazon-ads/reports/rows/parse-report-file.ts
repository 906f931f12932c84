import { ConnectorError } from "../../../../core/ground/errors.ts";
import { isDict, type Dict } from "../../../../core/ground/json.ts";
import { idsAsText, isIdName } from "../../wire/ids-as-text.ts";
import { detach } from "./free-memory.ts";
import { type Cells, createCellReader } from "./read-cells.ts";
import { createRowSplitter } from "./split-json-rows.ts";

/** The maximum length of a row. Without a limit, a small file that decompresses to a huge row could fill the memory. */
const maxRowLength = 4 * 1024 * 1024;

/** `length`: the number of characters in the JSON of the rows. */
export interface RowBatch {
  rows: Dict[];
  length: number;
}

/**
 * Yields the rows of a report file, which is a JSON array compressed with gzip. Reads the file while it arrives, so
 * the whole file is never in memory. `skip`: the number of rows to leave out at the start.
 */
export async function* parseReportFile(
  bytes: ReadableStream<Uint8Array>,
  { skip = 0 }: { skip?: number | undefined } = {},
): AsyncGenerator<RowBatch, void, undefined> {
  const decoder = new TextDecoder();
  const splitter = createRowSplitter();
  const convertIds = createIdConverter();
  let left = skip;
  for await (const chunk of unzip(bytes)) {
    const text = splitter.push(decoder.decode(chunk, { stream: true }));
    if (splitter.pending > maxRowLength) throw rowTooLong();
    if (text === undefined) continue;
    const all = parseRows(text);
    const rows = left > 0 ? all.slice(left) : all;
    left = Math.max(0, left - all.length);
    for (const row of rows) convertIds(row);
    if (rows.length > 0) yield { rows, length: text.length };
  }
  if (!splitter.isComplete) throw invalidFile();
}

/**
 * Reads some columns of a report file without creating an object for each row. While `isLarge` returns true, memory is
 * freed earlier, which costs time.
 */
export async function readReportCells(
  bytes: ReadableStream<Uint8Array>,
  columns: readonly string[],
  onRow: (cells: Cells) => void,
  isLarge?: () => boolean,
): Promise<void> {
  const reader = createCellReader(columns);
  for await (const chunk of unzip(bytes, isLarge)) {
    try {
      reader.push(chunk, onRow);
    } catch (error) {
      throw error instanceof SyntaxError ? invalidFile() : error;
    }
    if (reader.pending > maxRowLength) throw rowTooLong();
  }
  if (!reader.isComplete) throw invalidFile();
}

/**
 * Decompresses a file while it arrives. While `isLarge` returns true, the memory of a chunk is freed before the next
 * chunk is read.
 */
async function* unzip(
  bytes: ReadableStream<Uint8Array>,
  isLarge = () => false,
): AsyncGenerator<Chunk, void, undefined> {
  const unzipped = bytes.pipeThrough(
    new DecompressionStream("gzip") as unknown as ReadableWritablePair<Chunk, Uint8Array>,
  );
  const reader = unzipped.getReader();
  try {
    for (;;) {
      const { done, value } = await readChunk(reader);
      if (done) return;
      yield value;
      // The caller has already copied the chunk, so the memory can be freed.
      if (isLarge() && value.byteLength === value.buffer.byteLength) detach(value.buffer);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

type Chunk = Uint8Array<ArrayBuffer>;

async function readChunk(reader: ReadableStreamDefaultReader<Chunk>) {
  try {
    return await reader.read();
  } catch (error) {
    // An error of the connection is already a ConnectorError. All other errors come from the decompression.
    throw ConnectorError.is(error) ? error : invalidFile();
  }
}

const rowTooLong = () =>
  new ConnectorError(
    "upstream_response_too_large",
    `A row of the file has more than ${maxRowLength / 1024 / 1024} MB.`,
    { hint: "Request fewer columns.", retryable: false },
  );

const invalidFile = () =>
  new ConnectorError("upstream_invalid_response", "The file ended too soon, or is not a gzip of JSON rows.", {
    hint: "Call again with the same id; nothing is lost.",
  });

function parseRows(text: string): Dict[] {
  let rows: unknown[];
  try {
    rows = JSON.parse(text) as unknown[];
  } catch {
    throw invalidFile();
  }
  if (!rows.every(isDict)) throw invalidFile();
  return rows as Dict[];
}

/** Returns a function that converts the ids in a row to text. The function changes the row itself. */
function createIdConverter(): (row: Dict) => void {
  const ids = new Map<string, boolean>();
  return (row) => {
    for (const name in row) {
      const value = row[name];
      if (typeof value === "object") {
        if (value !== null) row[name] = idsAsText(value, name);
      } else if (typeof value === "number") {
        let isId = ids.get(name);
        if (isId === undefined) ids.set(name, (isId = isIdName(name)));
        if (isId) row[name] = String(value);
      }
    }
  };
}
