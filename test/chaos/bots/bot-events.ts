import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { slackSandbox, type SlackSandbox } from "agent-connectors/sandbox";
import { listen } from "../../../sandbox/listen.ts";
import { startModel } from "./bot-model.ts";
import type { ChaosTest } from "../chaos-test.ts";
import { createBalancer } from "./event-balancer.ts";
import { createRandom, type Random } from "../random.ts";
import { startBot, type BotName } from "./start-bot.ts";

const signingSecret = "the signing secret of the chaos test";

/** The number of mentions that are posted at the same time. */
const together = 8;

/** The longest time to wait for the replies to these mentions, in milliseconds. */
const waitMs = 60_000;

/**
 * The number of channels in which the bot writes. If the bot posted all messages in one channel, the connector would
 * wait to stay within Slack's rate limits.
 */
const logs = 200;

interface Mention {
  number: number;
  channel: string;
  ts: string;
  /** The `ts` of the first message of the thread. */
  thread: string;
}

/**
 * Sends duplicated, reordered and late events to two replicas of a bot. The bot must reply once to every mention, and
 * do both writes of every turn once. Each try is one event that a replica gets.
 */
export const botEvents = (bot: BotName): ChaosTest => ({
  name: `bot-events-${bot}`,
  tries: { full: 10_000, quick: 100 },
  defences: ["turn"],
  async run({ tries, seed, without }) {
    const random = createRandom(seed);
    const folder = mkdtempSync(join(tmpdir(), "agent-connectors-bot-"));
    const sandbox = openSandbox();
    const ids = new Map(sandbox.state().channels.map(({ name, id }) => [name, id]));
    let ended = 0;
    let lastRequest = 0;
    const slack = await listen(async (request) => {
      const body = await request.clone().text();
      const response = await sandbox.fetch(request);
      lastRequest = performance.now();
      // If streaming fails, the Chat SDK posts the whole reply.
      const isPost = request.url.endsWith("/chat.postMessage") && body.includes("thread_ts");
      if (isPost || request.url.endsWith("/chat.stopStream")) ended++;
      return response;
    }, "/api/");
    const model = await startModel((prompt, results) => {
      const number = /mention (\d+)\./.exec(prompt)![1]!;
      const channel = ids.get(`log-${Number(number) % logs}`)!;
      return results.length > 0 ? { text: `Reply ${number}.` } : { calls: twoWrites(number, channel) };
    });
    const options = { bot, folder, slackUrl: slack.url, token: sandbox.tokens.bot, signingSecret, without };
    const replicas = await Promise.all([1, 2].map(() => startBot({ ...options, modelUrl: model.url })));
    const balancer = createBalancer(
      replicas.map(({ url }) => url),
      random,
    );
    const balanced = await listen(balancer.handle);
    const events = await sandbox.deliverTo(balanced.url, { signingSecret });

    const mentions: Mention[] = [];
    let waited = true;
    while (balancer.delivered() < tries && waited) {
      for (let count = 0; count < together; count++) mentions.push(postMention(sandbox, mentions, random));
      await events.settled();
      const isQuiet = () => ended >= mentions.length && performance.now() - lastRequest > 100;
      waited = await until(isQuiet);
      // Some events arrive again long after the turn.
      for (const id of balancer.takeIds()) if (random.chance(0.03)) await events.resend(id);
    }
    await events.settled();
    await until(() => performance.now() - lastRequest > 1000);
    events.stop();
    for (const replica of replicas) await replica.kill();
    for (const server of [balanced, slack, model]) await server.close();
    rmSync(folder, { recursive: true, force: true });

    const { failures, counts } = judge(sandbox, mentions);
    if (!waited) failures.push(`Only ${ended} of ${mentions.length} replies ended within ${waitMs} ms`);
    return {
      counts: {
        mentions: mentions.length,
        deliveries: balancer.delivered(),
        ...balancer.counts,
        ...counts,
      },
      failures,
    };
  },
});

const openSandbox = (): SlackSandbox =>
  slackSandbox({
    rateLimits: false,
    workspace: {
      users: ["Ana Silva", "Ben Okoro"],
      channels: ["questions", "help", ...Array.from({ length: logs }, (_, index) => `log-${index}`)],
      messages: [],
    },
  });

const twoWrites = (number: string, channel: string) =>
  ["First", "Second"].map((word) => ({
    name: "slack",
    input: { entity: "messages", action: "create", params: { channel, text: `${word} ${number}` } },
  }));

/** Posts a mention of the bot, sometimes in the thread of an earlier mention. */
function postMention(sandbox: SlackSandbox, earlier: readonly Mention[], random: Random): Mention {
  // Without this, messages of two channels could have the same time, by which the Chat SDK identifies a message.
  sandbox.clock.advance(1000);
  const root = earlier.length > 0 && random.chance(0.4) ? random.pick(earlier.slice(-together)) : undefined;
  const number = earlier.length + 1;
  const { channel, ts } = sandbox.post({
    channel: root?.channel ?? random.pick(["questions", "help"]),
    from: random.pick(["ana.silva", "ben.okoro"]),
    text: `@assistant This is mention ${number}.`,
    thread_ts: root?.thread,
  });
  return { number, channel, ts, thread: root?.thread ?? ts };
}

/** Counts the replies and the writes in the workspace. */
function judge(sandbox: SlackSandbox, mentions: readonly Mention[]) {
  const written = new Map<string, number>();
  const count = (key: string) => written.get(key) ?? 0;
  for (const { name, messages } of sandbox.state().channels)
    for (const { bot_id, text, thread_ts } of messages)
      if (bot_id !== undefined) {
        const key = `${name.startsWith("log-") ? "log" : thread_ts} ${text}`;
        written.set(key, count(key) + 1);
      }
  const counts = { "without a reply": 0, "second replies": 0, "lost writes": 0, "second writes": 0 };
  for (const { number, thread } of mentions) {
    const replies = count(`${thread} Reply ${number}.`);
    const writes = ["First", "Second"].map((word) => count(`log ${word} ${number}`));
    counts["without a reply"] += Number(replies === 0);
    counts["second replies"] += Math.max(replies - 1, 0);
    for (const times of writes) {
      counts["lost writes"] += Number(times === 0);
      counts["second writes"] += Math.max(times - 1, 0);
    }
  }
  const failures = Object.entries(counts).flatMap(([name, times]) =>
    times > 0 ? [`${name}: ${times}`] : [],
  );
  const expected = mentions.length * 3;
  if (written.size !== expected)
    failures.push(`The bot wrote ${written.size} different messages, not ${expected}`);
  return { counts, failures };
}

async function until(condition: () => boolean): Promise<boolean> {
  const end = performance.now() + waitMs;
  while (!condition()) {
    if (performance.now() > end) return false;
    await wait(20);
  }
  return true;
}
