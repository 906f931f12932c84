import { fromBase64, toBase64 } from "../../core/ground/base64.ts";
import type { RecordedBody } from "./recording.ts";

/** Returns a body for a recording, or undefined if the body is empty. */
export function recordedBody(bytes: Uint8Array): RecordedBody | undefined {
  if (bytes.length === 0) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { base64: toBase64(bytes) };
  }
}

export const bytesOf = (body: RecordedBody | undefined): Uint8Array<ArrayBuffer> =>
  typeof body === "object" ? fromBase64(body.base64) : new TextEncoder().encode(body ?? "");

/** Removes the compression of gzip, if the bytes have it. Some recorders store bodies as they were sent. */
export async function unzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
