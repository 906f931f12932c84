import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { slackSandbox, type EventDelivery, type SlackSandbox } from "agent-connectors/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen, type Listening } from "../../sandbox/listen.ts";
import { startModel } from "../chaos/bots/bot-model.ts";
import { startBot, type RunningBot } from "../chaos/bots/start-bot.ts";

// Runs examples/slack-bot-approvals.ts in separate processes.

const signingSecret = "8f742231b10e8888abcd99yyyzzz85a5";
const from = "maya.chen";

const folder = mkdtempSync(join(tmpdir(), "agent-connectors-bot-"));
let sandbox: SlackSandbox;
let servers: Listening[];
let startReplica: () => Promise<RunningBot>;
let bot: RunningBot;
let events: EventDelivery;

beforeAll(async () => {
  sandbox = slackSandbox();
  const slack = await listen((request) => sandbox.fetch(request), "/api/");
  const model = await startModel((prompt, results) => {
    if (prompt.includes("fail") && results.length > 0) return { error: "no money" };
    if (results.length > 0)
      return { text: results.every((result) => result.includes('"ts"')) ? "**Written.**" : "Not written." };
    const input = { entity: "messages", action: "create", params: { channel: "#random", text: "one" } };
    return {
      calls: Array.from({ length: prompt.includes("twice") ? 2 : 1 }, () => ({ name: "slack", input })),
    };
  });
  servers = [slack, model];
  startReplica = () =>
    startBot({
      bot: "approvals",
      folder,
      slackUrl: slack.url,
      token: sandbox.tokens.bot,
      signingSecret,
      modelUrl: model.url,
    });
  bot = await startReplica();
  events = await sandbox.deliverTo(bot.url, { signingSecret });
});
afterAll(async () => {
  events.stop();
  await bot.kill();
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true });
});

const channel = (name: string) => sandbox.state().channels.find((one) => one.name === name)!;
const inRandom = () => channel("random").messages.filter(({ text }) => text === "one").length;
const replies = (thread: string) =>
  channel("general").messages.filter(({ bot_id, thread_ts }) => bot_id && thread_ts === thread);
const textOf = (message: object) => JSON.stringify(message);

/** Mentions the bot, and returns the question of the bot. */
async function ask(text = "Write one.") {
  // Slack limits the messages of a bot in a channel to one per second.
  sandbox.clock.advance(10_000);
  const { ts } = sandbox.post({ channel: "general", from, text: `@assistant ${text}` });
  await events.settled();
  await eventually(() => replies(ts)).toHaveLength(1);
  return { thread: ts, question: replies(ts)[0]! };
}
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 100_000 });
const click = (question: { ts: string }, button: string, person = from) =>
  events.click({ channel: "general", ts: question.ts, from: person, button });

test("the person reads the call, and nothing is written before the person clicks", async () => {
  const { question } = await ask();
  const text = textOf(question);
  expect(text).toContain("Action: Slack messages.create.");
  expect(text).toContain("#random");
  expect(inRandom()).toBe(0);
  const sent = sandbox.calls().findLast(({ method }) => method === "chat.postMessage")!.args;
  expect(JSON.stringify([sent.unfurl_links, sent.unfurl_media])).toMatch(/^\["?false"?,"?false"?\]$/);
  // A click without Slack's signature decides nothing.
  const id = /"value":"(\w+)"/.exec(text)![1]!;
  const actions = [{ type: "button", action_id: "approve", value: id }];
  const forged = { type: "block_actions", user: { id: "U1" }, channel: { id: "C1" }, actions };
  const payload = new URLSearchParams({ payload: JSON.stringify(forged) });
  expect((await fetch(bot.url, { method: "POST", body: payload })).status).toBe(401);
  expect(inRandom()).toBe(0);
  expect((statSync(join(folder, "bot-store")).mode & 0o777).toString(8)).toBe("700");
  const values = join(folder, "bot-store", "values");
  const file = readdirSync(values).find((name) => name.endsWith(".json"));
  expect(statSync(join(values, file!)).mode & 0o077).toBe(0);
});

test("a declined call does not run, and the model learns this", async () => {
  const { thread, question } = await ask();
  expect(await click(question, "Decline")).toEqual({ status: 200 });
  await eventually(() => replies(thread)).toHaveLength(2);
  expect(replies(thread).map(({ text }) => text)).toEqual(["Declined.", "Not written."]);
  expect([inRandom(), textOf(replies(thread)[0]!).includes('"button"')]).toEqual([0, false]);
});

test("one click approves or declines all calls of a question", async () => {
  for (const [button, decision, said, written] of [
    ["Decline", "Declined.", "Not written.", 0],
    ["Approve", "Approved.", "*Written.*", 2],
  ] as const) {
    const { thread, question } = await ask("Write one twice.");
    await click(question, button);
    await eventually(() => replies(thread)).toHaveLength(2);
    expect(replies(thread).map(({ text }) => text)).toEqual([decision, said]);
    expect(inRandom()).toBe(written);
  }
});

test("if the model fails after the write, the bot does not invite the person to repeat it", async () => {
  const before = inRandom();
  const { thread, question } = await ask("Write one, and then fail.");
  await click(question, "Approve");
  await eventually(() => replies(thread)).toHaveLength(2);
  expect([inRandom() - before, replies(thread)[1]!.text]).toEqual([
    1,
    "I could not finish. Before you ask again, check what I have already done.",
  ]);
});

test("an approved call runs once, even if the person clicks twice, and in a replica that starts later", async () => {
  const before = inRandom();
  const { thread, question } = await ask();
  events.stop();
  await bot.kill();
  bot = await startReplica();
  events = await sandbox.deliverTo(bot.url, { signingSecret });
  const stranger = sandbox
    .state()
    .users.find(
      ({ id, name, is_bot, deleted }) =>
        name !== from && !is_bot && !deleted && channel("general").members.includes(id),
    )!;
  await click(question, "Approve", stranger.name);
  await eventually(() => sandbox.state().ephemeral).toMatchObject([{ user: stranger.id }]);
  expect(inRandom()).toBe(before);
  await Promise.all([click(question, "Approve"), click(question, "Approve")]);
  await eventually(() => replies(thread)).toHaveLength(2);
  expect(replies(thread).map(({ text }) => text)).toEqual(["Approved.", "*Written.*"]);
  await bot.end();
  expect([inRandom() - before, replies(thread).length]).toEqual([1, 2]);
});
