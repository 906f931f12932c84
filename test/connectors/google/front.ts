import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator } from "emulate";
import type { SeenRequest } from "./check-request.ts";

/** A request, and the answer that the emulator does not have. Undefined: the emulator answers. */
export type Missing = (request: SeenRequest) => { status: number; body?: unknown } | undefined;

/**
 * Starts the emulator of Google, and a server in front of it. The server keeps each request, and answers those that the
 * emulator does not know.
 */
export async function googleFront(seed: object, missing: Missing) {
  const emulator = await createEmulator({ service: "google", port: 0, seed: { google: seed } as never });
  const target = emulator.url.replace("localhost", "127.0.0.1");
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await read(request);
    const url = new URL(request.url!, target);
    const isJson = request.headers["content-type"]?.startsWith("application/json");
    const one: SeenRequest = {
      method: request.method!,
      path: decodeURIComponent(url.pathname),
      query: [...url.searchParams],
      body: text === "" || !isJson ? undefined : (JSON.parse(text) as unknown),
    };
    if (!/^\/(?:token|o\/)/.test(url.pathname)) seen.push(one);
    const own = missing(one);
    if (own) {
      response.writeHead(own.status, { "content-type": "application/json" });
      return void response.end(own.body === undefined ? "" : JSON.stringify(own.body));
    }
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    // The emulator has another path for Google's https://oauth2.googleapis.com/token.
    const path = request.url === "/token" ? "/oauth2/token" : request.url;
    const answer = await fetch(`${target}${path}`, { method: request.method!, redirect: "manual", headers: headers as Record<string, string>, ...(text === "" ? {} : { body: text }) }); // prettier-ignore
    const body = Buffer.from(await answer.arrayBuffer());
    const location = answer.headers.get("location");
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain", ...(location === null ? {} : { location }) }); // prettier-ignore
    response.end(body);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await emulator.close();
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
  return text;
}
