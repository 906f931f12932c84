import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Sends a file as its client takes it. One that breaks on its way breaks the connection: it goes out in pieces whose last
 * says that it is the last, so that no client takes a part for the whole. A client that leaves, or takes nothing for so many
 * milliseconds, ends the platform's request.
 */
export async function sendFile(
  { status, headers, body }: Response,
  outgoing: ServerResponse,
  stalledMs = 60_000,
): Promise<void> {
  const file = Readable.fromWeb(body as never);
  try {
    // Nobody listens to the timeout, so that Node closes the connection.
    outgoing.setTimeout(stalledMs);
    outgoing.writeHead(status, { ...Object.fromEntries(headers), "transfer-encoding": "chunked" });
    // Who left, or what broke, is counted where the file comes from.
    await pipeline(file, outgoing).catch(() => {});
  } finally {
    // To a client that had left before, nothing is piped, and nothing else would let go of the file.
    file.destroy();
  }
}
