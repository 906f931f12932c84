import type { ChaosTest } from "../chaos-test.ts";
import { createClient } from "../client.ts";
import { createRandom } from "../random.ts";
import { startReceiver } from "./receiver.ts";
import { startService } from "../start-service.ts";
import { unavailable, withStore, type StoreKind } from "../stores.ts";

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
