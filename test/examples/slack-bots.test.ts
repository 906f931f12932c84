import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { slackSandbox, type EventDelivery, type SlackSandbox } from "agent-connectors/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen, type Listening } from "../../sandbox/listen.ts";
import { startModel, type ModelTurn } from "../chaos/bots/bot-model.ts";
import { startBot, type RunningBot } from "../chaos/bots/start-bot.ts";

const signingSecret = "8f742231b10e8888abcd99yyyzzz85a5";
const from = "maya.chen";

describe.each(["bolt", "chat-sdk"] as const)("examples/slack-bot-%s.ts", (bot) => {
  const folder = mkdtempSync(join(tmpdir(), "agent-connectors-bot-"));
  let sandbox: SlackSandbox;
  let events: EventDelivery;
  let running: RunningBot;
  let servers: Listening[];
  /** What the model got: the prompts, and the results of tools. */
  const seen: string[] = [];
  let script: (prompt: string, results: readonly string[]) => ModelTurn | Promise<ModelTurn>;
  let ended = 0;
  let wake = (): void => {};

  /** Resolves when the bot has ended this number of replies. */
  const replies = (count: number): Promise<void> =>
    new Promise((resolve) => {
      wake = () => {
        if (ended >= count) resolve();
      };
      wake();
    });
  const say = (text: string, thread_ts?: string) =>
    sandbox.post({ channel: "general", from, text, thread_ts });
  const messages = (channel = "general") =>
    sandbox.state().channels.find(({ name }) => name === channel)!.messages;
  const repliesTo = (ts: string) =>
    messages().flatMap(({ bot_id, thread_ts, text }) => (bot_id && thread_ts === ts ? [text] : []));

  beforeAll(async () => {
    sandbox = slackSandbox();
    const slack = await listen(async (request) => {
      const response = await sandbox.fetch(request);
      if (request.url.endsWith("/chat.stopStream")) ended++;
      wake();
      return response;
    }, "/api/");
    const model = await startModel((prompt, results) => {
      seen.push(prompt, ...results);
      return script(prompt, results);
    });
    const { bot: token } = sandbox.tokens;
    running = await startBot({ bot, folder, slackUrl: slack.url, token, signingSecret, modelUrl: model.url });
    events = await sandbox.deliverTo(running.url, { signingSecret });
    servers = [slack, model];
  });
  afterAll(async () => {
    events.stop();
    await running.kill();
    for (const server of servers) await server.close();
    rmSync(folder, { recursive: true });
  });

  test("an unsigned request, and one with another secret, get 401", async () => {
    const unsigned = await fetch(running.url, { method: "POST", body: "{}" });
    expect(unsigned.status).toBe(401);
    await expect(sandbox.deliverTo(running.url, { signingSecret: "other" })).rejects.toThrow("HTTP 401");
  });

  test("a mention, its twin and retries are one turn, which is acknowledged at once and can write twice", async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    const random = sandbox.state().channels.find(({ name }) => name === "random")!.id;
    const write = (text: string) => ({
      entity: "messages",
      action: "create",
      params: { channel: random, text },
    });
    const search = { entity: "search", action: "messages", params: { query: "release" } };
    script = async (_, results) => {
      ask();
      await allowed;
      if (results.length > 0) return { text: "I have **written** both." };
      return { calls: [write("one"), write("two"), search].map((input) => ({ name: "slack", input })) };
    };
    const { ts } = say("@assistant Write one and two.");
    await asked;
    // The bot acknowledges the events although the model has not answered.
    await events.settled();
    for (const { event_id } of events.deliveries()) await events.resend(event_id);
    expect(events.deliveries().map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    allow();
    await replies(1);
    expect(repliesTo(ts)).toEqual(["I have *written* both."]);
    expect(messages("random").slice(-2)).toMatchObject([{ text: "one" }, { text: "two" }]);
    expect(sandbox.calls().find(({ method }) => method === "assistant.search.context")).toMatchObject({
      ok: true,
      args: { action_token: sandbox.actionToken },
    });
  });

  test("each of two mentions at the same time gets a reply in its thread", async () => {
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    script = async (prompt) => {
      await allowed;
      return { text: /first/.test(prompt) ? "Answer 1" : "Answer 2" };
    };
    const { ts } = say("@assistant This is first.");
    say("@assistant This is second.", ts);
    await events.settled();
    allow();
    await replies(3);
    expect(repliesTo(ts).sort()).toEqual(["Answer 1", "Answer 2"]);
  });

  test("messages of the bot, changes, deletions and messages without a mention are ignored", async () => {
    const call = (method: string, args: Record<string, string>, token: string) =>
      sandbox.fetch(`https://slack.com/api/${method}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: new URLSearchParams(args),
      });
    const before = seen.length;
    const { channel, ts } = say("Nobody is mentioned.");
    const assistant = sandbox.state().users.find(({ name }) => name === "assistant")!.id;
    await call("chat.postMessage", { channel, text: `<@${assistant}> a loop` }, sandbox.tokens.bot);
    await call("chat.update", { channel, ts, text: `<@${assistant}> an edit` }, sandbox.tokens.user);
    await call("chat.delete", { channel, ts }, sandbox.tokens.user);
    script = () => ({ text: "Only this." });
    say("@assistant The only question.");
    await events.settled();
    await replies(4);
    expect(seen.slice(before)).toEqual([expect.stringContaining("The only question.")]);
  });

  test("if the model fails, the bot says so in one message", async () => {
    script = () => ({ error: "no money" });
    const { ts } = say("@assistant Fail.");
    await replies(5);
    expect(repliesTo(ts)).toEqual([
      "I could not finish. Before you ask again, check what I have already done.",
    ]);
  });

  test.runIf(bot === "bolt")("after SIGTERM, the bot finishes its turn, and then ends", async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    script = async () => {
      ask();
      await allowed;
      return { text: "Finished." };
    };
    const { ts } = say("@assistant Finish this.");
    await asked;
    await events.settled();
    const exitCode = running.end();
    const refused = () =>
      fetch(running.url, { method: "POST", body: "{}" }).then(
        () => false,
        () => true,
      );
    while (!(await refused())) await wait(10);
    allow();
    expect(await exitCode).toBe(0);
    expect(repliesTo(ts)).toEqual(["Finished."]);
  });

  test("the model never gets the action token", () => {
    expect(seen.join()).not.toContain(sandbox.actionToken);
    expect(seen.join()).toContain("release");
  });
});
