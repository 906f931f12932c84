import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "../random.ts";

/** Receives webhooks about connectors. */
export interface Receiver {
  origin: string;
  /** The ids of the accepted events, by the id of their connector. */
  events: ReadonlyMap<string, ReadonlySet<string>>;
  requests(): number;
  /** From now on, the receiver does not fail. */
  heal(): void;
  close(): Promise<void>;
}

/** Starts a receiver that sometimes fails, until `heal` is called. */
export async function startReceiver(random: Random): Promise<Receiver> {
  const events = new Map<string, Set<string>>();
  let requests = 0;
  let failing = true;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      requests++;
      const choice = failing ? random.below(10) : 9;
      if (choice === 0) return void response.writeHead(500).end();
      if (choice === 1) return void request.socket.destroy();
      const { data } = JSON.parse(body) as { data: { connector_id: string } };
      const known = events.get(data.connector_id) ?? new Set<string>();
      events.set(data.connector_id, known.add(String(request.headers["webhook-id"])));
      setTimeout(() => response.writeHead(204).end(), choice);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    requests: () => requests,
    heal: () => void (failing = false),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
