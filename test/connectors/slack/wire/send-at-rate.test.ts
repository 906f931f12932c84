import type { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

const general = (sandbox: ReturnType<typeof slackSandbox>) =>
  sandbox.state().channels.find(({ name }) => name === "general")!.id;

describe("a thousand calls at once over three methods, with Slack's limits on", () => {
  const open = (totalWaitMs: number) => {
    const sandbox = slackSandbox();
    const slack = new SlackConnector(
      { auth: { api_token: sandbox.tokens.bot } },
      { ...sandbox.options, totalWaitMs },
    );
    const user = sandbox.state().users[0]!.id;
    const channel = general(sandbox);
    const started: string[] = [];
    const calls = Array.from({ length: 1000 }, (_, index) => {
      const fields = [["id"], ["name"]][index % 2]!;
      started.push(String(index));
      if (index % 3 === 0) return slack.channels.get({ channel, fields });
      if (index % 3 === 1) return slack.users.get({ user, fields });
      return slack.channels.list({ limit: 1 + Math.floor(index / 3) });
    });
    return { sandbox, calls };
  };
  const answered = (sandbox: ReturnType<typeof slackSandbox>) => sandbox.calls().map(({ error }) => error);

  test("with enough time, all are sent without a 429, and each method keeps its order", async () => {
    const { sandbox, calls } = open(24 * 3600 * 1000);
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(sandbox.calls()).toHaveLength(1000);
    expect(answered(sandbox).filter((error) => error === "ratelimited")).toEqual([]);
    const limits = sandbox
      .calls()
      .filter(({ method }) => method === "conversations.list")
      .map(({ args }) => Number(args["limit"]));
    expect(limits).toEqual(limits.toSorted((a, b) => a - b));
  });

  test("with 30 seconds, most are refused at once with the seconds to wait, and not sent", async () => {
    const { sandbox, calls } = open(30_000);
    const outcomes = await Promise.allSettled(calls);
    const refused = outcomes.flatMap((one) =>
      one.status === "rejected" ? [one.reason as ConnectorError] : [],
    );
    expect(refused.length + sandbox.calls().length).toBe(1000);
    expect(refused.length).toBeGreaterThan(800);
    for (const error of refused)
      expect(error).toMatchObject({ code: "rate_limited", outcome: "not_started", retryable: true });
    expect(refused.every(({ retry_after = 0 }) => retry_after > 0)).toBe(true);
    expect(answered(sandbox).filter((error) => error === "ratelimited")).toEqual([]);
  });

  test("no timer remains", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = timers();
    const sandbox = slackSandbox();
    const { clock: _clock, ...options } = sandbox.options;
    const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, options);
    const caller = new AbortController();
    const calls = Array.from({ length: 40 }, () => slack.channels.list({}, { signal: caller.signal }));
    setTimeout(() => caller.abort(), 20);
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
    expect(timers()).toBeLessThanOrEqual(before);
  });
});

