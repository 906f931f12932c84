import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

/**
 * Answers a request. The signal is aborted when the browser closes the connection. The signal of the `Request` itself
 * is not enough: in Node, that signal is never aborted after the `Request` has been garbage-collected
 * ([nodejs/undici#3644](https://github.com/nodejs/undici/issues/3644)).
 */
export type Handle = (request: Request, closed: AbortSignal) => Promise<Response>;

const mostBytes = 100_000;

/** Serves a handler on loopback. */
export async function listen(handle: Handle, port: number) {
  const server = createServer((incoming, outgoing) => {
    respond(handle, incoming, outgoing, url).catch((error: Error) => {
      // A connection that the browser has closed is not a fault.
      if (!outgoing.destroyed) console.error(error);
      outgoing.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(
  handle: Handle,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
): Promise<void> {
  const closed = new AbortController();
  outgoing.once("close", () => closed.abort());
  const { method = "GET", headers, url = "" } = incoming;
  // An address such as http://other.example/ or //other.example/ must not replace the origin.
  if (!url.startsWith("/") || method === "TRACE") return void outgoing.writeHead(400).end();
  const body = await bodyOf(incoming);
  if (!body) return void outgoing.writeHead(413).end("This is too long.");
  const request = new Request(origin + url, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(method === "GET" || method === "HEAD" ? {} : { body }),
  });
  const response = await handle(request, closed.signal);
  outgoing.setHeaders(response.headers).writeHead(response.status);
  if (response.body) await pipeline(response.body, outgoing);
  else outgoing.end();
}

/** Returns the body, or undefined if the body is too long. Also reads a body that is too long to its end. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= mostBytes) chunks.push(chunk);
  }
  return bytes <= mostBytes ? Buffer.concat(chunks) : undefined;
}
