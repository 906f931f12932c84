import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Sends a download as fast as the client reads. If the download fails, closes the connection, so that the client
 * notices the missing last chunk. If the client disconnects, or reads nothing for `stalledMs`, ends the request to the
 * platform.
 */
export async function sendFile(
  { status, headers, body }: Response,
  outgoing: ServerResponse,
  stalledMs = 60_000,
): Promise<void> {
  const file = Readable.fromWeb(body as never);
  try {
    // After this timeout, Node closes the connection by itself.
    outgoing.setTimeout(stalledMs);
    outgoing.writeHead(status, { ...Object.fromEntries(headers), "transfer-encoding": "chunked" });
    // The stream of `startFile` has already reported the failure or the disconnect to `onEnd`.
    await pipeline(file, outgoing).catch(() => {});
  } finally {
    // If the client has already disconnected, `pipeline` neither reads nor closes the file.
    file.destroy();
  }
}
