import { agentTools, approvalDesk, approvals, journal, resume, stop, stopped } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { memoryStore, type StoreDriver } from "agent-connectors/store";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/core/ground/clock.ts";
import { createWriteJournal } from "../../../src/core/journal/write-journal.ts";

// After `stop` has returned, no write reaches the platform that its answer does not name.

const channel = "C07A1QW2ER3";
const by = "maya@example.com";

function openSlack(store: StoreDriver = memoryStore()) {
  const sandbox = slackSandbox({ clock: systemClock });
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, store, journal: true },
  );
  const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
  return { sandbox, slack, store, posts };
}

test("a stop refuses writes and says who, when and why; reads still work; the record says that nothing was sent", async () => {
  const { slack, store, posts } = openSlack();
  const { at, under_way } = await stop(store, { by, reason: "The wrong channel" });
  expect(under_way).toEqual([]);
  await expect(slack.messages.create({ channel, text: "Hi" })).rejects.toMatchObject({
    code: "stopped",
    status: 403,
    outcome: "not_started",
    retryable: false,
    message: `Writes are stopped: “${by}” stopped them at ${at}, with the reason “The wrong channel”. Nothing was sent.`,
    hint: expect.stringContaining("Do not try another way"),
  });
  await expect(slack.request("chat.postMessage", { channel, text: "Hi" })).rejects.toMatchObject({
    code: "stopped",
  });
  expect((await slack.channels.list({})).data.length).toBeGreaterThan(0);
  expect(await slack.messages.create({ channel, text: "Hi", dry_run: true })).toBeDefined();
  expect(posts()).toBe(0);
  expect((await journal(store)).map(({ status, error }) => [status, error?.code])).toEqual([
    ["failed", "stopped"],
    ["failed", "stopped"],
  ]);
  expect(await resume(store)).toBe(true);
  expect(await resume(store)).toBe(false);
  await slack.messages.create({ channel, text: "Hi" });
  expect(posts()).toBe(1);
});

test("a second stop keeps the first, and stopped() returns it", async () => {
  const { store } = openSlack();
  expect(await stopped(store)).toBeUndefined();
  const first = await stop(store, { by });
  expect(await stop(store, { by: "jo@example.com" })).toEqual(first);
  expect(await stopped(store)).toEqual(first);
});

test("a call that a person has approved does not run after a stop", async () => {
  const { slack, store, posts } = openSlack();
  const tools = approvals(await agentTools(slack), { scope: "run 1", store, decides: "desk" });
  const call = { entity: "messages", action: "create", params: { channel, text: "Hi" } };
  await tools[0]!.call(call, { callId: "c1" });
  const desk = approvalDesk(store);
  const { id } = (await desk.list())[0]!;
  await desk.decide(id, { approve: true, by });
  await stop(store, { by });
  expect(await desk.run(id, tools)).toMatchObject({ ok: false, error: { code: "stopped" } });
  expect(posts()).toBe(0);
});

test("a stop names the write that is under way, and can wait for its end", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: sent, resolve: arrived } = Promise.withResolvers<void>();
  const { sandbox, store } = openSlack();
  const held: typeof fetch = async (url, init) => {
    if (!String(url).endsWith("chat.postMessage")) return sandbox.fetch(url, init);
    arrived();
    await gate;
    return sandbox.fetch(url, init);
  };
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, fetch: held, store, journal: true },
  );
  const writing = slack.messages.create({ channel, text: "Hi" });
  await sent;
  const first = await stop(store, { by });
  expect(first.under_way).toMatchObject([{ status: "running", params: { text: "Hi" } }]);
  const waiting = stop(store, { by, waitMs: 10_000 });
  open();
  await writing;
  expect((await waiting).under_way.every(({ status }) => status === "ok")).toBe(true);
});

/** Returns a random number from 0 to 1, the same for the same seed. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("in 500 interleavings of writes and a stop, the stop names every write that reaches the platform after it", async () => {
  let late = 0;
  let refused = 0;
  for (let seed = 1; seed <= 500; seed++) {
    const random = randomOf(seed);
    const pause = async (most: number) => {
      for (let turns = Math.floor(random() * most); turns > 0; turns--)
        await new Promise((resolve) => setImmediate(resolve));
    };
    const inner = memoryStore();
    // An operation takes effect between a random time after its call and a random time before its answer.
    const slow =
      <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        await pause(4);
        const result = await run(...args);
        await pause(4);
        return result;
      };
    const store: StoreDriver = {
      private: true,
      read: slow(inner.read),
      write: slow(inner.write),
      delete: slow(inner.delete),
      list: slow(inner.list),
    };
    let answer: Awaited<ReturnType<typeof stop>> | undefined;
    const after: string[] = [];
    const write = async (text: string) => {
      await pause(20);
      const facts = { context: {}, entity: "messages", action: "create", effects: ["write"] as const };
      const record = createWriteJournal(store, "slack", systemClock).write({ ...facts, params: text });
      try {
        await record.start();
        await pause(30);
        if (answer) after.push(text);
        await record.end({ data: {}, meta: {} });
      } catch (error) {
        refused++;
        await record.end({ error });
      }
    };
    const stopping = async () => {
      await pause(20);
      answer = await stop(store, { by });
    };
    await Promise.all([stopping(), ...["a", "b", "c", "d", "e"].map(write)]);
    const named = answer!.under_way.map(({ params }) => params);
    expect(named, `seed ${seed}`).toEqual(expect.arrayContaining(after));
    late += after.length;
  }
  // The interleavings contain both cases.
  expect(late).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(50);
});
