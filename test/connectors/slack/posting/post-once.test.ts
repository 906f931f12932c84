import type { ConnectorOptions, ConnectorError } from "agent-connectors";
import { slackSandbox, type Fault, type SlackSandboxOptions } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test, vi } from "vitest";

// A message is posted only once, even if Slack's response is lost. The connector then looks for the message in the
// channel.

type Fetch = typeof globalThis.fetch;

function open(code: ConnectorOptions = {}, options: SlackSandboxOptions = {}) {
  const sandbox = slackSandbox({ rateLimits: false, ...options });
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, ...code },
  );
  const channel = sandbox.state().channels.find(({ name }) => name === "random")!.id;
  const texts = () =>
    sandbox
      .state()
      .channels.flatMap(({ messages }) => messages)
      .map(({ text }) => text);
  const count = (text: string) => texts().filter((one) => one === text).length;
  const sent = (wanted: string) =>
    sandbox
      .calls()
      .filter(({ method }) => method === wanted)
      .map(({ args }) => args);
  const keys = () =>
    sent("chat.postMessage").flatMap(({ metadata = "{}" }) => {
      const { event_type, event_payload } = JSON.parse(String(metadata));
      return event_type === "agent_connectors_message" ? [event_payload.key as string] : [];
    });
  const fail = (fault: Fault) => sandbox.fail({ operation: "chat.postMessage", ...fault });
  const person = () => sandbox.state().users.find(({ is_bot, deleted }) => !is_bot && !deleted)!.id;
  return { sandbox, slack, channel, texts, count, sent, keys, person, fail };
}
const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );

/** Faults after which the message is posted, but Slack's response is lost. */
const lost: Record<string, Fault> = {
  "the connection dies": { kind: "reset_after" },
  "the answer is cut": { kind: "truncated" },
  "the answer is no JSON": { kind: "not_json", done: true },
  "HTTP 500": { kind: "http_500", done: true },
  "HTTP 503": { kind: "http_503", done: true },
  "HTTP 504": { kind: "http_504", done: true },
  fatal_error: { kind: "ok_false", error: "fatal_error", done: true },
  "no answer in time": { kind: "timeout", done: true },
};
/** Faults after which the message is not posted, and Slack's error shows that the request has ended. */
const ended: Record<string, Fault> = {
  "HTTP 500": { kind: "http_500" },
  fatal_error: { kind: "ok_false", error: "fatal_error" },
  internal_error: { kind: "ok_false", error: "internal_error" },
  service_unavailable: { kind: "ok_false", error: "service_unavailable" },
};
/** Faults after which the message is not posted, but the connector cannot know this. */
const silent: Record<string, Fault> = {
  "the connection dies": { kind: "reset" },
  "no answer in time": { kind: "timeout" },
  "the answer is no JSON": { kind: "not_json" },
  "HTTP 502": { kind: "http_502" },
  "HTTP 503": { kind: "http_503" },
  "HTTP 504": { kind: "http_504" },
  "a redirect": { kind: "redirect" },
};

