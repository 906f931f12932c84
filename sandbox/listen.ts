import type { IncomingMessage, ServerResponse } from "node:http";

export interface Listening {
  /** The address ends with a slash. */
  url: string;
  close(): Promise<void>;
}

export type Handler = (request: Request) => Promise<Response>;

/**
 * Starts an HTTP server on 127.0.0.1. `path` is added to the returned address. `port`: 0 lets the operating system choose. If
 * `handler` rejects, the server breaks the connection.
 */
export async function listen(handler: Handler, path = "/", port = 0): Promise<Listening> {
  // An import of `node:http` at the top would fail in environments without Node's modules.
  const http = globalThis.process?.getBuiltinModule?.("node:http");
  if (!http)
    throw new Error(
      "listen() needs Node, Bun or Deno. Elsewhere, pass the sandbox's fetch to the connector.",
    );
  const server = http.createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const chosen = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${chosen}${path}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort(new DOMException("The client went away.", "AbortError")));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  const method = incoming.method ?? "GET";
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  const response = await handler(
    new Request(new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "127.0.0.1"}`), {
      method,
      headers,
      body: method === "GET" || method === "HEAD" ? null : await new Blob(chunks).arrayBuffer(),
      redirect: "manual",
      signal: gone.signal,
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const chunk of response.body ?? []) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(chunk)) await drained(outgoing);
  }
  outgoing.end();
}

const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      outgoing.off("drain", done).off("close", done);
      resolve();
    };
    outgoing.on("drain", done).on("close", done);
  });
