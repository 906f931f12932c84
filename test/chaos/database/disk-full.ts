import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { startCluster } from "../../../service/test/support/postgres/postgres.ts";
import { noSmallDisk, openSmallDisk } from "../../../service/test/support/small-disk.ts";
import type { ChaosTest } from "../chaos-test.ts";
import { openPlatform } from "../platform.ts";
import { createRandom } from "../random.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { startService, type ServiceProcess } from "../start-service.ts";
import { unavailable, type StoreKind } from "../stores.ts";
import { startLoad, type Load } from "./database-load.ts";
import { isReady, recoverMs, timeUntilReady } from "./ready.ts";

const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };

/** Milliseconds until the service must not be ready on a full disk. */
const noticeMs = 2000;

/**
 * Fills the disk of the database while 16 callers write, mostly while a message is posted, and frees it some seconds later. The disk
 * is a small file system in memory. PostgreSQL can end on a full disk, and is then started again. Each try is one full disk.
 */
export const diskFull = (kind: StoreKind): ChaosTest => ({
  name: `disk-full-${kind}`,
  tries: { full: 20, quick: 1 },
  defences: ["full-store"],
  unavailable: unavailable(kind) ?? noSmallDisk,
  async run({ tries, seed, without }) {
    const random = createRandom(seed);
    const disk = openSmallDisk(kind === "sqlite" ? 96 : 256);
    const dataDir = mkdtempSync(join(disk.directory, "data-"));
    const cluster = kind === "postgres" ? await startCluster({ parent: disk.directory }) : undefined;
    const platform = await openPlatform();
    const receiver = await startReceiver(random);
    receiver.heal();
    const failures: string[] = [];
    let service: ServiceProcess | undefined;
    let load: Load | undefined;
    let restarts = 0;
    let ready = 0;
    try {
      const started = await startService({
        location: { dataDir, databaseUrl: await cluster?.database() },
        platformUrl: platform.url,
        application,
        answerMs: kind === "postgres" ? 1000 : undefined,
        sweepMs: 500,
        webhookOrigin: receiver.origin,
        without,
      });
      service = started;
      load = await startLoad({ random, platform, url: () => started.url, application, receiver });
      const recoveries: number[] = [];
      for (let round = 0; round < tries && started.exit() === undefined; round++) {
        await pause(300 + random.below(400));
        await new Promise<void>((resolve, reject) => {
          const end = platform.atRandomMoment(random, async () => {
            try {
              disk.fill();
              resolve();
            } catch (error) {
              reject(error);
            }
            void end();
          });
        });
        await pause(noticeMs);
        // SQLite can store rows on a full disk as long as its write-ahead log has free pages.
        if (await isReady(started.url)) {
          if (kind === "sqlite") ready++;
          else failures.push(`ready ${noticeMs} ms after the disk was full`);
        }
        await pause(random.below(1000));
        disk.free();
        if (await cluster?.startAgain()) restarts++;
        const recovery = await timeUntilReady([started.url]);
        recoveries.push(recovery);
        if (recovery > recoverMs) failures.push(`not ready ${recoverMs} ms after the disk had space`);
      }
      const exit = started.exit();
      const seen =
        exit === undefined ? await load.stop() : { counts: {}, failures: [`the service ended with ${exit}`] };
      return {
        counts: {
          exits: exit === undefined ? 0 : 1,
          ...(cluster ? { "PostgreSQL ended": restarts } : { "ready while full": ready }),
          ...seen.counts,
          "ms until ready": Math.max(...recoveries),
        },
        failures: [...failures, ...started.faults.map((text) => `fault: ${text}`), ...seen.failures],
      };
    } catch (error) {
      return { counts: {}, failures: [String(error)] };
    } finally {
      load?.giveUp();
      await service?.kill();
      await cluster?.stop();
      await platform.close();
      await receiver.close();
      disk.close();
    }
  },
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
