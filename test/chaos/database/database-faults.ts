import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noPgbouncer, startPgbouncer } from "../../../service/test/support/pgbouncer.ts";
import { noPostgres, startCluster, type Cluster } from "../../../service/test/support/postgres.ts";
import type { ChaosTest, Seen } from "../chaos-test.ts";
import { startLoad } from "./database-load.ts";
import { openPlatform } from "../platform.ts";
import { createRandom, type Random } from "../random.ts";
import { startService, type ServiceProcess } from "../start-service.ts";

const replicaCount = 3;
/** Milliseconds after which a statement counts as failed, in the service of this test. */
const answerMs = 1000;
/** Milliseconds until every replica must not be ready after a fault, and until it must be ready after the fault. */
const [noticeMs, recoverMs] = [2000, 5000];

interface World {
  cluster: Cluster;
  /** The URL of the database, without PgBouncer. */
  url: string;
  random: Random;
  /** Calls a function at a random moment, mostly while a message is posted. Resolves with the function. */
  atWrite(act: () => Promise<void>): Promise<void>;
  /** Call this when the database has been unusable for `noticeMs`. */
  expectNotReady(): Promise<void>;
}
type Fault = (world: World) => Promise<void>;

/** Stops PostgreSQL, with or without a shutdown, and starts it again. */
const restart: Fault = async ({ cluster, random, atWrite, expectNotReady }) => {
  const shutDown = random.chance(0.5);
  await atWrite(() => (shutDown ? cluster.shutDown() : cluster.kill()));
  await pause(noticeMs);
  await expectNotReady();
  await cluster.start();
};

/** Ends sessions at random moments, most of them in a transaction. */
const endSessions: Fault = ({ cluster, url, random }) =>
  cluster.administer(url, async (query) => {
    for (let round = 0; round < 40; round++) {
      const inTransaction = round % 8 === 7 ? "" : "and xact_start is not null";
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() ${inTransaction}`,
      );
      await pause(random.below(50));
    }
  });

/** Stops all processes of PostgreSQL for longer than a statement can take. The connections stay open. */
const freeze: Fault = async ({ cluster, atWrite, expectNotReady }) => {
  await atWrite(async () => cluster.signal("SIGSTOP"));
  await pause(noticeMs);
  await expectNotReady();
  await pause(500);
  cluster.signal("SIGCONT");
};

/** Sends writes with 16 callers to 3 replicas, while their database fails. Each try is one fault. */
const databaseTest = (
  name: string,
  fault: Fault,
  { defences, pooled = false }: { defences: readonly string[]; pooled?: boolean },
): ChaosTest => ({
  name: `database-${name}`,
  tries: { full: 20, quick: 1 },
  defences,
  unavailable: noPostgres ?? (pooled ? noPgbouncer : undefined),
  async run({ tries, seed, without }) {
    const random = createRandom(seed);
    const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
    const dataDir = mkdtempSync(join(tmpdir(), "agent-connectors-chaos-"));
    const cluster = await startCluster();
    const platform = await openPlatform();
    const url = await cluster.database();
    const bouncer = pooled ? await startPgbouncer(url) : undefined;
    const replicas: ServiceProcess[] = [];
    const failures: string[] = [];
    try {
      for (let index = 0; index < replicaCount; index++)
        replicas.push(
          await startService({
            location: { dataDir, databaseUrl: bouncer?.url ?? url },
            platformUrl: platform.url,
            application,
            answerMs,
            without,
          }),
        );
      const urls = replicas.map((replica) => replica.url);
      const load = await startLoad({ random, platform, urls, application });
      const recoveries: number[] = [];
      for (let round = 0; round < tries; round++) {
        await pause(300 + random.below(400));
        await fault({
          cluster,
          url,
          random,
          atWrite: (act) =>
            new Promise((resolve, reject) => {
              const end = platform.atRandomMoment(random, async () => {
                await act().then(resolve, reject);
                void end();
              });
            }),
          expectNotReady: async () => {
            const ready = await Promise.all(urls.map(isReady));
            if (ready.includes(true)) failures.push(`ready ${noticeMs} ms after the database was gone`);
          },
        });
        const recovery = await timeUntilReady(urls);
        recoveries.push(recovery);
        if (recovery > recoverMs) failures.push(`not ready ${recoverMs} ms after the database was back`);
        if (replicas.some((replica) => replica.exit() !== undefined)) break;
      }
      const seen: Seen = replicas.some((replica) => replica.exit() !== undefined)
        ? { counts: {}, failures: [] }
        : await load.stop();
      const exits = replicas.flatMap((replica) => replica.exit() ?? []);
      for (const exit of exits) failures.push(`a replica ended with ${exit}`);
      for (const replica of replicas) failures.push(...replica.faults.map((text) => `fault: ${text}`));
      return {
        counts: { exits: exits.length, ...seen.counts, "ms until ready": Math.max(...recoveries) },
        failures: [...failures, ...seen.failures],
      };
    } catch (error) {
      return { counts: {}, failures: [String(error)] };
    } finally {
      for (const replica of replicas) await replica.kill();
      await platform.close();
      await bouncer?.stop();
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
});

export const databaseFaults: readonly ChaosTest[] = [
  databaseTest("restarted", restart, { defences: ["session-end", "unknown"] }),
  databaseTest("sessions-ended", endSessions, { defences: ["session-end"] }),
  databaseTest("frozen", freeze, { defences: ["unknown"] }),
  databaseTest(
    "pgbouncer",
    async (world) => {
      await endSessions(world);
      await restart(world);
    },
    { defences: ["pooler"], pooled: true },
  ),
];

const isReady = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 200;
};

/** Returns the milliseconds until every replica is ready. Gives up after twice the time in which it must be ready. */
async function timeUntilReady(urls: readonly string[]): Promise<number> {
  const started = performance.now();
  const passed = () => Math.round(performance.now() - started);
  const ready = async () => (await Promise.all(urls.map(isReady))).every(Boolean);
  while (!(await ready()) && passed() < 2 * recoverMs) await pause(50);
  return passed();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
