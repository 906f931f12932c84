import { createHmac } from "node:crypto";
import { slackSandbox, type DeliveryOptions, type SlackSandboxOptions } from "agent-connectors/sandbox";
import { slackEvent, verifySlackSignature } from "agent-connectors/slack";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../sandbox/listen.ts";

const signingSecret = "8f742231b10e8888abcd99yyyzzz85a5";

interface Received {
  body: string;
  headers: Headers;
  payload: Record<string, unknown> & { event: Record<string, unknown>; event_id: string };
}

/** Opens a sandbox with an app that records its requests. `answer` responds to the events. */
async function open(
  answer: (request: Received, count: number) => Response | Promise<Response> = () => new Response(""),
  { sandbox: options = {}, ...delivery }: Partial<DeliveryOptions> & { sandbox?: SlackSandboxOptions } = {},
) {
  const sandbox = slackSandbox(options);
  const received: Received[] = [];
  const app = async (request: Request): Promise<Response> => {
    const body = await request.text();
    const payload = JSON.parse(body) as Received["payload"] & { challenge?: string };
    if (payload.challenge) return new Response(payload.challenge);
    const one = { body, payload, headers: request.headers };
    received.push(one);
    return answer(one, received.length);
  };
  const events = await sandbox.deliverTo(app, { signingSecret, ...delivery });
  const call = (method: string, args: Record<string, string>, token: string = sandbox.tokens.user) =>
    sandbox.fetch(`https://slack.com/api/${method}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(args),
    });
  const bot = sandbox.state().users.find(({ name }) => name === "assistant")!;
  return { sandbox, events, received, call, bot, app };
}
const mention = {
  channel: "general",
  from: "maya.chen",
  text: "@assistant is it everything a river should be?",
};

describe("what the app receives", () => {
  // https://docs.slack.dev/reference/events/app_mention and https://docs.slack.dev/apis/events-api
  test("a mention is two events with different ids and the same message", async () => {
    const { sandbox, events, received, bot } = await open();
    const { channel, ts } = sandbox.post(mention);
    await events.settled();
    const types = received.map(({ payload }) => payload.event["type"]);
    expect(types.sort()).toEqual(["app_mention", "message"]);
    expect(new Set(received.map(({ payload }) => payload.event_id)).size).toBe(2);
    const { id: team } = sandbox.state().team;
    for (const { payload } of received) {
      expect(payload).toMatchObject({
        type: "event_callback",
        team_id: team,
        api_app_id: bot.app_id,
        event_id: expect.stringMatching(/^Ev[A-Z0-9]+$/) as unknown,
        event_time: Math.floor(Number(ts)),
        authorizations: [{ team_id: team, user_id: bot.id, is_bot: true, is_enterprise_install: false }],
        is_ext_shared_channel: false,
      });
      const text = `<@${bot.id}> is it everything a river should be?`;
      expect(payload.event).toMatchObject({ channel, ts, event_ts: ts, text, team });
      expect(payload.event).not.toHaveProperty("bot_id");
      expect("channel_type" in payload.event).toBe(payload.event["type"] === "message");
    }
  });

  // https://docs.slack.dev/authentication/verifying-requests-from-slack
  test("a request is signed over its raw body with the current time", async () => {
    const { sandbox, events, received } = await open();
    sandbox.post({ ...mention, text: "Grüße 🦉 @assistant" });
    await events.settled();
    for (const { body, headers } of received) {
      const time = headers.get("x-slack-request-timestamp")!;
      const hash = createHmac("sha256", signingSecret).update(`v0:${time}:${body}`).digest("hex");
      expect(headers.get("x-slack-signature")).toBe(`v0=${hash}`);
      expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60);
      expect(headers.get("x-slack-retry-num")).toBeNull();
    }
  });

  test("changes and deletions are messages with a subtype, and mention nobody", async () => {
    const { sandbox, events, received, call, bot } = await open();
    const { channel, ts } = sandbox.post({ ...mention, text: "Hello" });
    await call("chat.update", { channel, ts, text: `<@${bot.id}> hello` });
    await call("chat.delete", { channel, ts });
    await events.settled();
    expect(received.map(({ payload }) => payload.event)).toMatchObject([
      { type: "message", text: "Hello" },
      {
        type: "message",
        subtype: "message_changed",
        channel,
        message: { ts, text: `<@${bot.id}> hello` },
        previous_message: { ts, text: "Hello" },
      },
      { type: "message", subtype: "message_deleted", channel, deleted_ts: ts, previous_message: { ts } },
    ]);
  });

  test("a reply has its thread, a bot's message has the bot, and joining is no mention", async () => {
    const { sandbox, events, received, call, bot } = await open();
    const { channel, ts } = sandbox.post({ ...mention, text: "Hello" });
    sandbox.post({ ...mention, thread_ts: ts });
    await call("chat.postMessage", { channel, text: `I am <@${bot.id}>` }, sandbox.tokens.bot);
    await call("conversations.create", { name: "new" });
    const id = sandbox.state().channels.find(({ name }) => name === "new")!.id;
    await call("conversations.invite", { channel: id, users: bot.id });
    await events.settled();
    const mentions = received
      .map(({ payload }) => payload.event)
      .filter(({ type }) => type === "app_mention");
    expect(mentions).toMatchObject([{ thread_ts: ts }, { bot_id: bot.bot_id, user: bot.id }]);
    expect(received.at(-1)!.payload.event).toMatchObject({ subtype: "channel_join", user: bot.id });
  });

  test("a direct message is no mention, and other conversations send nothing", async () => {
    const { sandbox, events, received, bot } = await open();
    const rooms = sandbox.state().channels;
    const direct = rooms.find(({ kind, members }) => kind === "im" && members.includes(bot.id))!;
    const absent = rooms.find(({ members, is_archived }) => !is_archived && !members.includes(bot.id))!;
    const nameOf = (id: string) => sandbox.state().users.find((user) => user.id === id)!.name;
    sandbox.post({ ...mention, channel: absent.id, from: nameOf(absent.members[0]!) });
    sandbox.post({
      ...mention,
      channel: direct.id,
      from: nameOf(direct.members.find((id) => id !== bot.id)!),
    });
    await events.settled();
    expect(received.map(({ payload }) => payload.event)).toMatchObject([
      { type: "message", channel_type: "im" },
    ]);
  });
});

describe("retries", () => {
  // https://docs.slack.dev/apis/events-api: nearly immediately, after 1 minute, after 5 minutes.
  test("a failing app gets three retries of the same event, on the clock of the sandbox", async () => {
    const times: number[] = [];
    const { sandbox, events, received } = await open(() => {
      times.push(sandbox.clock.now());
      return new Response("", { status: 500 });
    });
    sandbox.post({ ...mention, text: "Hello" });
    await events.settled();
    expect(times.map((time) => time - times[0]!)).toEqual([0, 0, 60_000, 360_000]);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    const headers = received.map((one) => one.headers.get("x-slack-retry-num"));
    expect(headers).toEqual([null, "1", "2", "3"]);
    expect(received[1]!.headers.get("x-slack-retry-reason")).toBe("http_error");
    expect(events.deliveries()).toMatchObject([0, 1, 2, 3].map((retry_num) => ({ retry_num, status: 500 })));
  });

  test("with Delayed Events, an event is sent every hour of the next day", async () => {
    const { sandbox, events, received } = await open(
      (_, count) => new Response("", { status: count < 28 ? 500 : 200 }),
      {
        delayedEvents: true,
      },
    );
    const start = sandbox.clock.now();
    sandbox.post({ ...mention, text: "Hello" });
    await events.settled();
    expect(received).toHaveLength(28);
    expect(sandbox.clock.now() - start).toBe(360_000 + 24 * 3_600_000);
  });

  test("an app that throws gets retries, and the delivery has the error", async () => {
    const { sandbox, events } = await open((_, count) => {
      if (count === 1) throw new TypeError("a bug");
      return new Response("ignored");
    });
    sandbox.post({ ...mention, text: "Hello" });
    await events.settled();
    expect(events.deliveries()).toMatchObject([{ status: 500, error: "TypeError: a bug" }, { status: 200 }]);
    expect(events.deliveries()[1]).not.toHaveProperty("error");
  });

  test("a response that does not end in time, or that breaks off, counts as failed", async () => {
    const { timeout } = AbortSignal;
    const shorter = vi.spyOn(AbortSignal, "timeout");
    onTestFinished(() => shorter.mockRestore());
    shorter.mockImplementation((ms) => timeout.call(AbortSignal, ms / 10));
    const endless = () => new ReadableStream({ pull: () => new Promise<void>(() => {}) });
    const broken = () => new ReadableStream({ start: (body) => body.error(new TypeError("broken")) });
    const bodies = [endless, broken];
    const { sandbox, events } = await open((_, count) => new Response(bodies[count - 1]?.()));
    sandbox.post({ ...mention, text: "Hello" });
    await events.settled();
    expect(events.deliveries()).toMatchObject([
      { status: 0 },
      { status: 0, retry_reason: "http_timeout" },
      { status: 200, retry_reason: "connection_failed" },
    ]);
    expect(shorter).toHaveBeenCalledWith(3000);
    const again = () => sandbox.deliverTo(() => new Response(broken()), { signingSecret });
    await expect(again()).rejects.toThrow(/challenge.*connection_failed/);
  });

  test("an app that says so gets no retry", async () => {
    const headers = { "x-slack-no-retry": "1" };
    const { sandbox, events, received } = await open(() => new Response("", { status: 500, headers }));
    sandbox.post({ ...mention, text: "Hello" });
    await events.settled();
    expect(received).toHaveLength(1);
  });

  test("an event can be sent again after it was received", async () => {
    const { sandbox, events, received } = await open();
    sandbox.post({ ...mention, text: "Hello" });
    await events.settled();
    await events.resend(received[0]!.payload.event_id);
    expect(received[1]!.body).toBe(received[0]!.body);
    expect(received[1]!.headers.get("x-slack-retry-num")).toBe("1");
    await expect(events.resend("Ev0")).rejects.toThrow("There is no event with the id Ev0.");
  });

  test("a stopped delivery sends nothing any more", async () => {
    const { sandbox, events, received } = await open(() => {
      events.stop();
      return new Response("", { status: 500 });
    });
    sandbox.post({ ...mention, text: "Hello" });
    await events.settled();
    sandbox.post(mention);
    await events.settled();
    expect(received).toHaveLength(1);
    await expect(events.resend(received[0]!.payload.event_id)).rejects.toThrow("was stopped");
    expect(received).toHaveLength(1);
  });
});

test("events arrive over HTTP, and a closed port is a failed connection", async () => {
  const { app, received } = await open();
  const server = await listen(app);
  const sandbox = slackSandbox();
  const events = await sandbox.deliverTo(server.url, { signingSecret });
  sandbox.post({ ...mention, text: "Hello" });
  await events.settled();
  expect(received).toHaveLength(1);
  await server.close();
  sandbox.post({ ...mention, text: "Hello" });
  await events.settled();
  expect(events.deliveries().slice(1)).toMatchObject([
    { status: 0, retry_num: 0 },
    ...[1, 2, 3].map((retry_num) => ({ status: 0, retry_num, retry_reason: "connection_failed" })),
  ]);
  await expect(sandbox.deliverTo(server.url, { signingSecret })).rejects.toThrow(
    /challenge.*connection_failed/,
  );
});

test("mistakes are errors", async () => {
  const { sandbox } = await open();
  const deliver = (options: object) => sandbox.deliverTo(() => new Response("no"), options as never);
  await expect(deliver({ signingSecret })).rejects.toThrow(/does not return the challenge.*HTTP 200/);
  await expect(deliver({ signingSecret: "" })).rejects.toThrow(
    "signingSecret must be a text that is not empty",
  );
  await expect(deliver({ secret: "x" })).rejects.toThrow('There is no option "secret"');
  expect(() => sandbox.post({ ...mention, from: "nobody" })).toThrow("there is no user");
  expect(() => sandbox.post({ ...mention, channel: "none" })).toThrow("there is no channel");
  expect(() => sandbox.post({ ...mention, thread_ts: "1.2" })).toThrow("no message with the ts");
  const { channels, users } = sandbox.state();
  const outsider = users.find(
    ({ id }) => !channels.find(({ name }) => name === "general")!.members.includes(id),
  )!;
  expect(() => sandbox.post({ ...mention, from: outsider.id })).toThrow("not a member");
});

describe("clicks", () => {
  const blocks = JSON.stringify([
    { type: "section", text: { type: "mrkdwn", text: "May I?" } },
    {
      type: "actions",
      block_id: "answer",
      elements: [
        { type: "button", action_id: "yes", text: { type: "plain_text", text: "Yes" }, value: "1" },
        { type: "button", action_id: "no", text: { type: "plain_text", text: "No" }, value: "2" },
      ],
    },
  ]);

  /** Opens a sandbox with a message of the bot that has buttons, and an app that records bodies of forms. */
  async function openButtons(status = 200) {
    const sandbox = slackSandbox();
    const forms: { body: string; headers: Headers }[] = [];
    const events = await sandbox.deliverTo(
      async (request) => {
        const body = await request.text();
        if (!body.startsWith("payload="))
          return new Response((JSON.parse(body) as { challenge?: string }).challenge);
        forms.push({ body, headers: request.headers });
        return new Response("", { status });
      },
      { signingSecret },
    );
    const call = async (method: string, args: Record<string, string>) => {
      const response = await sandbox.fetch(`https://slack.com/api/${method}`, {
        method: "POST",
        headers: { authorization: `Bearer ${sandbox.tokens.bot}` },
        body: new URLSearchParams(args),
      });
      return (await response.json()) as { ok: boolean; error?: string; channel: string; ts: string };
    };
    const channel = sandbox.state().channels.find(({ name }) => name === "general")!.id;
    const { ts } = await call("chat.postMessage", { channel, text: "May I?", blocks });
    return { sandbox, events, forms, call, channel, click: { channel: "general", ts, from: "maya.chen" } };
  }

  // https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
  test("a click is one signed form, whose trigger opens a modal once", async () => {
    const { sandbox, events, forms, call, channel, click } = await openButtons();
    expect(await events.click({ ...click, button: "Yes" })).toEqual({ status: 200 });
    expect(await events.click({ ...click, button: "no" })).toEqual({ status: 200 });
    const [{ body, headers }] = forms as [(typeof forms)[0]];
    expect(headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(await verifySlackSignature({ body, headers }, { signingSecret })).toBe(true);
    const [payload, second] = forms.map(
      (form) => JSON.parse(new URLSearchParams(form.body).get("payload")!) as Record<string, unknown>,
    );
    const state = sandbox.state();
    const maya = state.users.find(({ name }) => name === "maya.chen")!;
    expect(payload).toMatchObject({
      type: "block_actions",
      user: { id: maya.id, username: "maya.chen", team_id: state.team.id },
      container: { type: "message", message_ts: click.ts, channel_id: channel, is_ephemeral: false },
      channel: { id: channel, name: "general" },
      message: { ts: click.ts, text: "May I?" },
      actions: [
        { type: "button", action_id: "yes", block_id: "answer", value: "1", action_ts: expect.any(String) },
      ],
    });
    expect(second).toMatchObject({ actions: [{ action_id: "no", value: "2" }] });
    const { user, context } = await slackEvent(payload);
    expect(user).toBe(maya.id);
    const view = JSON.stringify({ type: "modal", title: { type: "plain_text", text: "Why?" }, blocks: [] });
    const open = () => call("views.open", { trigger_id: context.slack!.trigger_id!, view });
    expect((await open()).ok).toBe(true);
    expect((await open()).error).toBe("exchanged_trigger_id");
  });

  test("a click is sent once, and its status is returned", async () => {
    const { events, forms, click } = await openButtons(500);
    expect(await events.click({ ...click, button: "Yes" })).toEqual({ status: 500 });
    await events.settled();
    expect(forms).toHaveLength(1);
  });

  test("a click on what the person cannot see is refused", async () => {
    const { sandbox, events, click } = await openButtons();
    const { ts } = sandbox.post({ channel: "general", from: "maya.chen", text: "No buttons." });
    for (const [change, message] of [
      [{ button: "Maybe" }, /no button "Maybe"/],
      [{ button: "Yes", ts: "1.000001" }, /no message with the ts/],
      [{ button: "Yes", ts }, /only clicks on its own messages/],
      [{ button: "Yes", from: "nobody" }, /no user with the name "nobody"/],
      [{ button: "Yes", colour: "red" }, /colour/],
    ] as const)
      await expect(events.click({ ...click, ...change })).rejects.toThrow(message);
  });
});
