import type { ChaosTest } from "./chaos-test.ts";
import { createClient } from "./client.ts";
import { createRandom } from "./random.ts";
import { startService } from "./start-service.ts";
import { unavailable, withStore, type StoreKind } from "./stores.ts";

const connectors = 20;
/** The least number of creates that the service must have answered before it is killed. */
const leastAnswered = 5;

/**
 * A connector must still exist after `kill -9` if the service has responded to the request that created it. Each try
 * is one kill.
 */
export const killCreates = (kind: StoreKind): ChaosTest => ({
  name: `kill-creates-${kind}`,
  tries: { full: 50, quick: 1 },
  defences: [],
  unavailable: unavailable(kind),
  run: ({ tries, seed }) =>
    withStore(kind, async (location) => {
      const random = createRandom(seed);
      const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
      const failures: string[] = [];
      let answered = 0;
      for (let round = 0; round < tries; round++) {
        const options = { location, platformUrl: "http://127.0.0.1:9/api", application };
        const service = await startService(options);
        const token = await createClient(() => service.url).applicationToken(application);
        const killAfter = leastAnswered + random.below(connectors - leastAnswered);
        let killed: Promise<void> | undefined;
        const ids: string[] = [];
        const creates = Array.from({ length: connectors }, async (_, index) => {
          const answer = await createClient(() => service.url)
            .post("/v1/integrations/connectors", token, {
              external_user_id: `user ${round} ${index}`,
              connector_type: "slack",
              credentials: { api_token: "xoxb-chaos" },
            })
            .catch(() => undefined);
          if (answer?.status === 200) ids.push(String(answer.body.id));
          if (ids.length >= killAfter) killed ??= service.kill();
        });
        await Promise.all(creates);
        if (!killed) failures.push(`round ${round}: only ${ids.length} of ${connectors} creates succeeded`);
        await (killed ?? service.kill());
        answered += ids.length;

        const restarted = await startService(options);
        for (const id of ids) {
          const { status } = await createClient(() => restarted.url).get(
            `/v1/integrations/connectors/${id}`,
            token,
          );
          if (status !== 200) failures.push(`round ${round}: connector ${id} answers ${status}`);
        }
        await restarted.kill();
      }
      return { counts: { answered, lost: failures.length }, failures };
    }),
});
