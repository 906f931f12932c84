import { campaignIdOf, openAdsPlatform, startBudget, type AdsPlatform } from "./ads-platform.ts";
import type { ChaosTest } from "./chaos-test.ts";
import type { Answer, createClient } from "./client.ts";
import { createRandom, type Random } from "./random.ts";
import { openReplicas, type Replicas } from "./replicas.ts";
import { unavailable, withStore, type StoreKind } from "./stores.ts";
import { inWords } from "./verdict.ts";

const raises = 100;
/** The cap `max_day_raise` of every profile, in USD. */
const cap = 600;
const path = "/v1/integrations/connectors";

/** A call that raises the budget of one campaign, or creates an enabled campaign. */
interface Raise {
  /** The name of the new campaign. Undefined if the call raises the budget of a campaign. */
  creates: string | undefined;
  body: object;
  /** How much more, in USD, Amazon can spend on one day after the call. */
  by: number;
  key: string | undefined;
  answers: (Answer | undefined)[];
}

/**
 * Sends 100 raises at the same time through the replicas of the service, and kills a replica with `kill -9` at a random
 * moment. Then repeats the calls that have an idempotency key, and sends small raises until the service refuses one. The
 * simulated Amazon must never allow more spending than the cap. The service must not refuse more than the cap requires.
 * Each try is one profile and one kill.
 */
export const spendCap = (kind: StoreKind): ChaosTest => ({
  name: `spend-cap-${kind}`,
  tries: { full: 40, quick: 1 },
  defences: ["reserve"],
  unavailable: unavailable(kind),
  run: ({ tries, seed, without }) =>
    withStore(kind, async (location) => {
      const random = createRandom(seed);
      const platform = await openAdsPlatform(tries);
      const replicas = await openReplicas(kind === "postgres" ? 2 : 1, {
        location,
        platformUrl: "http://127.0.0.1:9/api",
        amazonUrl: platform.url,
        platformAhead: msUntilNoon(),
        without,
      });
      const counts = { raises: 0, done: 0, refused: 0, unknown: 0, "above the cap": 0, "run twice": 0 };
      const failures: string[] = [];
      try {
        const connector = await createConnector(replicas, platform);
        for (const profileId of platform.profiles) {
          const token = (await replicas.tokens()).at(-1)!;
          const send = async (replica: number, { body, key }: Raise) =>
            replicas
              .client(replica % replicas.count)
              .ask("POST", `${path}/${connector}/execute`, token, body, {
                headers: key === undefined ? {} : { "idempotency-key": key },
              })
              .catch(() => undefined);
          const all = Array.from({ length: raises }, (_, index) => randomRaise(random, profileId, index));
          const killed = platform.atRandomMoment(random, async () => void (await replicas.killOne(random)));
          await Promise.all(
            all.map(async (raise, index) => {
              await pause(random.below(40));
              raise.answers.push(await send(index, raise));
            }),
          );
          await (killed() ?? replicas.killOne(random));
          for (const [index, raise] of all.entries())
            if (raise.key !== undefined) raise.answers.push(await send(index + 1, raise));
          const filled = await fillCap(profileId, (raise) => send(0, raise));

          for (const raise of all) {
            const last = raise.answers.at(-1);
            counts.raises++;
            if (raise.answers.some((answer) => answer?.status === 200)) counts.done++;
            else if (isDoubtful(raise)) counts.unknown++;
            else if (last?.body.code === "cap_exceeded") counts.refused++;
            else failures.push(`unexpected: ${raise.answers.map(inWords).join(", then ")}`);
            if (raise.creates !== undefined && platform.named(raise.creates) > 1) {
              counts["run twice"]++;
              failures.push(`created twice: ${raise.answers.map(inWords).join(", then ")}`);
            }
          }
          const raised = platform.raisedOf(profileId);
          const doubtful = all.filter(isDoubtful).reduce((sum, { by }) => sum + by, 0);
          if (raised > cap) {
            counts["above the cap"]++;
            failures.push(
              `profile ${profileId}: ${raised} USD above the first values; the cap is ${cap} USD`,
            );
          }
          if (!filled || raised + doubtful < cap)
            failures.push(`profile ${profileId}: refused at ${raised} USD, with ${doubtful} USD in doubt`);
        }
        failures.push(...replicas.faults());
      } finally {
        await replicas.close();
        await platform.close();
      }
      return { counts, failures };
    }),
});

/** Creates a connector, and sets the caps of its user as an application does. */
async function createConnector({ client }: Replicas, { credentials }: AdsPlatform): Promise<string> {
  const one = client(0);
  const token = await one.applicationToken({
    client_id: "chaos",
    client_secret: "a secret of more than 32 characters",
  });
  const user = { external_user_id: "chaos", connector_type: "Amazon-Ads" };
  const created = await ok(one, "POST", path, token, { ...user, credentials });
  const caps = { max_daily_budget: { USD: 1000 }, max_day_raise: { USD: cap } };
  await ok(one, "PUT", "/v1/policies", token, { ...user, policy: { caps } });
  return String(created.id);
}

async function ok(
  client: ReturnType<typeof createClient>,
  ...request: Parameters<ReturnType<typeof createClient>["ask"]>
) {
  const { status, body } = await client.ask(...request);
  if (status !== 200) throw new Error(`${request[1]} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}

/**
 * Raises one campaign by the smallest step until the service refuses a raise. Returns whether the service refused the
 * last raise with `cap_exceeded`.
 */
async function fillCap(
  profileId: string,
  send: (raise: Raise) => Promise<Answer | undefined>,
): Promise<boolean> {
  for (let budget = startBudget + 1; budget <= startBudget + cap / 2 + 1; budget++) {
    const answer = await send(update(profileId, raises, budget, undefined));
    if (answer?.status !== 200) return answer?.body.code === "cap_exceeded";
  }
  return false;
}

function randomRaise(random: Random, profileId: string, index: number): Raise {
  const key = random.chance(0.6) ? `raise-${profileId}-${index}` : undefined;
  const budget = random.below(15) + 1;
  if (random.chance(0.2)) return create(profileId, index, budget, key);
  // Some calls raise the same campaign.
  return update(profileId, random.chance(0.3) ? index % 5 : index, startBudget + budget, key);
}

const update = (profileId: string, index: number, budget: number, key: string | undefined): Raise => ({
  creates: undefined,
  body: call("update", profileId, { campaignId: campaignIdOf(profileId, index), budget: { budget } }),
  by: 2 * (budget - startBudget),
  key,
  answers: [],
});

function create(profileId: string, index: number, budget: number, key: string | undefined): Raise {
  const name = `New ${profileId} ${index}`;
  const campaign = { name, targetingType: "MANUAL", budget: { budget }, state: "ENABLED" };
  return { creates: name, body: call("create", profileId, campaign), by: 2 * budget, key, answers: [] };
}

const call = (action: string, profileId: string, campaign: object) => ({
  entity: "sponsored_product_campaigns",
  action,
  params: { profileId, campaigns: [campaign] },
});

/**
 * Returns whether the call has no response with the status 200, and its last response is missing or has the outcome
 * `unknown`.
 */
const isDoubtful = ({ answers }: Raise): boolean => {
  const last = answers.at(-1);
  return (
    !answers.some((answer) => answer?.status === 200) &&
    (last === undefined || last.body.outcome === "unknown")
  );
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the time until noon. A test that starts at noon ends on the same day. */
const msUntilNoon = (): number => {
  const day = 86_400_000;
  return (day + day / 2 - (Date.now() % day)) % day;
};