describe("all requests of a call share its waiting time", () => {
  const ts = "1712161829.000300";
  const open = (totalWaitMs: number, ...operations: string[]) => {
    const sandbox = slackSandbox();
    for (const operation of operations) sandbox.fail({ operation, kind: "rate_limit", retryAfter: 20 });
    const auth = { api_token: sandbox.tokens.bot };
    const slack = new SlackConnector({ auth }, { ...sandbox.options, totalWaitMs });
    const started = sandbox.clock.now();
    const seconds = () => Math.round((sandbox.clock.now() - started) / 1000);
    const sent = (method: string) => sandbox.calls().filter((call) => call.method === method).length;
    return { slack, sandbox, seconds, sent, channel: general(sandbox) };
  };

  test("two operations of one run share the waiting time", async () => {
    const read = ["conversations.history", "conversations.replies"];
    const { slack, seconds, sent, channel } = open(30_000, ...read);
    await expect(slack.messages.get({ channel, ts })).rejects.toMatchObject({
      code: "upstream_rate_limited",
      retry_after: 20,
      outcome: "not_started",
    });
    expect([seconds(), sent(read[0]!), sent(read[1]!)]).toEqual([20, 2, 1]);

    const patient = open(40_000, ...read);
    await expect(patient.slack.messages.get({ channel, ts })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(patient.seconds()).toBe(40);
  });

  test("the lookup of a name and the write share the waiting time", async () => {
    const { slack, seconds, sent } = open(30_000, "conversations.list", "chat.postMessage");
    await expect(slack.messages.create({ channel: "#general", text: "x" })).rejects.toMatchObject({
      code: "upstream_rate_limited",
      outcome: "not_started",
    });
    expect([seconds(), sent("chat.postMessage")]).toEqual([20, 1]);
  });

  test("but reads for undo data have their own limit of three seconds", async () => {
    const { slack, sandbox, channel } = open(30_000);
    const { data } = await slack.messages.create({ channel, text: "before" });
    for (const operation of ["conversations.history", "chat.update"])
      sandbox.fail({ operation, kind: "rate_limit", retryAfter: 20 });
    expect((await slack.messages.update({ channel, ts: data.ts, text: "after" })).data.text).toBe("after");
  });

  test("each call has a separate waiting time", async () => {
    const { slack, seconds, channel } = open(30_000, "conversations.info", "conversations.members");
    await slack.channels.get({ channel });
    await slack.channel_members.list({ channel });
    expect(seconds()).toBe(40);
  });
});

describe("the limit of 2025 on reading messages", () => {
  const page = (count: number, next: string) => ({
    ok: true,
    messages: Array.from({ length: count }, (_, index) => ({
      ts: `171216182${index % 10}.000${100 + index}`,
      text: "x",
    })),
    response_metadata: { next_cursor: next },
  });
  const open = (answer: (method: string) => Response) => {
    const fetch: typeof globalThis.fetch = async (input) => answer(String(input).split("/").at(-1)!);
    return new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
  };
  const channel = "C012AB3CD";

  test("a page that was cut off at 15 messages says why", async () => {
    const slack = open(() => Response.json(page(15, "next")));
    const { meta } = await slack.channel_messages.list({ channel, limit: 100 });
    expect(meta.warnings?.[0]).toMatch(
      /^15 of 100 messages came: Slack limits this app to 1 request a minute/,
    );
    const error = await slack.threads.list({ channel, ts: "1712161829.000300" }).then(
      () => undefined,
      (thrown: unknown) => thrown as ConnectorError,
    );
    expect(error).toBeUndefined();
  });

  test.each([
    [15, 100, ""],
    [15, 15, "next"],
    [16, 100, "next"],
  ])("%i of %i messages with the cursor %j has no warning", async (count, limit, next) => {
    const slack = open(() => Response.json(page(count, next)));
    const { meta } = await slack.channel_messages.list({ channel, limit });
    expect(meta).not.toHaveProperty("warnings");
  });
});

describe("an app of the restricted class", () => {
  const open = (totalWaitMs = 30_000) => {
    const sandbox = slackSandbox({ appClass: "restricted" });
    const auth = { api_token: sandbox.tokens.bot };
    const slack = new SlackConnector({ auth }, { ...sandbox.options, totalWaitMs });
    const channel = sandbox.state().channels.find(({ name }) => name === "deploys")!.id;
    const { ts } = sandbox.state().channels.find(({ id }) => id === channel)!.messages[0]!;
    const reads = {
      "conversations.history": (limit: number) => slack.channel_messages.list({ channel, limit }),
      "conversations.replies": (limit: number) => slack.threads.list({ channel, ts, limit }),
    };
    const sent = (wanted: string) => sandbox.calls().filter(({ method }) => method === wanted).length;
    return { sandbox, slack, channel, reads, sent };
  };
  const methods = ["conversations.history", "conversations.replies"] as const;

  test("is recognised by a page of only 15 messages; after that, nothing is sent for a minute", async () => {
    const { sandbox, reads, sent } = open();
    const { data, meta } = await reads["conversations.history"](100);
    expect(data).toHaveLength(15);
    expect(meta.has_more).toBe(true);
    expect(meta.warnings?.[0]).toMatch(/^15 of 100 messages came: Slack limits this app/);
    await expect(reads["conversations.history"](15)).rejects.toMatchObject({
      code: "rate_limited",
      retry_after: 30,
    });
    expect(sent("conversations.history")).toBe(1);
    sandbox.clock.advance(60_000);
    expect((await reads["conversations.history"](15)).meta).not.toHaveProperty("warnings");
    expect(sandbox.calls().filter(({ status }) => status === 429)).toEqual([]);
  });

  test.each(methods)(
    "is recognised by a refusal of %s for a minute, and the error says so",
    async (method) => {
      const { sandbox, reads, sent } = open();
      await reads[method](10);
      await expect(reads[method](10)).rejects.toMatchObject({
        code: "upstream_rate_limited",
        retry_after: 60,
        hint: expect.stringMatching(/after 60 s .*at most 15 messages.*Marketplace/),
      });
      // From now on, the connector's own rate limiter refuses the call, and nothing is sent.
      const refused = await reads[method](10).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: "rate_limited",
        retry_after: 30,
        hint: expect.stringMatching(
          /^Call again after 30 s .* totalWaitMs .*1 request a minute.*Marketplace/,
        ),
      });
      // No other call waits, so the hint must not say so.
      expect((refused as ConnectorError).hint).not.toContain("waits already");
      expect(sent(method)).toBe(2);
      sandbox.clock.advance(60_000);
      await reads[method](10);
    },
  );

  test.each(methods)("a call of %s that can wait for a minute gets its page", async (method) => {
    const { sandbox, reads } = open(61_000);
    const started = sandbox.clock.now();
    await reads[method](10);
    await reads[method](10);
    expect(sandbox.clock.now() - started).toBe(60_000);
  });

  test("all() stops after 15 messages with the true reason, and its cursor reads on a minute later", async () => {
    const { sandbox, slack, channel } = open();
    const read: string[] = [];
    const readAll = async (cursor?: string) => {
      const params = { channel, limit: 20, ...(cursor === undefined ? {} : { cursor }) };
      for await (const { ts } of slack.channel_messages.list.all(params)) read.push(ts);
    };
    const error = await readAll().then(
      () => undefined,
      (thrown: unknown) => thrown as ConnectorError,
    );
    expect(error).toMatchObject({ code: "rate_limited", retry_after: 30, next_cursor: expect.any(String) });
    expect(error!.hint).toMatch(
      /1 request a minute.*Marketplace.* 15 items were read\. To read the rest, pass cursor/,
    );
    expect(read).toHaveLength(15);
    sandbox.clock.advance(60_000);
    await readAll(error!.next_cursor).catch(() => {});
    expect(new Set(read).size).toBe(read.length);
    expect(read.length).toBeGreaterThan(15);
  });

  test("all() with enough time waits for each page, and reports the waits", async () => {
    const { slack, channel } = open(24 * 3600_000);
    const waits: number[] = [];
    const pages = slack.channel_messages.list.all(
      { channel, limit: 20 },
      { onProgress: (one) => void (one.kind === "wait" && waits.push(Number(one.seconds))) },
    );
    let count = 0;
    for await (const _message of pages) count++;
    expect(count).toBeGreaterThan(15);
    expect(waits).toContain(60);
  });
});
