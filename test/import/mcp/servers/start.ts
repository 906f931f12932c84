import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { bundledFile } from "../../../bundled.ts";

// An MCP client does not give its server the variable with the folder for compiled modules.
const { NODE_COMPILE_CACHE = "" } = process.env;
const cache = `import{enableCompileCache}from'node:module';enableCompileCache('${NODE_COMPILE_CACHE}')`;

/** Bundles a program, and returns its command. The tests start each one dozens of times. */
async function programOf(name: string): Promise<string[]> {
  const source = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const preloaded = `--import=data:text/javascript,${encodeURIComponent(cache)}`;
  return [process.execPath, preloaded, await bundledFile(source, name)];
}
const [notes, lying] = await Promise.all([programOf("notes-stdio"), programOf("lying-stdio")]);

/** The command of the honest server. */
export const notesCommand = (file: string): string[] => [...notes, file];
/** The command of a server that lies. */
export const lyingCommand = (lie: string, log = ""): string[] => [...lying, lie, log];

export interface Received {
  method: string;
  authorization: string | null;
  apiKey: string | null;
  body: string;
}

/** Serves a function over HTTP on loopback. `received`: all requests. */
export async function listen(answer: (request: Request) => Response | Promise<Response>) {
  const received: Received[] = [];
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const request = new Request(`http://127.0.0.1${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers: incoming.headers as Record<string, string>,
      ...(body === "" ? {} : { body }),
    });
    const { headers } = request;
    received.push({
      method: request.method,
      authorization: headers.get("authorization"),
      apiKey: headers.get("x-api-key"),
      body,
    });
    const response = await answer(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body)
      Readable.fromWeb(response.body as never)
        .on("error", () => outgoing.destroy())
        .pipe(outgoing);
    else outgoing.end();
  };
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url, received, close };
}
