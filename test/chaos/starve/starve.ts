import type { ChaosTest } from "../chaos-test.ts";
import type { Answer } from "../client.ts";
import { startService } from "../start-service.ts";
import { startAttack } from "./starve-attack.ts";
import { startStarvePlatform } from "./starve-platform.ts";
import { startStarveReceiver } from "./starve-receiver.ts";
import { expiredPair, listUsers, openTenant, type Tenant } from "./starve-tenant.ts";
import { unavailable, withStore, type StoreKind } from "../stores.ts";

const client_secret = "a secret of more than 32 characters";
const busy = { client_id: "busy", client_secret };
const quiet = { client_id: "quiet", client_secret };

/** A request of the quiet organization that takes longer than this has waited for the busy organization. */
const longestMs = 8_000;

const upload = {
  entity: "files",
  action: "upload",
  params: { filename: "a.bin", content_base64: Buffer.alloc(1024 * 1024, "agent").toString("base64") },
};

/**
 * One organization takes every place that it can get, and keeps it. Meanwhile, five users of another organization send
 * calls, refresh tokens, receive webhooks and upload files. All of these must succeed, and none must wait for the first
 * organization. Each try is one round of the five users.
 */
export const starve = (kind: StoreKind): ChaosTest => ({
  name: `starve-${kind}`,
  tries: { full: 5, quick: 1 },
  defences: ["share", "webhook-share"],
  unavailable: unavailable(kind),
  run: ({ tries, without }) =>
    withStore(kind, async (location) => {
      const platform = await startStarvePlatform();
      const receiver = await startStarveReceiver();
      const service = await startService({
        location,
        platformUrl: platform.endpoint,
        application: busy,
        otherApplication: quiet,
        without,
        webhookOrigin: receiver.origin,
        // The defaults, except for fewer places for webhooks: one organization has at most 80 requests.
        limits: {
          webhookTimeoutMs: 30_000,
          concurrency: { connector: 10, workspace: 50, organization: 250, process: 500 },
          uploads: { connector: 2, workspace: 2, organization: 4, process: 8 },
          webhooks: { endpoint: 4, organization: 20, process: 40 },
        },
      });
      const failures: string[] = [];
      const held = { calls: Infinity, refreshes: Infinity, uploads: Infinity, webhooks: Infinity };
      const counts = { served: 0, refused: 0, late: 0, "slowest ms": 0 };
      const judge = ({ what, answer, ms }: Timed) => {
        const isServed = answer?.status === 200;
        const isLate = ms > longestMs;
        if (isServed && !isLate) counts.served++;
        else
          failures.push(
            `${what}: ${answer?.status ?? "no response"} ${answer?.body.message ?? ""}, ${ms} ms`,
          );
        if (answer && !isServed) counts.refused++;
        if (isLate) counts.late++;
        counts["slowest ms"] = Math.max(counts["slowest ms"], ms);
      };
      const victim = await openTenant(service.url, quiet);
      const attack = await startAttack(await openTenant(service.url, busy), service.url, platform, receiver);
      for (let round = 0; round < tries; round++) {
        const users = Array.from({ length: 5 }, (_, user) => `${round}-${user}`);
        const paths = await Promise.all(
          users.map((user) => victim.connect(user, { api_token: `xoxb-${user}` })),
        );
        const seen = await Promise.all([
          ...paths.map((path) => timed("call", () => victim.call(path, listUsers))),
          ...users.map((user) => refresh(victim, user)),
          ...users.map((user) => webhook(victim, user, receiver)),
        ]);
        // Two uploads of the organization find room at the same time, so five users upload one after the other.
        for (const path of paths) seen.push(await timed("upload", () => victim.call(path, upload)));
        for (const one of seen) judge(one);
        // The round proves nothing unless the busy organization still holds its places.
        for (const [name, count] of Object.entries(attack.held())) {
          const kind = name as keyof typeof held;
          held[kind] = Math.min(held[kind], count);
          if (count < 4) failures.push(`the busy organization held only ${count} ${name}`);
        }
      }
      const refused = attack.refused();
      attack.stop();
      failures.push(...service.faults);
      await service.kill();
      await receiver.close();
      await platform.close();
      const heldCounts = Object.fromEntries(
        Object.entries(held).map(([name, count]) => [`${name} held`, count]),
      );
      return { counts: { ...counts, ...heldCounts, "refused to the busy": refused }, failures };
    }),
});

interface Timed {
  what: string;
  /** Undefined if there was no response in time. */
  answer: Answer | undefined;
  ms: number;
}

async function timed(what: string, run: () => Promise<Answer>): Promise<Timed> {
  const started = performance.now();
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, 2 * longestMs, undefined).unref());
  const answer = await Promise.race([run().catch(() => undefined), tooLate]);
  return { what, answer, ms: Math.round(performance.now() - started) };
}

async function refresh(tenant: Tenant, user: string): Promise<Timed> {
  const path = await tenant.connect(user, expiredPair(user));
  return timed("refresh", () => tenant.call(path, listUsers));
}

/** Creates a connector, and waits for its event. */
async function webhook(
  tenant: Tenant,
  user: string,
  receiver: { origin: string; arrived(path: string): Promise<void> },
): Promise<Timed> {
  const remove = await tenant.receiveAt(`${receiver.origin}/${user}`);
  const seen = await timed("webhook", async () => {
    await tenant.connect(user, { api_token: `xoxb-${user}` });
    await receiver.arrived(`/${user}`);
    return { status: 200, body: {} };
  });
  await remove();
  return seen;
}