describe("if the message is posted and the response is lost, the call returns the posted message", () => {
  test.each(Object.entries(lost))("%s", async (_what, fault) => {
    const { slack, channel, count, sent, fail } = open({ timeoutMs: 500 });
    const usual = await slack.messages.create({ channel, text: "usual" });
    fail(fault);
    const { data, meta } = await slack.messages.create({ channel, text: "once" });
    expect(count("once")).toBe(1);
    expect(sent("chat.postMessage")).toHaveLength(2);
    const [newest] = (await slack.channel_messages.list({ channel, limit: 1 })).data;
    expect(data).toMatchObject({ channel, ts: newest!.ts, text: "once" });
    expect(Object.keys(data).sort()).toEqual(Object.keys(usual.data).sort());
    expect(data.permalink).toContain(`/p${data.ts.replace(".", "")}`);
    expect(meta.recovered).toMatch(/^upstream_/);
    expect(meta.undo).toMatchObject({ action: "delete", params: { channel, ts: data.ts } });
    expect(usual.meta).not.toHaveProperty("recovered");
  });

  test("in a thread", async () => {
    const { slack, channel, count, sent, fail } = open();
    const { data: parent } = await slack.messages.create({ channel, text: "question" });
    fail({ kind: "http_503", done: true });
    const { data, meta } = await slack.messages.create({ channel, thread_ts: parent.ts, text: "answer" });
    expect(data).toMatchObject({ thread_ts: parent.ts, text: "answer" });
    expect(data.permalink).toContain(`?thread_ts=${parent.ts}`);
    expect(meta.recovered).toBe("upstream_error");
    expect(count("answer")).toBe(1);
    expect(sent("conversations.replies")).toHaveLength(1);
    expect(sent("conversations.history")).toEqual([]);
  });

  test.each([
    ["the direct message does not exist yet", undefined],
    ["the direct message exists", "hello"],
  ])("in the direct message with the user whose id is the channel: %s", async (_what, earlier) => {
    const { slack, count, sent, person, fail } = open();
    const channel = person();
    if (earlier) await slack.messages.create({ channel, text: earlier });
    fail({ kind: "reset_after" });
    const { data, meta } = await slack.messages.create({ channel, text: "once" });
    const { data: opened } = await slack.dms.open({ users: [channel] });
    expect(data).toMatchObject({ channel: opened.id, text: "once" });
    expect(data.permalink).toContain(`/archives/${opened.id}/p`);
    expect(meta).toMatchObject({
      recovered: "upstream_unreachable",
      undo: { params: { channel: opened.id } },
    });
    expect([count("once"), sent("conversations.history")]).toMatchObject([1, [{ channel: opened.id }]]);
  });

  test("with the idempotency key of an earlier post to a user", async () => {
    const { sandbox, slack, count, person, fail } = open();
    const channel = person();
    const post = () => slack.messages.create({ channel, text: "once" }, { idempotencyKey: "k" });
    fail({ kind: "reset_after" });
    sandbox.fail({ operation: "conversations.open", kind: "ok_false", error: "missing_scope" });
    expect((await caught(post())).outcome).toBe("unknown");
    expect((await post()).data.channel).toMatch(/^D/);
    expect(count("once")).toBe(1);
  });

  test("for one piece of several: no piece is missing or posted twice", async () => {
    const { slack, channel, texts, fail } = open();
    const whole = texts().length;
    const text = Array.from({ length: 1500 }, (_, index) => `word${index}`).join(" ");
    fail({ kind: "reset_after" });
    const { data, meta } = await slack.messages.create({ channel, text, split: true });
    const parts = (data as unknown as { parts: string[] }).parts;
    expect(parts.length).toBeGreaterThan(1);
    expect(texts().filter((one) => one.startsWith("word0 "))).toHaveLength(1);
    expect(texts().length - whole).toBe(parts.length + 1);
    expect(meta.recovered).toBe("upstream_unreachable");
  });

  test.each([
    ["ahead of", 9 * 60_000],
    ["behind", -9 * 60_000],
  ])("with a clock that is nine minutes %s Slack's", async (_what, ms) => {
    const { sandbox, count, fail } = open();
    const clock = { now: () => sandbox.clock.now() + ms, sleep: sandbox.clock.sleep };
    const slack = new SlackConnector(
      { auth: { api_token: sandbox.tokens.bot } },
      { ...sandbox.options, clock },
    );
    const channel = sandbox.state().channels.find(({ name }) => name === "random")!.id;
    fail({ kind: "reset_after" });
    const { meta } = await slack.messages.create({ channel, text: "once" });
    expect(meta.recovered).toBe("upstream_unreachable");
    expect(count("once")).toBe(1);
  });

  test("if many other messages follow in the channel", async () => {
    const bench = open({ fetch: crowding(() => bench, 250) });
    bench.fail({ kind: "reset_after" });
    const { meta } = await bench.slack.messages.create({ channel: bench.channel, text: "once" });
    expect(meta.recovered).toBe("upstream_unreachable");
    expect(bench.sent("conversations.history")).toHaveLength(3);
  });
});

/** The metadata of a message from another app. */
const metadata = JSON.stringify({ event_type: "noise", event_payload: { key: "x" } });

/** Returns the sandbox's `fetch`. Just before the first read of the history, others post this number of messages. */
function crowding(bench: () => ReturnType<typeof open>, messages: number): Fetch {
  let crowded = false;
  return async (input, init) => {
    const { sandbox, channel } = bench();
    if (String(input).endsWith("/conversations.history") && !crowded) {
      crowded = true;
      for (let index = 0; index < messages; index++)
        await sandbox.fetch("https://slack.com/api/chat.postMessage", {
          method: "POST",
          headers: { authorization: `Bearer ${sandbox.tokens.user}` },
          body: new URLSearchParams({ channel, text: `noise ${index}`, metadata }),
        });
    }
    return sandbox.fetch(input, init);
  };
}

