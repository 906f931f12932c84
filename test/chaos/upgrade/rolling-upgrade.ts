import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { migrations } from "../../../service/src/store/migrations/index.ts";
import { commitBefore, serviceOf } from "../../../service/test/store/earlier-release.ts";
import { ringJson } from "../../../service/test/support/keys.ts";
import { bundled } from "../../bundled.ts";
import type { ChaosTest } from "../chaos-test.ts";
import { startLoad, type Load } from "../database/database-load.ts";
import { openPlatform } from "../platform.ts";
import { createRandom } from "../random.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { sourceWithout } from "../source-without.ts";
import { unavailable, withStore } from "../stores.ts";

const replicaCount = 4;
const application = { client_id: "chaos", client_secret: "a secret of more than 32 characters" };
const lastMigration = Object.keys(migrations).at(-1)!;
const commit = commitBefore(lastMigration);

interface Replica {
  url: string;
  isReady: boolean;
  exit(): number | string | undefined;
  /** Stops the replica like an orchestrator, and returns its exit code. */
  stop(): Promise<number | string>;
  kill(): void;
}

/**
 * Replaces four replicas of the release before the last migration, one by one, with replicas of this release, and then
 * restarts one, while 16 callers write. The replicas run the real command `serve`, only with the Slack of the test. A balancer asks
 * every replica whether it is ready. Each try is one upgrade of a new store.
 */
export const rollingUpgrade: ChaosTest = {
  name: "rolling-upgrade",
  tries: { full: 10, quick: 1 },
  defences: ["drain"],
  unavailable:
    unavailable("postgres") ??
    (commit === undefined ? "the clone does not have the release before" : undefined),
  async run({ tries, seed, without }) {
    const random = createRandom(seed);
    const off = without === undefined ? () => undefined : sourceWithout(without);
    const releases = [
      serviceOf(commit!, { name: "own-slack", change: withOwnSlack }),
      bundled("service", {
        name: `own-slack-${without ?? "all"}`,
        change: (path) => withOwnSlack(path) ?? off(path),
      }),
    ] as const;
    const totals: Record<string, number> = {};
    const failures: string[] = [];
    for (let round = 0; round < tries; round++) {
      const seen = await withStore("postgres", async ({ dataDir, databaseUrl }) => {
        const platform = await openPlatform();
        const receiver = await startReceiver(random);
        receiver.heal();
        const replicas: Replica[] = [];
        const start = async (release: 0 | 1) => {
          const program = await releases[release];
          const replica = await startReplica(program, ["serve", "--sandbox", "--data-dir", dataDir], {
            AGENT_CONNECTORS_DATABASE_URL: databaseUrl!,
            AGENT_CONNECTORS_MASTER_KEYS: JSON.stringify(ringJson({ k1: 1 })),
            AGENT_CONNECTORS_CLIENT_ID: application.client_id,
            AGENT_CONNECTORS_CLIENT_SECRET: application.client_secret,
            AGENT_CONNECTORS_WEBHOOK_PRIVATE_ORIGINS: receiver.origin,
            AGENT_CONNECTORS_WEBHOOK_TIMEOUT_MS: "2000",
            AGENT_CONNECTORS_REQUESTS_PER_MINUTE_USER: "1000000",
            AGENT_CONNECTORS_REQUESTS_PER_MINUTE_APPLICATION: "1000000",
            AGENT_CONNECTORS_DRAIN_DELAY_MS: "1500",
            CHAOS_SLACK_URL: platform.url,
          });
          replicas.push(replica);
          return replica;
        };
        const exits: (number | string)[] = [];
        let load: Load | undefined;
        let balancing: NodeJS.Timeout | undefined;
        try {
          for (let index = 0; index < replicaCount; index++) await start(0);
          let momentsWithoutReplica = 0;
          balancing = setInterval(() => {
            for (const one of replicas) void isReady(one.url).then((ready) => (one.isReady = ready));
            if (load && !replicas.some((one) => one.isReady)) momentsWithoutReplica++;
          }, 50);
          const url = () => random.pick(replicas.filter((one) => one.isReady)).url;
          load = await startLoad({ random, platform, url, application, receiver, balanced: true });
          for (const old of replicas.slice()) {
            await pause(random.below(600));
            await start(1);
            exits.push(await old.stop());
          }
          const restarted = random.pick(replicas.slice(replicaCount));
          await start(1);
          exits.push(await restarted.stop());
          await pause(300);
          const { counts, failures } = await load.stop();
          const others = replicas.flatMap((one) => one.exit() ?? []).filter((code) => code !== 0);
          return {
            counts: { ...counts, exits: exits.filter((code) => code !== 0).length + others.length },
            failures: [
              ...failures,
              ...exits.filter((code) => code !== 0).map((code) => `a replica ended with ${code}`),
              ...(counts["without an answer"]
                ? [`${counts["without an answer"]} requests had no answer`]
                : []),
              ...(counts["answered 503"]
                ? [`${counts["answered 503"]} requests were answered with 503`]
                : []),
              ...(momentsWithoutReplica > 0
                ? [`no replica was ready at ${momentsWithoutReplica} moments`]
                : []),
              ...(counts["ms of longest gap"]! > longestGapMs
                ? [`nobody answered for ${counts["ms of longest gap"]} ms`]
                : []),
            ],
          };
        } finally {
          load?.giveUp();
          clearInterval(balancing);
          for (const one of replicas) one.kill();
          await receiver.close();
          await platform.close();
        }
      });
      for (const [name, count] of Object.entries(seen.counts))
        totals[name] = name.startsWith("ms")
          ? Math.max(totals[name] ?? 0, count)
          : (totals[name] ?? 0) + count;
      failures.push(...seen.failures);
    }
    return { counts: totals, failures };
  },
};

/** Milliseconds for which no caller may be without a good answer. A caller waits for other callers of a busy machine too. */
const longestGapMs = 3000;

/** Returns the source of the simulated platforms, changed so that all replicas use the Slack of the test. */
function withOwnSlack(path: string): string | undefined {
  if (!path.endsWith("/service/src/platforms/sandboxes.ts")) return undefined;
  const source = readFileSync(path, "utf8");
  // The two releases have different options.
  const options = /code: \{ \.\.\.slack\.options,[^}]* endpoint: slackUrl \}/;
  if (!options.test(source)) throw new Error(`${path} does not contain ${options.source}`);
  return source.replace(options, 'code: { endpoint: process.env["CHAOS_SLACK_URL"] ?? slackUrl }');
}

const isReady = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 200;
};

async function startReplica(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Replica> {
  const child = spawn(process.execPath, [program, ...args, "--port", "0", "--metrics-port", "off"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-20_000)));
  const ended = new Promise<number | string>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal ?? "gone")),
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      const found = /Listening on (http\S+?)[,.;]? /.exec(`${output} `);
      if (found) resolve(found[1]!);
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return {
    url,
    isReady: true,
    exit: () => child.exitCode ?? undefined,
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
