import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Sends a download as fast as its client reads. If the source fails, the connection breaks: the body is chunked, and the
 * last chunk is missing, so no client takes a part for the whole. If the client disconnects, or reads nothing for
 * `stalledMs`, the platform's request ends.
 */
export async function sendFile(
  { status, headers, body }: Response,
  outgoing: ServerResponse,
  stalledMs = 60_000,
): Promise<void> {
  const file = Readable.fromWeb(body as never);
  try {
    // No listener: then Node closes the connection at the timeout.
    outgoing.setTimeout(stalledMs);
    outgoing.writeHead(status, { ...Object.fromEntries(headers), "transfer-encoding": "chunked" });
    // The source of the stream counts disconnects and failures.
    await pipeline(file, outgoing).catch(() => {});
  } finally {
    // For a client that has already disconnected, `pipeline` does not read the file and does not close it.
    file.destroy();
  }
}
