import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChaosTest } from "./chaos-test.ts";
import { createClient } from "./client.ts";
import { createRandom, type Random } from "./random.ts";
import { startService } from "./start-service.ts";
import { unavailable, withStore, type StoreKind } from "./stores.ts";

const connectors = 20;

/** Milliseconds to wait until all events have arrived. */
const waitMs = 60_000;

/**
 * Checks that the event of every confirmed connector arrives, even if the service is killed with `kill -9` and the
 * receiver often fails. Each try is one kill.
 */
export const webhooks = (kind: StoreKind): ChaosTest => ({
  name: `webhooks-${kind}`,
  tries: { full: 50, quick: 2 },
  defences: ["outbox"],
  unavailable: unavailable(kind),
  run: ({ tries, seed, without }) =>
    withStore(kind, async (location) => {
      const random = createRandom(seed);
      const receiver = await startReceiver(random);
      const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
      const options = { location, platformUrl: "http://127.0.0.1:9/api", application, without };
      const start = (serviceAhead = 0) =>
        startService({ ...options, serviceAhead, webhookOrigin: receiver.origin });
      const ids: string[] = [];
      for (let round = 0; round < tries; round++) {
        const service = await start();
        const client = createClient(() => service.url);
        const token = await client.applicationToken(application);
        if (round === 0) await client.post("/v1/webhooks", token, { url: receiver.origin });
        const killAt = ids.length + random.below(connectors);
        let killed: Promise<void> | undefined;
        const creates = Array.from({ length: connectors }, async (_, index) => {
          const answer = await client
            .post("/v1/integrations/connectors", token, {
              external_user_id: `user ${round} ${index}`,
              connector_type: "slack",
              credentials: { api_token: "xoxb-chaos" },
            })
            .catch(() => undefined);
          if (answer?.status === 200) ids.push(String(answer.body.id));
          if (ids.length >= killAt) killed ??= service.kill();
        });
        await Promise.all(creates);
        await killed;
      }

      receiver.heal();
      // The clock is ahead, so the pauses after failed attempts are over.
      const service = await start(3_600_000);
      const missing = () => ids.filter((id) => !receiver.events.has(id));
      const end = Date.now() + waitMs;
      while (missing().length > 0 && Date.now() < end) await new Promise((done) => setTimeout(done, 50));
      await service.kill();
      await receiver.close();
      const lost = missing().map((id) => `the event of connector ${id} did not arrive`);
      const doubled = [...receiver.events]
        .filter(([, events]) => events.size > 1)
        .map(([id, events]) => `connector ${id} has ${events.size} events with different ids`);
      return {
        counts: {
          confirmed: ids.length,
          requests: receiver.requests(),
          lost: lost.length,
          "other ids": doubled.length,
        },
        failures: [...lost, ...doubled],
      };
    }),
});

/** Starts a receiver that sometimes fails, until `heal` is called. */
async function startReceiver(random: Random) {
  /** The ids of the accepted events, by the id of their connector. */
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
