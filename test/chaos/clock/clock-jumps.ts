import { createClient } from "../client.ts";
import type { ChaosTest } from "../chaos-test.ts";
import { startLoad, type Load } from "../database/database-load.ts";
import { watchReports } from "../jobs/watched-reports.ts";
import { openPlatform } from "../platform.ts";
import { createRandom } from "../random.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { startService, type ServiceProcess } from "../start-service.ts";
import { unavailable, withStore, type StoreKind } from "../stores.ts";
import { connectorOf, connectorsPath as path, messageOf } from "../writes.ts";

const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
const [second, hour] = [1000, 3_600_000];
const day = 24 * hour;

/**
 * Sets the clock of a replica forwards or back, by seconds, hours or almost a day, while 16 callers write, webhooks fail, reports run and
 * expired rows are deleted. With PostgreSQL, two replicas have different clocks. Then all clocks are right, half a day later,
 * which is longer than any pause.
 * Each try is one jump.
 */
export const clockJumps = (kind: StoreKind): ChaosTest => ({
  name: `clock-jumps-${kind}`,
  tries: { full: 100, quick: 8 },
  defences: ["early-expiry", "later-claim", "later-look"],
  unavailable: unavailable(kind),
  run: ({ tries, seed, without }) =>
    withStore(kind, async (location) => {
      const random = createRandom(seed);
      const platform = await openPlatform();
      const receiver = await startReceiver(random);
      const amazon = await watchReports(Date.now, 2);
      const replicas: ServiceProcess[] = [];
      let load: Load | undefined;
      const failures: string[] = [];
      try {
        while (replicas.length < (kind === "postgres" ? 2 : 1))
          replicas.push(
            await startService({
              location,
              platformUrl: platform.url,
              amazonUrl: amazon.url,
              application,
              without,
              oneClock: true,
              sweepMs: 300,
              jobsMs: 50,
              publicUrl: "http://127.0.0.1:9",
              webhookOrigin: receiver.origin,
            }),
          );
        const url = () => random.pick(replicas).url;
        const client = createClient(url);
        const token = () => client.applicationToken(application);
        const kept = await createKept(client, await token());
        load = await startLoad({ random, platform, url, application, receiver });
        const { body: ads } = await client.post(path, await token(), {
          external_user_id: "ads",
          connector_type: "amazon-ads",
          credentials: amazon.credentials,
        });
        const jobs: string[] = [];
        const clocks = replicas.map(() => 0);
        for (let round = 0; round < tries; round++) {
          const size = random.pick([random.below(30) * second, random.below(5) * hour, 23 * hour]);
          const ahead = random.pick([size, size, -size, 0]);
          const index = random.below(replicas.length);
          clocks[index] = ahead;
          replicas[index]!.setAhead(ahead);
          // A job of which a clock says that it takes longer than a day fails, so no job begins while a clock is behind.
          if (round % 4 === 0 && clocks.every((one) => one >= 0)) {
            const { body } = await client.post(`${path}/${ads.id}/execute`, await token(), reportOf(round));
            const id = body.pending?.id ?? body.connector_metadata?.job;
            // A replica whose clock is ahead refuses tokens that the other one issues.
            if (body.code === "invalid_token") continue;
            if (id === undefined) failures.push(`a report was answered with ${body.code} ${body.message}`);
            else jobs.push(String(id));
          }
          await pause(100 + random.below(300));
        }
        // What fails during the last jump is not due again at a later one.
        for (const one of replicas) one.setAhead(23 * hour);
        await pause(700);
        receiver.heal();
        for (const one of replicas) one.setAhead(11.5 * hour);
        // A busy machine needs several seconds for what is due now.
        await pause(9000);
        // What failed just before, waits for some minutes.
        for (const one of replicas) one.setAhead(12.5 * hour);
        const { counts, failures: ofLoad } = await load.stop();
        failures.push(...ofLoad);
        const open = async () => {
          // An hour may have passed since the last look.
          const all = await token();
          const found = await Promise.all(jobs.map((id) => client.get(`/v1/jobs/${id}`, all)));
          return found
            .filter(({ body }) => body.status !== "succeeded")
            .map(({ body }) => body.status as string);
        };
        for (let waited = 1; waited <= 100 && (await open()).length > 0; waited++) {
          // A job is asked about again after some minutes.
          for (const one of replicas) one.setAhead(12.5 * hour + waited * 60 * second);
          await pause(100);
        }
        for (const status of await open()) failures.push(`a report is ${status} half a day later`);
        failures.push(...(await lostOf(client, await token(), kept)).map((what) => `gone: ${what}`));
        for (const replica of replicas) {
          failures.push(...replica.faults.map((text) => `fault: ${text}`));
          if (replica.exit() !== undefined) failures.push(`a replica ended with ${replica.exit()}`);
        }
        return { counts: { jumps: tries, ...counts, reports: jobs.length }, failures };
      } catch (error) {
        return { counts: {}, failures: [...failures, (error as Error).stack ?? String(error)] };
      } finally {
        load?.giveUp();
        for (const replica of replicas) await replica.kill();
        await amazon.close();
        await receiver.close();
        await platform.close();
      }
    }),
});

