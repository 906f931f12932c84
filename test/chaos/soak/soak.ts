import type { ChaosTest } from "../chaos-test.ts";
import { watchSlack } from "../approvals/watched-slack.ts";
import { createClient } from "../client.ts";
import { receiveEvents } from "../jobs/watched-reports.ts";
import { createRandom } from "../random.ts";
import { startService } from "../start-service.ts";
import { unavailable, withStore, type StoreKind } from "../stores.ts";
import { createSoakLoad } from "./soak-load.ts";
import type { Measured } from "./measure.ts";

const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
const perSecond = 30;
const callers = 6;
/**
 * The steps, by all callers at once, before the measurement: the process loads its code and, before a run of an hour, fills what
 * it keeps in memory up to a limit, such as 10,000 checked tokens and 2,000 states of tokens.
 */
const warmUpOf = (seconds: number) => Math.max(150, seconds * 17);

/** The most by which the heap and the process can grow in an hour, and by how much a measurement can be wrong, in megabytes. */
const grows = { heap: { perHour: 8, noise: 2 }, rss: { perHour: 32, noise: 48 } };
const mostHandles = 40;
/**
 * What the service keeps for longer than this test waits: checkpoints for an hour more than the audit, events for 30 days,
 * sessions for an hour, and counts for two minutes. An organization has at most 4,113 lists of groups of its users.
 */
const kept = new Set([
  "audit_checkpoints",
  "webhook_deliveries",
  "connect_sessions",
  "counters",
  "row_lists",
]);

/**
 * Uses every part of one replica for a while, and measures what the replica uses. Each try is one second. The first quarter does not
 * count.
 */
export const soak = (kind: StoreKind): ChaosTest => ({
  name: `soak-${kind}`,
  tries: { full: 3600, quick: 4 },
  defences: ["expiry", "closed-connectors"],
  unavailable: unavailable(kind),
  run: ({ tries, seed, without }) =>
    withStore(kind, async (location) => {
      const random = createRandom(seed);
      const keptMs = Math.min(60_000, tries * 100);
      const slack = await watchSlack();
      const receiver = await receiveEvents(random, () => {});
      const service = await startService({
        location,
        platformUrl: slack.url,
        application,
        without,
        publicUrl: "http://127.0.0.1:9",
        webhookOrigin: receiver.origin,
        sweepMs: keptMs / 4,
        jobsMs: 5000,
        limits: {
          idempotencySeconds: keptMs / 1000,
          auditDays: keptMs / 86_400_000,
          applicationTokenSeconds: 600,
          scopedTokenSeconds: 600,
        },
      });
      const client = createClient(() => service.url);
      const load = createSoakLoad(client, application, random);
      const all = await client.applicationToken(application);
      await client.post("/v1/webhooks", all, { url: receiver.origin });
      await client.ask("PUT", "/v1/oauth/credentials", all, {
        connector_type: "slack",
        configuration: { client_id: "1.2", client_secret: "chaos" },
      });
      const steps = Array.from({ length: warmUpOf(tries) }).values();
      await Promise.all(
        Array.from({ length: callers }, async () => {
          for (const _ of steps) await load.step();
        }),
      );
      /** Deletes all users, and measures what is left when the store keeps nothing of them any more. */
      const measureEmpty = async () => {
        await load.end();
        slack.renew();
        await pause(keptMs * 2);
        return service.measure();
      };
      const empty = await measureEmpty();
      const measured: (Measured & { seconds: number })[] = [];
      const running = new Set<Promise<void>>();
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1000;
      const everySeconds = Math.max(0.5, Math.min(20, tries / 20));
      try {
        for (let sent = 0; seconds() < tries && service.exit() === undefined; sent++) {
          const step = load.step().finally(() => running.delete(step));
          running.add(step);
          if (seconds() >= measured.length * everySeconds) {
            await Promise.all(running);
            measured.push({ ...(await service.measure()), seconds: seconds() });
            slack.renew();
          }
          await pause(1000 / perSecond);
        }
        await Promise.all(running);
        const warm = measured.filter((one) => one.seconds >= tries / 4);
        const hours = (warm.at(-1)!.seconds - warm[0]!.seconds) / 3600;
        const failures = [...load.failures, ...service.faults.map((text) => `fault: ${text}`)];
        if (service.exit() !== undefined) failures.push(`the service ended with ${service.exit()}`);
        const counts: Record<string, number> = {
          requests: Object.values(load.counts).reduce((sum, count) => sum + count, 0),
        };
        const emptied = await measureEmpty();
        for (const name of ["heap", "rss"] as const) {
          const slope = slopeOf(warm.map((one) => [one.seconds / 3600, one[name] / 1e6]));
          const grown = (emptied[name] - empty[name]) / 1e6;
          counts[`${name} MB`] = round(warm.at(-1)![name] / 1e6);
          counts[`${name} MB an hour`] = round(slope);
          counts[`${name} MB grown`] = round(grown);
          const { perHour, noise } = grows[name];
          const most = perHour * hours + noise;
          if (slope * hours > most || grown > most)
            failures.push(
              `the ${name} grows by ${round(slope)} MB an hour, and has grown by ${round(grown)} MB`,
            );
        }
        counts["handles"] = emptied.handles;
        if (emptied.handles > empty.handles + mostHandles) failures.push(`${emptied.handles} open handles`);
        for (const [name, count] of Object.entries(emptied.rows))
          if (!kept.has(name) && count > (empty.rows[name] ?? 0) + 5)
            failures.push(`${count} rows of ${name}`);
        counts["ms of longest delay"] = Math.round(Math.max(...warm.map(({ delay }) => delay)));
        return { counts, failures };
      } finally {
        await service.kill();
        await receiver.close();
        await slack.close();
      }
    }),
});

/** Returns the slope of the line that fits the points best. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return covariance / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

const round = (value: number) => Math.round(value * 10) / 10;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
