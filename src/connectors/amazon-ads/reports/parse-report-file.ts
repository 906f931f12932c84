import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict, type Dict } from "../../../core/ground/json.ts";
import { parseLossless } from "../../../core/ground/lossless-json.ts";
import { idsAsText } from "../wire/ids-as-text.ts";

/** Bytes of a file, unpacked, that are read at most: a small file may unpack to anything. */
export const maxUnpacked = 200 * 1024 * 1024;

/** The rows of a file, but for the first: gzip of a JSON array of records, read as it arrives and never held whole. */
export async function* rowsOf(
  bytes: ReadableStream<Uint8Array>,
  { limit = maxUnpacked, skip = 0 }: { limit?: number; skip?: number | undefined } = {},
): AsyncGenerator<Dict> {
  const unpacked = bytes.pipeThrough(
    new DecompressionStream("gzip") as unknown as ReadableWritablePair<Uint8Array, Uint8Array>,
  );
  const reader = unpacked.getReader();
  const decoder = new TextDecoder();
  const split = createSplitter();
  let size = 0;
  let seen = 0;
  try {
    for (;;) {
      const { done, value } = await read(reader);
      if (done) break;
      size += value.byteLength;
      if (size > limit)
        throw new ConnectorError(
          "upstream_response_too_large",
          `The file unpacks to more than ${Math.round(limit / 1024 / 1024)} MB.`,
          { hint: "Ask for fewer columns, fewer days, or SUMMARY instead of DAILY.", retryable: false },
        );
      for (const text of split.push(decoder.decode(value, { stream: true })))
        if (++seen > skip) yield readRow(text);
    }
    if (!split.complete()) throw broken();
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (error) {
    // What befell the connection is told by the stream itself.
    throw ConnectorError.is(error) ? error : broken();
  }
}

const broken = () =>
  new ConnectorError("upstream_invalid_response", "The file ended too soon, or is not a gzip of JSON rows.", {
    hint: "Ask for it again by its id; nothing is lost.",
  });

function readRow(text: string): Dict {
  let row: unknown;
  try {
    row = parseLossless(text);
  } catch {
    throw broken();
  }
  if (!isDict(row)) throw broken();
  // In place: there may be a million of them.
  for (const [name, value] of Object.entries(row))
    if (typeof value === "number" || typeof value === "object") row[name] = idsAsText(value, name);
  return row;
}

/** Cuts the text of a JSON array into that of its objects. */
function createSplitter() {
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
      // An escape may stand at the end of a chunk, and its character at the beginning of the next.
      const over = at - rest.length;
      rest = start === -1 ? "" : rest.slice(start);
      at = rest.length + over;
      return found;
    },
    complete: () => ended && depth === 0 && !inString,
  };
}
