import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { slackSandbox } from "agent-connectors/sandbox";
import type { Harm } from "./faults.ts";
import type { PostedMessage } from "./oracle.ts";

/** A Slack in memory, behind a port of this computer. */
export interface Platform {
  url: string;
  token: string;
  channel: string;
  /** Does harm to the next message. `kill` ends the process that has sent it. */
  harmNext(harm: Harm, kill: () => void): void;
  /** Returns whether no message has come to which it could do harm, and forgets the harm. */
  stillPlansHarm(): boolean;
  messages(): PostedMessage[];
  close(): void;
}

export async function openPlatform(): Promise<Platform> {
  const clock = {
    now: Date.now,
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
  const sandbox = slackSandbox({ clock, rateLimits: false });
  const general = sandbox.state().channels.find(({ name }) => name === "general");
  let next: { harm: Harm; kill: () => void } | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const planned = request.url?.endsWith("/chat.postMessage") ? next : undefined;
    if (planned) next = undefined;
    if (planned?.harm === "echo") {
      const shown = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`);
      const page = `<h1>502 Bad Gateway</h1><pre>POST ${request.url}\n${shown.join("\n")}</pre>`;
      response.writeHead(502, { "content-type": "text/html" }).end(page);
      return;
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    const body = request.method === "GET" ? null : Buffer.concat(chunks);
    const done = await sandbox.fetch(
      new Request(`http://127.0.0.1${request.url}`, { method: request.method!, headers, body }),
    );
    if (planned?.harm === "kill") planned.kill();
    if (planned?.harm === "kill" || planned?.harm === "reset") {
      request.socket.resetAndDestroy();
    } else if (planned) {
      response.writeHead(500, { "content-type": "text/html" }).end("<h1>Internal Server Error</h1>");
    } else {
      response.writeHead(done.status, Object.fromEntries(done.headers));
      response.end(Buffer.from(await done.arrayBuffer()));
    }
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api`,
    token: sandbox.tokens.bot,
    channel: general!.id,
    harmNext: (harm, kill) => void (next = { harm, kill }),
    stillPlansHarm() {
      const isPlanned = next !== undefined;
      next = undefined;
      return isPlanned;
    },
    messages: () =>
      sandbox
        .state()
        .channels.flatMap(({ messages }) => messages)
        .map(({ ts, text }) => ({ ts, text })),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
