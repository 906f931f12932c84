import { ConnectorError, type ErrorFields, type Outcome } from "../ground/errors.ts";

/** The maximum size of a response that is read into memory, in bytes. */
export const maxBytes = 10 * 1024 * 1024;

/** Reads a whole response. Throws `upstream_response_too_large` if the response has more than `maxBytes` bytes. */
export async function readBody(
  response: Response,
  what: string,
  platform: ErrorFields["platform"],
  outcome: Outcome,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new ConnectorError("upstream_response_too_large", `${what} answered with more than ${maxBytes} bytes.`, {
      hint: "Ask for less: pass a smaller limit or a shorter time range.",
      platform,
      outcome,
    });
  const announced = Number(response.headers.get("content-length") ?? NaN);
  if (announced > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  if (announced <= maxBytes && !response.headers.has("content-encoding")) {
    // The size is known, so read the body in one piece, which is three times as fast.
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > maxBytes) throw tooLarge();
    return bytes;
  }
  const { bytes, whole } = await readBytes(response.body, maxBytes);
  if (!whole) throw tooLarge();
  return bytes;
}

/** Reads at most `most` bytes of a stream. `whole` is false if the stream has more. */
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
