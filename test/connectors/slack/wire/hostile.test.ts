import { ConnectorError } from "agent-connectors";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// Tests hostile values for Slack's own params. Other tests check the params of the core.

let sent = 0;
const fetch = async () => {
  sent++;
  return Response.json({ ok: true, channel: "C012AB3CD", ts: "1712161829.000300" });
};
const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
const channel = "C012AB3CD";
const ts = "1712161829.000300";
const million = "x".repeat(1_000_000);

async function refused(call: Promise<unknown>): Promise<ConnectorError> {
  const before = sent;
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectorError);
  expect(sent).toBe(before);
  const { code, path, message } = error as ConnectorError;
  expect(code).toBe("invalid_params");
  expect(path).toMatch(/^params/);
  expect(message.length).toBeLessThan(1000);
  return error as ConnectorError;
}

const hostile: Record<string, () => Promise<unknown>> = {
  "41,000 characters": () => slack.messages.create({ channel, text: "x".repeat(41_000) }),
  "4,001 characters when updating": () => slack.messages.update({ channel, ts, text: "x".repeat(4001) }),
  "1 MB of text": () => slack.messages.create({ channel, text: million }),
  "1 MB as an id": () => slack.channels.get({ channel: `C${million.toUpperCase()}!` }),
  "1 MB as a user": () => slack.users.get({ user: `U${million.toUpperCase()}!` }),
  "1 MB of digits as a ts": () => slack.pins.create({ channel, ts: `${"1".repeat(1_000_000)}.000300` }),
  "1 MB as an emoji": () => slack.reactions.create({ channel, ts, name: million }),
  "1 MB as a skin tone": () =>
    slack.reactions.create({ channel, ts, name: `a${"::skin-tone-2".repeat(80_000)}` }),
  "1 MB as a time": () => slack.channel_messages.list({ channel, oldest: "1".repeat(1_000_000) }),
  "1 MB as a name": () => slack.channels.create({ name: million }),
  "1 MB as a topic": () => slack.channel_topics.create({ channel, topic: million }),
  "1 MB as a link": () =>
    slack.bookmarks.create({ channel, title: "x", link: `https://example.com/${million}` }),
  "1 MB as a bookmark's emoji": () =>
    slack.bookmarks.create({ channel, title: "x", link: "https://example.com", emoji: `:${million}` }),
  "101 users": () =>
    slack.channel_invites.create({ channel, users: Array.from({ length: 101 }, () => "U012AB3CD") }),
  "a lone surrogate": () => slack.messages.create({ channel, text: "half \ud83e" }),
  "a lone surrogate in a name": () => slack.channels.create({ name: "a\udc00" }),
  "__proto__ from JSON": () =>
    slack.messages.create(JSON.parse(`{"channel":"${channel}","text":"x","__proto__":{"a":1}}`) as never),
  "__proto__ from JSON text": () =>
    slack.messages.create(`{"channel":"${channel}","text":"x","__proto__":{"unfurl_links":true}}` as never),
  constructor: () => slack.messages.create({ channel, text: "x", constructor: "x" } as never),
  "a token among the params": () => slack.channels.list({ token: "xoxb-other" } as never),
  "a javascript: link": () => slack.bookmarks.create({ channel, title: "x", link: "javascript:alert(1)" }),
  "a file: link": () => slack.bookmarks.create({ channel, title: "x", link: "file:///etc/passwd" }),
  "params that are a list": () => slack.messages.create([channel, "x"] as never),
  "text that is an object": () => slack.messages.create({ channel, text: { toString: () => "x" } } as never),
  "a limit beyond Slack's": () => slack.users.list({ limit: 1000 }),
  "a limit of nothing": () => slack.users.list({ limit: 0 }),
  "a time after the number": () => slack.scheduled_messages.create({ channel, text: "x", post_at: 1.5 }),
};

describe("refused before anything is sent", () => {
  test.each(Object.entries(hostile))("%s", async (_what, call) => {
    await refused(call());
  });

  test("no value changes a prototype", () => {
    expect(({} as { a?: number }).a).toBeUndefined();
    expect(({} as { unfurl_links?: boolean }).unfurl_links).toBeUndefined();
  });
});

test("text at the limit, with every kind of character, is sent as it is", async () => {
  const text = `${"🦉".repeat(10_000)}&=+%\u0000\r\n\u202e<script>${"é".repeat(100)}`;
  let body = "";
  const watching = new SlackConnector(
    { auth: { api_token: "xoxb-1" } },
    {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.url.endsWith("chat.postMessage")) body = await request.text();
        return fetch();
      },
    },
  );
  await watching.messages.create({ channel, text });
  expect(new URLSearchParams(body).get("text")).toBe(text);
});
