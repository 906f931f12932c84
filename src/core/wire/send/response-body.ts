import type { Answer } from "../../contract/wire/sender.ts";
import { ConnectorError, type ErrorFields, type Outcome } from "../../ground/errors.ts";

/** The maximum size of a response in memory, in bytes. */
export const maxBytes = 10 * 1024 * 1024;

const decoder = new TextDecoder();

/** Decodes UTF-8 and removes a byte order mark. */
export const decodeText = (bytes: Uint8Array): string => decoder.decode(bytes);

/** @throws ConnectorError `upstream_response_too_large` if the response has more than `maxBytes` bytes */
export async function readBody(
  answer: Answer,
  what: string,
  platform: ErrorFields["platform"],
  outcome: Outcome,
): Promise<string> {
  const tooLarge = Number(answer.headers.get("content-length") ?? 0) > maxBytes;
  if (tooLarge) await answer.cancel();
  const text = tooLarge ? undefined : await answer.text(maxBytes);
  if (text !== undefined) return text;
  throw new ConnectorError(
    "upstream_response_too_large",
    `${what} answered with more than ${maxBytes} bytes.`,
    {
      hint: "Ask for less: pass a smaller limit or a shorter time range.",
      platform,
      outcome,
    },
  );
}

/** Reads at most `most` bytes. `whole` is false if the stream has more bytes. */
export async function readBytes(
  stream: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; whole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let whole = true;
  for await (const chunk of stream ?? []) {
    const part = chunk.subarray(0, most - size);
    chunks.push(part);
    size += part.byteLength;
    whole = part.byteLength === chunk.byteLength;
    if (!whole) break;
  }
  const bytes = new Uint8Array(size);
  let filled = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, filled);
    filled += chunk.byteLength;
  }
  return { bytes, whole };
}