describe("if the message is not posted and Slack returned an error, it is posted once more", () => {
  test.each(Object.entries(ended))("%s", async (_what, fault) => {
    const { slack, channel, count, sent, keys, fail } = open();
    fail(fault);
    const { data, meta } = await slack.messages.create({ channel, text: "once" });
    expect(data.text).toBe("once");
    expect(count("once")).toBe(1);
    expect(sent("conversations.history")).toHaveLength(1);
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
    expect(meta).not.toHaveProperty("recovered");
  });

  test("but only once: after a second failure, the connector searches again and returns an error", async () => {
    const { slack, channel, count, keys, sent, fail } = open();
    fail({ kind: "http_500", times: 9 });
    const error = await caught(slack.messages.create({ channel, text: "never" }));
    expect(error).toMatchObject({ code: "upstream_error", outcome: "unknown", retryable: false });
    expect([keys().length, sent("conversations.history").length, count("never")]).toEqual([2, 2, 0]);
  });

  test("if the second request posts the message but its response is lost", async () => {
    const { slack, channel, count, fail } = open();
    fail({ kind: "http_500" });
    fail({ kind: "http_500", done: true });
    expect((await slack.messages.create({ channel, text: "once" })).meta.recovered).toBe("upstream_error");
    expect(count("once")).toBe(1);
  });

  test("in a thread", async () => {
    const { slack, channel, count, fail } = open();
    const { data: parent } = await slack.messages.create({ channel, text: "question" });
    fail({ kind: "http_500" });
    await slack.messages.create({ channel, thread_ts: parent.ts, text: "answer" });
    expect(count("answer")).toBe(1);
  });

  test("in a channel with a long history, of which only the newest page is read", async () => {
    const messages = Array.from({ length: 150 }, (_, index) => ({
      type: "message" as const,
      ts: `${1_770_000_000 + index * 60}.000100`,
      text: `old ${index}`,
      user: "U07AB3D8W2M",
    }));
    const id = open().channel;
    const { slack, count, sent, fail } = open({}, { seed: { messages: { [id]: messages } } as never });
    fail({ kind: "http_500" });
    await slack.messages.create({ channel: id, text: "once" });
    expect(count("once")).toBe(1);
    expect(sent("conversations.history")).toHaveLength(1);
  });

  test("with a channel's name", async () => {
    const { slack, count, fail } = open();
    fail({ kind: "http_500", done: true });
    await slack.messages.create({ channel: "#random", text: "once" });
    expect(count("once")).toBe(1);
  });
});

