import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import { createNameCache } from "../../../../src/connectors/slack/names/ids-to-names.ts";

// Tests which names of users are cached, and how often the connector asks Slack for a name.

const minute = 60_000;

function open(fetch?: typeof globalThis.fetch) {
  const sandbox = slackSandbox({ rateLimits: false });
  const auth = { api_token: sandbox.tokens.bot };
  const slack = new SlackConnector({ auth }, { ...sandbox.options, ...(fetch && { fetch }) });
  const channel = sandbox.state().channels.find(({ name }) => name === "random")!.id;
  const people = sandbox.state().users.filter(({ is_bot, deleted }) => !is_bot && !deleted);
  const sent = (wanted: string) => sandbox.calls().filter(({ method }) => method === wanted).length;
  const say = (text: string) => slack.messages.create({ channel, text, mentions: true });
  const read = async () => {
    const { meta } = await slack.channel_messages.list({ channel, limit: 1 });
    return (meta.names ?? {}) as Record<string, string>;
  };
  return { sandbox, slack, channel, people, sent, say, read };
}

test("a name is looked up once in an hour, and names in other responses are cached too", async () => {
  const { sandbox, slack, people, sent, say, read } = open();
  const [one, other] = people.map(({ id }) => id);
  await say(`<@${one}> and <@${other}>`);
  const names = await read();
  expect(Object.keys(names)).toEqual(expect.arrayContaining([one, other]));
  const asked = sent("users.info");
  expect(asked).toBeGreaterThanOrEqual(2);
  sandbox.clock.advance(59 * minute);
  expect(await read()).toEqual(names);
  expect(sent("users.info")).toBe(asked);
  sandbox.clock.advance(minute);
  expect(await read()).toEqual(names);
  expect(sent("users.info")).toBe(2 * asked);

  sandbox.clock.advance(60 * minute);
  await slack.users.list();
  expect(await read()).toEqual(names);
  expect(sent("users.info")).toBe(2 * asked);
});

test("two reads at the same time share their lookups", async () => {
  const { people, sent, say, read } = open();
  await say(`<@${people[0]!.id}>`);
  const [first, second] = await Promise.all([read(), read()]);
  expect(second).toEqual(first);
  expect(sent("users.info")).toBe(1);
});

test("after a failure, no name is looked up for a minute, and only known names are shown", async () => {
  const { sandbox, people, sent, say, read } = open();
  const [known, unknown] = people.map(({ id }) => id) as [string, string];
  await say(`<@${known}>`);
  expect(await read()).toHaveProperty(known);
  await say(`<@${known}> and <@${unknown}>`);
  sandbox.fail({ operation: "users.info", kind: "ok_false", error: "missing_scope" });
  const asked = sent("users.info");
  const half = await read();
  expect(half).toHaveProperty(known);
  expect(half).not.toHaveProperty(unknown);
  expect(sent("users.info")).toBe(asked + 1);
  sandbox.clock.advance(minute - 1000);
  expect(await read()).toEqual(half);
  expect(sent("users.info")).toBe(asked + 1);
  sandbox.clock.advance(1000);
  expect(await read()).toHaveProperty(unknown);
  expect(sent("users.info")).toBe(asked + 2);
});

test("after a failure, other names are not looked up either for a minute", async () => {
  const { sandbox, people, sent, say, read } = open();
  const [first, second] = people.map(({ id }) => id) as [string, string];
  await say(`<@${first}>`);
  sandbox.fail({ operation: "users.info", kind: "ok_false", error: "missing_scope" });
  expect(await read()).toEqual({});
  expect(sent("users.info")).toBe(1);
  await say(`<@${second}>`);
  sandbox.clock.advance(minute - 1000);
  expect(await read()).toEqual({});
  expect(sent("users.info")).toBe(1);
  sandbox.clock.advance(1000);
  expect(Object.keys(await read())).toEqual([second]);
  expect(sent("users.info")).toBe(2);
});

test.each([
  ["a person without a name", "<@U0NONAME01>", "users.info", { user: { id: "U0NONAME01" } }],
  ["a user group that is not listed", "<!subteam^S0MADEUP1>", "usergroups.list", { usergroups: [] }],
])("%s is looked up once a minute", async (_what, mention, operation, answer) => {
  const bench = open(async (input, init) =>
    String(input).endsWith(`/${operation}`)
      ? (void asked.push(operation), Response.json({ ok: true, ...answer }))
      : bench.sandbox.fetch(input, init),
  );
  const asked: string[] = [];
  await bench.say(`see ${mention}`);
  for (const _again of [1, 2, 3]) expect(await bench.read()).toEqual({});
  expect(asked).toHaveLength(1);
  bench.sandbox.clock.advance(minute);
  await bench.read();
  expect(asked).toHaveLength(2);
});

test("a user who does not exist is looked up once, and other names are still shown", async () => {
  const { people, sent, say, read } = open();
  await say("<@U0MADEUP01>");
  expect(await read()).toEqual({});
  await say(`<@U0MADEUP01> and <@${people[0]!.id}>`);
  expect(Object.keys(await read())).toEqual([people[0]!.id]);
  expect(sent("users.info")).toBe(2);
});

test("a failing lookup of users does not stop lookups of channels", async () => {
  const { sandbox, channel, people, say, read } = open();
  const other = sandbox.state().channels.find(({ name }) => name === "general")!.id;
  expect(other).not.toBe(channel);
  await say(`<@${people[0]!.id}> in <#${other}>`);
  sandbox.fail({ operation: "users.info", kind: "ok_false", error: "missing_scope", times: 9 });
  expect(await read()).toEqual({ [other]: "general" });
});

test("a list that is longer than the cache replaces no name until the cached names are too old", async () => {
  let now = 0;
  const clock = { now: () => now, sleep: async () => {} };
  const cache = createNameCache(async () => ({}), clock);
  const ids = () => [...cache.known()].map(([id]) => id);
  const page = (first: number) =>
    Array.from({ length: 1000 }, (_, index) => ({ id: `C${first + index}`, name: `n${first + index}` }));
  const readList = (from: number) => {
    for (let first = from; first < from + 60_000; first += 1000)
      cache.learn("conversations.list", { channels: page(first) });
  };
  readList(0);
  const kept = ids();
  expect(kept.length).toBeGreaterThan(29_000);
  expect(kept.slice(0, 2)).toEqual(["C0", "C1"]);
  readList(70_000);
  expect(ids()).toEqual(kept);
  cache.learn("conversations.list", { channels: [{ id: "C0", name: "new" }] });
  cache.learn("conversations.info", { channel: { id: "C99999", name: "single" } });
  const { names } = await cache.namesOf(["C0", "C99999"], [], { signal: undefined, waits: { left: 0 } });
  expect(names).toEqual({ C0: "new", C99999: "single" });

  now += 60 * minute;
  readList(70_000);
  expect(ids()).toContain("C70000");
});
