import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface StarveReceiver {
  origin: string;
  /** The number of requests to `/slow`, which get no response. */
  waiting(): number;
  /** Resolves when a webhook has arrived at this path. */
  arrived(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver of webhooks. */
export async function startStarveReceiver(): Promise<StarveReceiver> {
  const arrivals = new Map<string, PromiseWithResolvers<void>>();
  const arrivalAt = (path: string) => {
    const arrival = arrivals.get(path) ?? Promise.withResolvers<void>();
    arrivals.set(path, arrival);
    return arrival;
  };
  let waiting = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === "/slow") {
      waiting++;
      return void response.once("close", () => waiting--);
    }
    arrivalAt(request.url!).resolve();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: () => waiting,
    arrived: (path) => arrivalAt(path).promise,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
