import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Sends a download as fast as the client reads. If the source fails, the connection breaks. The body is chunked, so the
 * missing last chunk shows the client that the file is incomplete. If the client disconnects, or reads nothing for
 * `stalledMs`, the request to the platform ends.
 */
export async function sendFile(
  { status, headers, body }: Response,
  outgoing: ServerResponse,
  stalledMs = 60_000,
): Promise<void> {
  const file = Readable.fromWeb(body as never);
  try {
    // Without a listener, Node closes the connection at the timeout.
    outgoing.setTimeout(stalledMs);
    outgoing.writeHead(status, { ...Object.fromEntries(headers), "transfer-encoding": "chunked" });
    // Disconnects and failures are counted at the source of the stream.
    await pipeline(file, outgoing).catch(() => {});
  } finally {
    // If the client has already disconnected, `pipeline` neither reads nor closes the file.
    file.destroy();
  }
}