describe("if the outcome stays unknown, the error says so and the message is not posted again", () => {
  test.each(Object.entries(silent))("%s", async (_what, fault) => {
    const { slack, channel, count, keys, fail } = open({ timeoutMs: 500 });
    fail(fault);
    const error = await caught(slack.messages.create({ channel, text: "x1" }));
    expect(error).toMatchObject({ outcome: "unknown", retryable: false });
    expect(error.hint).toContain(`Slack may still post it. Check before you post it again`);
    expect(error.hint).toContain(`channel_messages.list of ${channel}`);
    expect([keys().length, count("x1")]).toEqual([1, 0]);
  });

  /** Faults that prevent the search in the channel. The message is then sent only once. */
  const blind: Record<string, Fault> = {
    "the scope is missing": { kind: "ok_false", error: "missing_scope", times: 9 },
    "the bot is not in the channel": { kind: "ok_false", error: "not_in_channel", times: 9 },
    "the app is of the restricted class": { kind: "rate_limit", retryAfter: 60, times: 9 },
    "history is silent": { kind: "timeout", times: 9 },
    "history is down": { kind: "http_503", times: 99 },
  };
  test.each(Object.entries(blind))("%s", async (_what, fault) => {
    for (const done of [true, false]) {
      const { sandbox, slack, channel, count, keys, fail } = open({ timeoutMs: 500 });
      sandbox.fail({ operation: "conversations.history", ...fault });
      fail({ kind: "http_500", done });
      const error = await caught(slack.messages.create({ channel, text: "x2" }));
      expect(error).toMatchObject({ code: "upstream_error", outcome: "unknown", retryable: false });
      expect(error.hint).toContain("The search for the message failed (");
      if (fault.kind === "ok_false") expect(error.hint).toContain(fault.error);
      expect([keys().length, count("x2")]).toEqual([1, done ? 1 : 0]);
    }
  });

  test("a restricted app has already used its only request", async () => {
    const { slack, channel, keys, fail } = open({}, { rateLimits: true, appClass: "restricted" });
    await slack.channel_messages.list({ channel, limit: 5 });
    fail({ kind: "http_500", done: true });
    expect((await caught(slack.messages.create({ channel, text: "x" }))).outcome).toBe("unknown");
    expect(keys()).toHaveLength(1);
  });

  test("a restricted app still has its only request", async () => {
    const { slack, channel, fail } = open({}, { rateLimits: true, appClass: "restricted" });
    fail({ kind: "http_500", done: true });
    const { meta } = await slack.messages.create({ channel, text: "x" });
    expect(meta.recovered).toBe("upstream_error");
  });

  test("the channel is the id of a user whose direct message cannot be opened", async () => {
    const { sandbox, slack, keys, person, fail } = open();
    fail({ kind: "http_500" });
    sandbox.fail({ operation: "conversations.open", kind: "ok_false", error: "missing_scope" });
    const error = await caught(slack.messages.create({ channel: person(), text: "x" }));
    expect(error.hint).toContain("The search for the message failed (missing_scope). Check before you post it again: channel_messages.list of the direct message, which dms.list has."); // prettier-ignore
    expect(keys()).toHaveLength(1);
  });

  test("a reply to a reply, which belongs to another thread", async () => {
    const { slack, channel, keys, fail } = open();
    const { data: parent } = await slack.messages.create({ channel, text: "question" });
    const { data: reply } = await slack.messages.create({ channel, thread_ts: parent.ts, text: "one" });
    fail({ kind: "http_500" });
    const call = slack.messages.create({ channel, thread_ts: reply.ts, text: "two" });
    expect((await caught(call)).outcome).toBe("unknown");
    expect(keys()).toHaveLength(3);
  });

  test("one piece of several: the error says what is posted, and that the next piece may be posted", async () => {
    const bench = open({
      fetch: async (input, init) => {
        const posted = bench.sent("chat.postMessage").length;
        if (posted === 1 && String(input).endsWith("chat.postMessage")) bench.fail({ kind: "http_502" });
        return bench.sandbox.fetch(input, init);
      },
    });
    const text = "word ".repeat(2000);
    const error = await caught(bench.slack.messages.create({ channel: bench.channel, text, split: true }));
    expect(error).toMatchObject({ code: "upstream_error", outcome: "partial" });
    expect(error.message).toMatch(/^Only 1 of 3 messages were posted \(ts \d/);
    expect(error.hint).toMatch(/^The next message may have been posted too\./);
  });

  test("there are too many new messages to read all of them", async () => {
    const bench = open({ fetch: crowding(() => bench, 301) });
    bench.fail({ kind: "http_500" });
    const error = await caught(bench.slack.messages.create({ channel: bench.channel, text: "x" }));
    expect(error.hint).toContain("not all messages could be read");
    expect(bench.keys()).toHaveLength(1);
  });

  test("the token gets no metadata", async () => {
    const fetch: Fetch = async (input, init) => {
      const answer = await bench.sandbox.fetch(input, init);
      if (!String(input).endsWith("/conversations.history")) return answer;
      const { messages, ...rest } = (await answer.json()) as { messages: object[] };
      return Response.json({ ...rest, messages: messages.map((one) => ({ ...one, metadata: undefined })) });
    };
    const bench = open({ fetch });
    bench.fail({ kind: "http_500", done: true });
    const call = bench.slack.messages.create({ channel: bench.channel, text: "x3" });
    expect((await caught(call)).outcome).toBe("unknown");
    expect(bench.count("x3")).toBe(1);
  });

  test.each([
    ["fast", 3600_000],
    ["slow", -3600_000],
  ])("a clock that is an hour %s: the message is not posted twice", async (_what, ms) => {
    const { sandbox, count, fail } = open();
    const clock = { now: () => sandbox.clock.now() + ms, sleep: sandbox.clock.sleep };
    const slack = new SlackConnector(
      { auth: { api_token: sandbox.tokens.bot } },
      { ...sandbox.options, clock },
    );
    const channel = sandbox.state().channels.find(({ name }) => name === "random")!.id;
    fail({ kind: "http_500", done: true });
    await slack.messages.create({ channel, text: "x4" }).catch(() => {});
    expect(count("x4")).toBe(1);
  });

  test("a clock that is set back, and a busy channel: the message is not posted twice", async () => {
    let back = 0;
    const crowd = crowding(() => bench, 301);
    const fetch: Fetch = async (input, init) => {
      if (String(input).endsWith("/conversations.history")) back = 3600_000;
      return crowd(input, init);
    };
    const bench = open({ fetch });
    const { sandbox, channel } = bench;
    const clock = { now: () => sandbox.clock.now() - back, sleep: async () => void (back = 3600_000) };
    const slack = new SlackConnector(
      { auth: { api_token: sandbox.tokens.bot } },
      { ...sandbox.options, clock, fetch },
    );
    bench.fail({ kind: "http_500", done: true });
    await slack.messages.create({ channel, text: "x5" }).catch(() => {});
    expect(bench.count("x5")).toBe(1);
  });

  test("a message of another user with the same key is ignored", async () => {
    const copying: Fetch = async (input, init) => {
      const { sandbox, channel, keys, count } = bench;
      if (String(input).endsWith("/conversations.history") && count("mine?") === 0)
        await sandbox.fetch("https://slack.com/api/chat.postMessage", {
          method: "POST",
          headers: { authorization: `Bearer ${sandbox.tokens.user}` },
          body: new URLSearchParams({
            channel,
            text: "mine?",
            metadata: JSON.stringify({
              event_type: "agent_connectors_message",
              event_payload: { key: keys()[0] },
            }),
          }),
        });
      return sandbox.fetch(input, init);
    };
    const bench = open({ fetch: copying });
    bench.fail({ kind: "http_500" });
    const call = bench.slack.messages.create({ channel: bench.channel, text: "x6" });
    expect(await caught(call)).toMatchObject({ code: "upstream_error", outcome: "unknown" });
    expect([bench.keys().length, bench.count("x6")]).toEqual([2, 0]);
  });

  test("the key was used for the same message on another day", async () => {
    const { sandbox, slack, channel, count, fail } = open();
    const post = () => slack.messages.create({ channel, text: "daily" }, { idempotencyKey: "daily" });
    await post();
    sandbox.clock.advance(25 * 3600_000);
    await slack.messages.create({ channel, text: "another" });
    sandbox.clock.advance(5 * 60_000);
    fail({ kind: "http_500" });
    expect((await caught(post())).outcome).toBe("unknown");
    expect(count("daily")).toBe(1);
  });

  test("the call is aborted during the search", async () => {
    const { sandbox, slack, channel, keys, fail } = open();
    fail({ kind: "http_500" });
    sandbox.fail({ operation: "conversations.history", kind: "timeout" });
    const caller = new AbortController();
    const call = caught(slack.messages.create({ channel, text: "x" }, { signal: caller.signal }));
    await vi.waitUntil(() => sandbox.calls().some(({ method }) => method === "conversations.history"));
    caller.abort();
    expect(await call).toMatchObject({ code: "aborted", outcome: "unknown", retryable: false });
    expect(keys()).toHaveLength(1);
  });
});

describe("the cost of posting once:", () => {
  test.each<[string, Fault]>([
    ["refused", { kind: "ok_false", error: "restricted_action" }],
    ["rate limited", { kind: "rate_limit", retryAfter: 3 }],
    ["no rate left", { kind: "rate_limit", retryAfter: 600 }],
  ])("there is no search if the outcome is certain: %s", async (_what, fault) => {
    const { slack, channel, sent, fail } = open();
    fail(fault);
    await slack.messages.create({ channel, text: "x" }).catch(() => {});
    expect(sent("conversations.history")).toEqual([]);
  });

  test("the search never exceeds the waiting time of the call", async () => {
    const { sandbox, slack, channel, sent, fail } = open();
    const started = sandbox.clock.now();
    fail({ kind: "rate_limit", retryAfter: 20 });
    fail({ kind: "http_500" });
    // The three waits would be 31 seconds: 20 for the post, 1 before the search, and 10 for the history.
    sandbox.fail({ operation: "conversations.history", kind: "rate_limit", retryAfter: 10 });
    const error = await caught(slack.messages.create({ channel, text: "x" }));
    expect(error.outcome).toBe("unknown");
    expect(sent("conversations.history")).toHaveLength(1);
    expect(sandbox.clock.now() - started).toBeLessThanOrEqual(30_000);
  });

  test("without time to wait, there is no search", async () => {
    const { slack, channel, sent, fail } = open({ totalWaitMs: 500 });
    fail({ kind: "http_500", done: true });
    const error = await caught(slack.messages.create({ channel, text: "x" }));
    expect(error.hint).toContain("No time was left");
    expect(sent("conversations.history")).toEqual([]);
  });

  test("the search waits for Slack's Retry-After", async () => {
    const bench = open({
      fetch: async (input, init) => {
        const answer = await bench.sandbox.fetch(input, init);
        return answer.status === 503
          ? new Response(await answer.text(), { status: 503, headers: { "retry-after": "7" } })
          : answer;
      },
    });
    const started = bench.sandbox.clock.now();
    bench.fail({ kind: "http_503", done: true });
    await bench.slack.messages.create({ channel: bench.channel, text: "x" });
    expect(bench.sandbox.clock.now() - started).toBe(7000);
  });

  test("a token without the scope for history can post, and the action is offered", async () => {
    const tokens = { "xoxb-post": { kind: "bot", user: "U07BT6A4R2C", scopes: ["chat:write"] } } as const;
    const { sandbox, channel, count } = open({}, { seed: { tokens: tokens as never } });
    const slack = new SlackConnector({ auth: { api_token: "xoxb-post" } }, sandbox.options);
    await slack.messages.create({ channel, text: "posted" });
    sandbox.fail({ operation: "chat.postMessage", kind: "http_500", done: true });
    expect((await caught(slack.messages.create({ channel, text: "once" }))).hint).toContain("missing_scope");
    expect([count("posted"), count("once")]).toEqual([1, 1]);
    const { unavailable } = await slack.check();
    expect(unavailable).not.toHaveProperty(["messages.create"]);
    expect(unavailable).toHaveProperty(["channel_messages.list"]);
  });

  test("a token that cannot set metadata posts without metadata", async () => {
    const { slack, channel, sent, fail } = open();
    fail({ kind: "ok_false", error: "metadata_must_be_sent_from_app" });
    expect((await slack.messages.create({ channel, text: "x" })).data.text).toBe("x");
    expect(sent("chat.postMessage").map((args) => "metadata" in args)).toEqual([true, false]);
  });
});

describe("the same idempotencyKey after an unknown outcome:", () => {
  const options = { idempotencyKey: "order-1" };

  test("if the message exists, every later call returns it", async () => {
    const { sandbox, slack, channel, count, keys, fail } = open();
    const post = () => slack.messages.create({ channel, text: "once" }, options);
    sandbox.fail({ operation: "conversations.history", kind: "ok_false", error: "missing_scope" });
    fail({ kind: "http_500", done: true });
    expect((await caught(post())).outcome).toBe("unknown");
    const all = await Promise.all([post(), post()]);
    for (const { data, meta } of [...all, await post()]) {
      expect(data).toMatchObject({ channel, text: "once" });
      expect(meta).toMatchObject({ recovered: "upstream_error", undo: { params: { ts: data.ts } } });
    }
    expect([count("once"), keys().length]).toEqual([1, 1]);
  });

  test("a waiting call can be aborted, and the first call continues", async () => {
    const { sandbox, slack, channel, count, fail } = open({ timeoutMs: 500 });
    const post = (signal?: AbortSignal) =>
      slack.messages.create({ channel, text: "once" }, { ...options, signal });
    fail({ kind: "timeout", done: true });
    const first = post();
    await vi.waitUntil(() => sandbox.calls().some(({ method }) => method === "chat.postMessage"));
    const other = new AbortController();
    const second = caught(post(other.signal));
    // After these turns, the second call waits for the first call.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    other.abort();
    const ended = await Promise.race([second, first.then(() => undefined)]);
    expect(ended).toMatchObject({ code: "aborted", outcome: "unknown" });
    expect((await first).meta.recovered).toBe("upstream_timeout");
    expect((await post()).data).toEqual((await first).data);
    expect(count("once")).toBe(1);
  });

  test("if the message does not exist, it is posted when a minute has passed", async () => {
    const { sandbox, slack, channel, count, keys, fail } = open();
    const post = () => slack.messages.create({ channel, text: "once" }, options);
    fail({ kind: "reset" });
    for (let nth = 0; nth < 3; nth++) expect((await caught(post())).outcome).toBe("unknown");
    expect(keys()).toHaveLength(1);
    sandbox.clock.advance(60_000);
    const { data, meta } = await post();
    expect(meta).not.toHaveProperty("recovered");
    expect((await post()).data).toEqual(data);
    expect([count("once"), keys().length, new Set(keys()).size]).toEqual([1, 2, 1]);
  });

  test("if the search is impossible, the outcome stays unknown", async () => {
    const { sandbox, slack, channel, keys, fail } = open();
    sandbox.fail({ operation: "conversations.history", kind: "ok_false", error: "missing_scope", times: 99 });
    fail({ kind: "http_500" });
    const post = () => slack.messages.create({ channel, text: "once" }, options);
    for (let nth = 0; nth < 3; nth++) {
      expect((await caught(post())).outcome).toBe("unknown");
      sandbox.clock.advance(600_000);
    }
    expect(keys()).toHaveLength(1);
  });

  test("after a failure before or during the search, the outcome stays unknown", async () => {
    const { sandbox, slack, count, keys, sent, fail } = open();
    const post = (signal?: AbortSignal) =>
      slack.messages.create({ channel: "#random", text: "once" }, { ...options, signal });
    fail({ kind: "timeout", done: true });
    const caller = new AbortController();
    const first = caught(post(caller.signal));
    await vi.waitUntil(() => keys().length === 1);
    caller.abort();
    expect(await first).toMatchObject({ code: "aborted", outcome: "unknown" });
    sandbox.clock.advance(11 * 60_000);
    sandbox.fail({ operation: "conversations.list", kind: "ok_false", error: "missing_scope" });
    await caught(slack.messages.create({ channel: "#nowhere", text: "once" }, options));
    sandbox.fail({ operation: "conversations.history", kind: "timeout" });
    const other = new AbortController();
    const second = caught(post(other.signal));
    await vi.waitUntil(() => sent("conversations.history").length === 1);
    other.abort();
    expect(await second).toMatchObject({ code: "aborted", outcome: "unknown" });
    expect((await post()).meta.recovered).toBe("aborted");
    expect([count("once"), keys().length]).toEqual([1, 1]);
  });

  test("of several pieces, the posted ones are not posted again", async () => {
    const { sandbox, slack, channel, texts, fail, keys } = open();
    const before = texts().length;
    const text = Array.from({ length: 1500 }, (_, index) => `word${index}`).join(" ");
    const post = () => slack.messages.create({ channel, text, split: true }, options);
    sandbox.fail({ operation: "conversations.history", kind: "ok_false", error: "missing_scope" });
    fail({ kind: "reset_after" });
    expect((await caught(post())).outcome).toBe("unknown");
    sandbox.clock.advance(60_000);
    const { data, meta } = await post();
    const parts = (data as unknown as { parts: string[] }).parts;
    expect(parts.length).toBeGreaterThan(1);
    expect(texts().length - before).toBe(parts.length + 1);
    expect(new Set(keys()).size).toBe(parts.length + 1);
    expect(meta.recovered).toBe("upstream_unreachable");
  });
});

test("the key depends only on the idempotencyKey and the params, and does not reveal them", async () => {
  const key = async (idempotencyKey: string | undefined, text: string) => {
    const { slack, channel, keys } = open();
    await slack.messages.create({ channel, text }, { idempotencyKey });
    return keys()[0]!;
  };
  const [one, again, other, text, none, none2] = await Promise.all([
    key("order-1", "a"),
    key("order-1", "a"),
    key("order-2", "a"),
    key("order-1", "b"),
    key(undefined, "a"),
    key(undefined, "a"),
  ]);
  expect(again).toBe(one);
  expect(new Set([one, other, text, none, none2]).size).toBe(5);
  expect(one).toMatch(/^[0-9a-f]{32}$/);
});

test("neither code nor a model gets the metadata", async () => {
  const { slack, channel } = open();
  const tool = await slack.tool({ effects: ["read", "write", "destructive"] });
  const seen: unknown[] = [];
  const made = await slack.messages.create({ channel, text: "x" });
  const { ts } = made.data;
  seen.push(made, await slack.messages.update({ channel, ts, text: "y" }));
  seen.push(await slack.messages.get({ channel, ts }), await slack.channel_messages.list({ channel }));
  seen.push(await slack.threads.list({ channel, ts }));
  const params = { channel, text: "z" };
  seen.push((await tool.call({ entity: "messages", action: "create", params })).text);
  expect(JSON.stringify(seen)).not.toMatch(/metadata|agent_connectors_message/);
});