type Client = ReturnType<typeof createClient>;

/** What an organization has before the jumps, and what a replica with a right clock keeps. */
interface Kept {
  connector: string;
  token: string;
  approval: string;
  audit: readonly string[];
  session: string;
}

const keyed = { headers: { "idempotency-key": "kept" } };

async function createKept(client: Client, token: string): Promise<Kept> {
  const { body: connector } = await client.post(path, token, {
    ...connectorOf("kept"),
    external_user_id: "kept",
  });
  await client.ask("POST", `${path}/${connector.id}/execute`, token, messageOf("kept"), keyed);
  const { body: asking } = await client.post(path, token, {
    ...connectorOf("asking"),
    external_user_id: "asking",
  });
  await client.ask("PUT", "/v1/policies", token, {
    connector_id: asking.id,
    policy: { approval: [{ effects: ["write"] }] },
  });
  const { body: asked } = await client.post(
    `${path}/${asking.id}/execute`,
    token,
    messageOf("kept and asked"),
  );
  const { body: program } = await client.post("/v1/tokens", token, {
    external_user_id: "kept",
    name: "kept",
    expires_at: new Date(Date.now() + 2 * day).toISOString(),
  });
  await client.ask("PUT", "/v1/oauth/credentials", token, {
    connector_type: "slack",
    configuration: { client_id: "1.2", client_secret: "chaos" },
  });
  const { body: session } = await client.post("/v1/connect/sessions", token, {
    external_user_id: "kept",
    connector_type: "slack",
  });
  const { body: audit } = await client.get("/v1/audit?limit=200", token);
  return {
    connector: connector.id,
    token: program.token,
    approval: asked.pending.id,
    audit: (audit.data as { id: string }[]).map(({ id }) => id),
    session: session.id,
  };
}

/** Returns what is gone of an organization. */
async function lostOf(client: Client, token: string, kept: Kept): Promise<string[]> {
  const lost: string[] = [];
  const expect = (what: string, is: boolean) => void (is || lost.push(what));
  const repeated = await client.ask(
    "POST",
    `${path}/${kept.connector}/execute`,
    token,
    messageOf("kept"),
    keyed,
  );
  expect(`the answer of an idempotency key: ${repeated.status}`, repeated.status === 200);
  const program = await client.get(`${path}/${kept.connector}`, kept.token);
  expect(`a long-lived token: ${program.body.message}`, program.status === 200);
  const approval = await client.get(`/v1/approvals/${kept.approval}`, token);
  expect(`an approval: ${approval.body.status}`, approval.body.status === "pending");
  const session = await client.get(`/v1/connect/sessions/${kept.session}`, token);
  expect(`a connect session: ${session.body.message}`, session.status === 200);
  const audit = new Set<string>();
  for (let cursor = ""; ;) {
    const { body } = await client.get(`/v1/audit?limit=200${cursor}`, token);
    for (const { id } of body.data as { id: string }[]) audit.add(id);
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  expect(
    "rows of the audit",
    kept.audit.every((id) => audit.has(id)),
  );
  return lost;
}

function reportOf(round: number) {
  const date = new Date(Date.now() - (3 + (round % 50)) * day).toISOString().slice(0, 10);
  return {
    entity: "reports",
    action: "run",
    params: {
      profileId: "2381940675312846",
      reportTypeId: "spCampaigns",
      startDate: date,
      endDate: date,
      wait_seconds: 0,
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
