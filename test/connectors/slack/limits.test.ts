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

  test("with time enough all are sent: none meets a 429, and each method keeps its order", async () => {
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

  test("with 30 seconds most are refused at once, unsent, with the seconds to wait", async () => {
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

  test("no timer is left behind", async () => {
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

  test("a page that was cut to 15 says why", async () => {
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
  ])("%i of %i with the cursor %j says nothing", async (count, limit, next) => {
    const slack = open(() => Response.json(page(count, next)));
    const { meta } = await slack.channel_messages.list({ channel, limit });
    expect(meta).not.toHaveProperty("warnings");
  });

  test("a refusal for a minute is named, with the way out", async () => {
    const slack = open(
      (method) =>
        new Response('{"ok":false,"error":"ratelimited"}', {
          status: method === "auth.test" ? 200 : 429,
          headers: { "retry-after": "60" },
        }),
    );
    await expect(slack.channel_messages.list({ channel })).rejects.toMatchObject({
      code: "upstream_rate_limited",
      retry_after: 60,
      hint: expect.stringMatching(/after 60 s, with limit 15.*Marketplace/),
    });
    // From now on it is our own limiter that says so, and nothing is sent.
    await expect(slack.channel_messages.list({ channel })).rejects.toMatchObject({ code: "rate_limited" });
  });
});
