import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict, type Dict } from "../../../core/ground/json.ts";
import { parseLossless } from "../../../core/ground/lossless-json.ts";
import { idsAsText } from "../wire/ids-as-text.ts";

/**
 * The maximum size of a file after decompression, in bytes. Without a limit, a small file could decompress to any size.
 */
const maxBytes = 200 * 1024 * 1024;

/**
 * Yields the rows of a report file, which is a JSON array compressed with gzip. Reads the file while it arrives, so the
 * whole file is never in memory. `skip` is the number of rows to leave out at the start.
 */
export async function* parseReportFile(
  bytes: ReadableStream<Uint8Array>,
  { limit = maxBytes, skip = 0 }: { limit?: number; skip?: number | undefined } = {},
): AsyncGenerator<Dict> {
  const unzipped = bytes.pipeThrough(
    new DecompressionStream("gzip") as unknown as ReadableWritablePair<Uint8Array, Uint8Array>,
  );
  const reader = unzipped.getReader();
  const decoder = new TextDecoder();
  const splitter = createObjectSplitter();
  let size = 0;
  let seen = 0;
  try {
    for (;;) {
      const { done, value } = await readChunk(reader);
      if (done) break;
      size += value.byteLength;
      if (size > limit)
        throw new ConnectorError(
          "upstream_response_too_large",
          `The file decompresses to more than ${Math.round(limit / 1024 / 1024)} MB.`,
          { hint: "Request fewer columns, fewer days, or SUMMARY instead of DAILY.", retryable: false },
        );
      for (const text of splitter.push(decoder.decode(value, { stream: true })))
        if (++seen > skip) yield parseRow(text);
    }
    if (!splitter.isComplete()) throw invalidFile();
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (error) {
    // An error of the connection is already a ConnectorError. All other errors come from the decompression.
    throw ConnectorError.is(error) ? error : invalidFile();
  }
}

const invalidFile = () =>
  new ConnectorError("upstream_invalid_response", "The file ended too soon, or is not a gzip of JSON rows.", {
    hint: "Call again with the same id; nothing is lost.",
  });

function parseRow(text: string): Dict {
  let row: unknown;
  try {
    row = parseLossless(text);
  } catch {
    throw invalidFile();
  }
  if (!isDict(row)) throw invalidFile();
  // Change the row in place instead of copying the row, because a file can have a million rows.
  for (const [name, value] of Object.entries(row))
    if (typeof value === "number" || typeof value === "object") row[name] = idsAsText(value, name);
  return row;
}

/** Splits a JSON array into the texts of its items. The text of the array arrives in chunks. */
function createObjectSplitter() {
  let depth = 0;
  let inString = false;
  let ended = false;
  let rest = "";
  let at = 0;
  return {
    push(chunk: string): string[] {
      const found: string[] = [];
      rest += chunk;
      let start = depth >= 2 ? 0 : -1;
      for (; at < rest.length; at++) {
        const code = rest.charCodeAt(at);
        if (inString) {
          if (code === 92 /* \ */) at++;
          else if (code === 34 /* " */) inString = false;
        } else if (code === 34) inString = true;
        else if (code === 123 /* { */ || code === 91 /* [ */) {
          if (++depth === 2) start = at;
        } else if ((code === 125 /* } */ || code === 93) /* ] */ && --depth === 1) {
          found.push(rest.slice(start, at + 1));
          start = -1;
        } else if (depth === 0 && code === 93) ended = true;
      }
      // If a chunk ends with a backslash, the next chunk begins with the escaped character.
      const overshoot = at - rest.length;
      rest = start === -1 ? "" : rest.slice(start);
      at = rest.length + overshoot;
      return found;
    },
    isComplete: () => ended && depth === 0 && !inString,
  };
}
