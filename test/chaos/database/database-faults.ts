import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noPgbouncer, startPgbouncer } from "../../../service/test/support/postgres/pgbouncer.ts";
import { noPostgres, startCluster, type Cluster } from "../../../service/test/support/postgres/postgres.ts";
import type { ChaosTest, Seen } from "../chaos-test.ts";
import { startLoad, type Load } from "./database-load.ts";
import { openPlatform } from "../platform.ts";
import { isReady, recoverMs, timeUntilReady } from "./ready.ts";
import { openAddress, type MovingAddress } from "./moving-address.ts";
import { createRandom, type Random } from "../random.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { startService, type ServiceProcess } from "../start-service.ts";

const replicaCount = 3;
/** Milliseconds after which a statement counts as failed, in the service of this test. */
const answerMs = 1000;
/** Milliseconds until every replica must not be ready after a fault. */
const noticeMs = 2000;

interface World {
  /** The primary. */
  cluster: Cluster;
  /** The URL of the database, without PgBouncer. */
  url: string;
  address: MovingAddress;
  random: Random;
  /** Calls a function at a random moment, mostly while a message is posted. Resolves with the function. */
  atWrite(act: () => Promise<void>): Promise<void>;
  /** Call this when the database has been unusable for `noticeMs`. */
  expectNotReady(): Promise<void>;
  /** Kills and starts all replicas. */
  restartReplicas(): Promise<void>;
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

/** Kills the primary and all its processes. Its address leads to the standby a moment later. */
const failOver =
  (synchronous: boolean): Fault =>
  async (world) => {
    const { cluster: primary, address, random, atWrite } = world;
    const standby = await primary.standby(synchronous);
    world.cluster = standby;
    await pause(random.below(500));
    await atWrite(async () => {
      // The network to the standby has become slow before the primary fails.
      if (!synchronous) standby.signal("SIGSTOP", "postgres: walreceiver");
      if (!synchronous) await pause(lagMs);
      primary.signal("SIGKILL");
    });
    if (!synchronous) standby.signal("SIGCONT", "postgres: walreceiver");
    await pause(random.below(noticeMs));
    await standby.promote();
    address.moveTo(standby.socket);
    await primary.stop();
    // A replica that has seen changes which the standby lacks must start anew: see "Changed databases" in operations.md.
    if (!synchronous) await world.restartReplicas();
  };

/** Milliseconds by which the asynchronous standby is behind. */
const lagMs = 100;

/**
 * Sends writes with 16 callers to 3 replicas, while their database fails. Each try is one fault.
 * @param loses whether the fault itself loses writes, which are then only counted
 */
const databaseTest = (
  name: string,
  fault: Fault,
  {
    defences,
    behind,
    loses = false,
  }: { defences: readonly string[]; behind?: "pgbouncer" | "address"; loses?: boolean },
): ChaosTest => ({
  name: `database-${name}`,
  tries: { full: 20, quick: 1 },
  defences,
  unavailable: noPostgres ?? (behind === "pgbouncer" ? noPgbouncer : undefined),
  async run({ tries, seed, without }) {
    const random = createRandom(seed);
    const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
    const dataDir = mkdtempSync(join(tmpdir(), "agent-connectors-chaos-"));
    const cluster = await startCluster();
    const platform = await openPlatform();
    const receiver = await startReceiver(random);
    receiver.heal();
    const url = await cluster.database();
    const address = await openAddress(cluster.socket);
    const bouncer = behind === "pgbouncer" ? await startPgbouncer(url) : undefined;
    const databaseUrl = behind === "address" ? address.url("test_1") : (bouncer?.url ?? url);
    const replicas: ServiceProcess[] = [];
    const failures: string[] = [];
    let load: Load | undefined;
    const start = () =>
      startService({
        location: { dataDir, databaseUrl },
        platformUrl: platform.url,
        application,
        answerMs,
        sweepMs: 500,
        webhookOrigin: receiver.origin,
        without,
      });
    const urls = () => replicas.map((replica) => replica.url);
    const world: World = {
      cluster,
      url,
      address,
      random,
      atWrite: (act) =>
        new Promise((resolve, reject) => {
          const end = platform.atRandomMoment(random, async () => {
            await act().then(resolve, reject);
            void end();
          });
        }),
      async expectNotReady() {
        const ready = await Promise.all(urls().map(isReady));
        if (ready.includes(true)) failures.push(`ready ${noticeMs} ms after the database was gone`);
      },
      async restartReplicas() {
        for (const old of replicas.splice(0)) {
          failures.push(...faultsOf(old));
          await old.kill();
        }
        while (replicas.length < replicaCount) replicas.push(await start());
      },
    };
    const faultsOf = (replica: ServiceProcess) =>
      loses ? [] : replica.faults.map((text) => `fault: ${text}`);
    try {
      await world.restartReplicas();
      // While all replicas start anew, the callers call an address at which nobody listens.
      load = await startLoad({
        random,
        platform,
        url: () => random.pick([...urls(), ...(replicas.length === 0 ? ["http://127.0.0.1:9"] : [])]),
        application,
        receiver,
      });
      const recoveries: number[] = [];
      for (let round = 0; round < tries; round++) {
        await pause(300 + random.below(400));
        await fault(world);
        const recovery = await timeUntilReady(urls());
        recoveries.push(recovery);
        if (recovery > recoverMs) failures.push(`not ready ${recoverMs} ms after the database was back`);
        if (replicas.some((replica) => replica.exit() !== undefined)) break;
      }
      const seen: Seen = replicas.some((replica) => replica.exit() !== undefined)
        ? { counts: {}, failures: [] }
        : await load.stop();
      const exits = replicas.flatMap((replica) => replica.exit() ?? []);
      for (const exit of exits) failures.push(`a replica ended with ${exit}`);
      for (const replica of replicas) failures.push(...faultsOf(replica));
      return {
        counts: { exits: exits.length, ...seen.counts, "ms until ready": Math.max(...recoveries) },
        failures: [...failures, ...(loses ? [] : seen.failures)],
      };
    } catch (error) {
      return { counts: {}, failures: [String(error)] };
    } finally {
      load?.giveUp();
      for (const replica of replicas) await replica.kill();
      await platform.close();
      await receiver.close();
      await bouncer?.stop();
      await address.close();
      await world.cluster.stop();
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
    { defences: ["pooler"], behind: "pgbouncer" },
  ),
  databaseTest("failover", failOver(true), { defences: ["session-end", "unknown"], behind: "address" }),
  databaseTest("failover-asynchronous", failOver(false), {
    defences: ["session-end"],
    behind: "address",
    loses: true,
  }),
];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
