import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// A model that reads ids of people also reads their names.

function open() {
  const sandbox = slackSandbox({ rateLimits: false });
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const { channels, users } = sandbox.state();
  const channel = channels.find(({ name }) => name === "general")!.id;
  const people = users.filter((one) => !one.is_bot && !one.deleted);
  const nameOf = async (id: string): Promise<string> => {
    const { data } = await slack.users.get({ user: id });
    return data.profile?.display_name || data.profile?.real_name || data.name!;
  };
  const told = async (entity: string, action: string, params: object) => {
    const tool = await slack.tool({
      effects: ["read", "write", "destructive"],
      include: [
        "everyday",
        "channel_invites.create",
        "channel_kicks.create",
        "usergroups.create",
        "usergroup_members.replace",
      ],
    });
    const { text } = await tool.call({ entity, action, params });
    return JSON.parse(text) as { ids?: Record<string, string>; data: Record<string, unknown> };
  };
  return { sandbox, slack, channel, people, nameOf, told };
}

describe("the ids have names:", () => {
  test("the members of a channel, for a model and for code", async () => {
    const { slack, channel, nameOf, told } = open();
    const { data, meta } = await slack.channel_members.list({ channel, limit: 5 });
    expect(data.length).toBe(5);
    for (const id of data) {
      const name = await nameOf(id);
      expect((meta.names as Record<string, string>)[id]).toBe(name);
      expect((meta.ids as Record<string, string>)[name]).toBe(id);
    }
    const { ids } = await told("channel_members", "list", { channel, limit: 5 });
    expect(Object.values(ids!).toSorted()).toEqual([...data].toSorted());
  });
  test("people who are invited, removed, or written to, for code", async () => {
    const { slack, people, nameOf, told } = open();
    const { data } = await slack.channels.create({ name: "names-test" });
    const [one, two] = people as [(typeof people)[0], (typeof people)[0]];
    const users = [one.id, two.id];
    const [first, second] = [await nameOf(one.id), await nameOf(two.id)];
    const invited = await slack.channel_invites.create({ channel: data.id, users });
    expect(invited.meta.ids).toMatchObject({ [first]: one.id, [second]: two.id });
    // A model has given the ids itself, and its result does not repeat them.
    const kicked = await told("channel_kicks", "create", { channel: data.id, user: one.id });
    expect(kicked).toMatchObject({ done: true });
    expect(kicked).not.toHaveProperty("ids");
    const opened = await slack.dms.open({ users: [two.id] });
    expect(opened.meta.ids).toEqual({ [second]: two.id });
  });
  test("a name that two people have is followed by the id", async () => {
    const { sandbox, slack, channel } = open();
    const { data } = await slack.channel_members.list({ channel, limit: 2 });
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (!String(input).endsWith("/users.info")) return sandbox.fetch(input, init);
      const id = new URLSearchParams(String(init?.body)).get("user");
      return Response.json({ ok: true, user: { id, profile: { display_name: "Sam" } } });
    };
    const other = new SlackConnector(
      { auth: { api_token: sandbox.tokens.bot } },
      { ...sandbox.options, fetch },
    );
    const { meta } = await other.channel_members.list({ channel, limit: 2 });
    expect(meta.names).toEqual({ [data[0]!]: "Sam", [data[1]!]: "Sam" });
    expect(meta.ids).toEqual({ [`Sam (${data[0]})`]: data[0], [`Sam (${data[1]})`]: data[1] });
  });
});

test("a message says who reacted, and how many reacted if Slack names only some of them", async () => {
  const { sandbox, slack, channel, people, nameOf } = open();
  const { data } = await slack.messages.create({ channel, text: "vote" });
  await slack.reactions.create({ channel, ts: data.ts, name: "tada" });
  const reactors = people.slice(0, 2).map(({ id }) => id);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await sandbox.fetch(input, init);
    if (!String(input).endsWith("/conversations.history")) return response;
    const body = (await response.json()) as { messages: Record<string, unknown>[] };
    const message = body.messages.find(({ ts }) => ts === data.ts)!;
    message["reactions"] = [
      { name: "tada", count: 2, users: reactors },
      { name: "eyes", count: 12, users: reactors.slice(0, 1) },
      { name: "owl", count: 1, users: ["U0UNKNOWN"] },
    ];
    return Response.json(body);
  };
  const reader = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, fetch },
  );
  const { text } = await (
    await reader.tool()
  ).call({
    entity: "messages",
    action: "get",
    params: { channel, ts: data.ts },
  });
  const [ana, bo] = await Promise.all(reactors.map(nameOf));
  expect((JSON.parse(text) as { data: { reactions: string } }).data.reactions).toBe(
    `tada (${ana}, ${bo}), eyes×12 (${ana}), owl`,
  );
});
