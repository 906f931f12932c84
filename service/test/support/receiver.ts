import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A response. `none`: the receiver accepts the request and never responds. `cut`: the receiver closes the connection. */
export type Answer = number | { status: number; headers: Record<string, string> } | "none" | "cut";

export interface Receiver {
  origin: string;
  received: ReceivedWebhook[];
  /** Decides on the response to each request. */
  answer: (request: ReceivedWebhook) => Answer | Promise<Answer>;
  close(): Promise<void>;
}

/** Listens on loopback, and keeps all requests. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    const respond = async () => {
      const webhook = { path: request.url ?? "", headers: request.headers, body };
      receiver.received.push(webhook);
      const answer = await receiver.answer(webhook);
      if (answer === "none") return;
      if (answer === "cut") return void request.socket.destroy();
      const { status, headers } = typeof answer === "number" ? { status: answer, headers: {} } : answer;
      response.writeHead(status, headers).end("a body that nobody reads");
    };
    request.on("end", () => void respond());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: Receiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: () => 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
