import type { ConnectorOptions, ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { afterEach, describe, expect, test } from "vitest";
import { allowListKinds } from "../../../../src/connectors/slack/policy/allow-list-kinds.ts";
import { openSlackService } from "../../../hosted/open-service.ts";

// Tests a policy that allows only some channels, in process and in hosted mode. Calls can name a channel in many ways.

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const modes = {
  "in process": async (sandbox: ReturnType<typeof slackSandbox>, code: ConnectorOptions) =>
    new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, { ...sandbox.options, ...code }),
  hosted: async (sandbox: ReturnType<typeof slackSandbox>, code: ConnectorOptions) => {
    const service = await openSlackService(sandbox.options);
    closing.push(service.close);
    return SlackConnector.create(
      {
        external_user_id: "user-1",
        ...service.application,
        base_url: service.url,
        auth: { api_token: sandbox.tokens.bot },
      },
      code,
    );
  },
};

async function open(mode: keyof typeof modes, ids?: (sandbox: ReturnType<typeof slackSandbox>) => string[]) {
  const sandbox = slackSandbox();
  const named = (wanted: string) => sandbox.state().channels.find(({ name }) => name === wanted)!.id;
  const channel = ids?.(sandbox) ?? [named("general")];
  const slack = await modes[mode](sandbox, { policy: { only: { channel } } });
  const changed = () => sandbox.calls().filter(({ method }) => /^chat\.|^reactions\.add/.test(method));
  return { sandbox, slack, general: named("general"), random: named("random"), changed };
}
const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );

describe.each(Object.keys(modes) as (keyof typeof modes)[])("only some channels, %s", (mode) => {
  test("the allowed channel can be used by id, name and link", async () => {
    const { slack, general, changed } = await open(mode);
    const link = `https://fernhill.slack.com/archives/${general}`;
    for (const channel of [general, "#general", "#General", link])
      await slack.messages.create({ channel, text: "hello" });
    expect(changed().map(({ args }) => args["channel"])).toEqual(Array(4).fill(general));
  });
  test("a direct message is checked by its own id, even if the call names the person", async () => {
    const { slack, sandbox } = await open(mode);
    const person = sandbox.state().users.find((one) => !one.is_bot && !one.deleted && one.email)!;
    const everywhere = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    const { data: dm } = await everywhere.dms.open({ users: [person.id] });
    const only = (channel: string[]) =>
      new SlackConnector(
        { auth: { api_token: sandbox.tokens.bot } },
        { ...sandbox.options, policy: { only: { channel } } },
      );
    for (const channel of [person.id, `@${person.name}`, person.email!]) {
      for (const refused of [slack, only([person.id])])
        expect(await caught(refused.channel_messages.list({ channel }))).toMatchObject({
          outcome: "not_started",
        });
      expect((await only([dm.id]).channel_messages.list({ channel })).data).toEqual([]);
    }
    const read = sandbox.calls().filter(({ method }) => method === "conversations.history");
    expect(read.map(({ args }) => args["channel"])).toEqual(Array(3).fill(dm.id));
  });
  test("another channel is refused by id, name and link, and nothing is sent", async () => {
    const { slack, general, random, changed } = await open(mode);
    const link = `https://fernhill.slack.com/archives/${random}`;
    for (const channel of [random, "#random", link]) {
      const error = await caught(slack.messages.create({ channel, text: "hello" }));
      expect(error).toMatchObject({
        code: "policy_denied",
        path: "params.channel",
        outcome: "not_started",
        hint: expect.stringContaining(general),
      });
    }
    expect(changed()).toEqual([]);
  });
  test("no error reveals which other channels exist", async () => {
    const { slack, random } = await open(mode);
    const told = async (channel: string) => {
      const { code, message, hint } = await caught(slack.messages.create({ channel, text: "x" }));
      return { code, hint, message: message.replace(channel, "…") };
    };
    const nothing = await told("#zzzzzzzz");
    expect(nothing.code).toBe("policy_denied");
    expect(nothing.hint).not.toContain(random);
    // An existing channel, and a similar name, get the same error as a channel that does not exist.
    expect(await told("#random")).toEqual(nothing);
    expect(await told("#randon")).toEqual(nothing);
    // The policy does not restrict users.
    const user = caught(slack.users.get({ user: "@maya.chenn" }));
    expect((await user).code).toBe("invalid_params");
  });
  test("a mention of another channel does not reveal its name", async () => {
    const { slack, sandbox, general, random } = await open(mode);
    const everywhere = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    const { data } = await everywhere.messages.create({
      channel: general,
      text: `<#${random}> and <#${general}>`,
    });
    const read = [
      await slack.messages.get({ channel: general, ts: data.ts }),
      await slack.channel_messages.list({ channel: general, limit: 5 }),
    ];
    for (const { meta } of read) {
      expect(meta["names"]).toMatchObject({ [general]: "general" });
      expect(JSON.stringify(meta)).not.toMatch(/random/);
    }
    const tool = await slack.tool();
    const call = { entity: "messages", action: "get", params: { channel: general, ts: data.ts } };
    const { text } = await tool.call(call);
    expect(text).toContain("|general>");
    expect(text).not.toContain("#random");
  });
  test("several mentions of another channel do not reveal its name either", async () => {
    const { slack, sandbox, general, random } = await open(mode);
    const everywhere = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
    for (const text of [`<#${random}> and <#${general}>`, `again <#${random}> and <#${general}>`])
      await everywhere.messages.create({ channel: general, text });
    const page = { channel: general, limit: 2 };
    const { meta: all } = await everywhere.channel_messages.list(page);
    expect(all["ids"]).toMatchObject({ general, random });
    const { meta } = await slack.channel_messages.list(page);
    expect(meta["ids"]).toMatchObject({ general });
    expect(JSON.stringify(meta)).not.toMatch(/random/);
    expect(Object.values(meta["ids"] as object)).not.toContain(random);
  });
  test("reads and dry runs are limited too", async () => {
    const { slack, random } = await open(mode);
    for (const call of [
      slack.channel_messages.list({ channel: random }),
      slack.channels.get({ channel: random }),
      slack.messages.create({ channel: random, text: "x", dry_run: true }),
      slack.messages.create({ channel: "#random", text: "x", dry_run: true }),
    ])
      expect((await caught(call)).code).toBe("policy_denied");
  });
  test("a link to a message in another channel is refused", async () => {
    const { slack, general, random } = await open(mode);
    const ts = `https://fernhill.slack.com/archives/${random}/p1712161829000300`;
    const error = await caught(slack.reactions.create({ channel: general, ts, name: "eyes" }));
    expect(error).toMatchObject({ code: "invalid_params", path: "params.ts" });
  });
  test("a message to a user is allowed if the id of the user is allowed", async () => {
    const { slack, sandbox, changed } = await open(mode, (box) => [
      box.state().users.find((one) => !one.is_bot && !one.deleted && one.id !== "USLACKBOT")!.id,
    ]);
    const people = sandbox.state().users.filter((one) => !one.is_bot && !one.deleted && one.email);
    const [first, second] = people.filter(({ id }) => id !== "USLACKBOT");
    await slack.messages.create({ channel: first!.email!, text: "hello" });
    expect(changed().map(({ args }) => args["channel"])).toEqual([first!.id]);
    expect((await caught(slack.messages.create({ channel: second!.id, text: "x" }))).code).toBe(
      "policy_denied",
    );
  });
  test("actions that could reach other channels are refused, but users can be looked up", async () => {
    const { slack, general, sandbox } = await open(mode);
    const refused = [
      slack.channels.list(),
      slack.search.messages({ query: "secret" }),
      slack.files.get({ file: "F012AB3CD" }),
      slack.dms.open({ users: ["U012AB3CD"] }),
      slack.channels.create({ name: "elsewhere" }),
      slack.usergroups.create({ name: "x", channels: ["C0NOTTHERE"] }),
      // Slack adds a new member of a user group to all channels of the group, which can be other channels.
      slack.usergroup_members.replace({ usergroup: "S012AB3CD", users: ["U012AB3CD"] }),
      slack.usergroups.enable({ usergroup: "S012AB3CD" }),
      // These calls would let the allowed channel read a canvas or a list of another channel.
      slack.canvas_access.set({ canvas_id: "F012AB3CD", access_level: "read", channel: general }),
      slack.list_access.set({ list_id: "F012AB3CD", access_level: "read", channel: general }),
    ];
    for (const error of await Promise.all(refused.map(caught))) expect(error.code).toBe("policy_denied");
    expect((await slack.users.list({ limit: 2 })).data).toHaveLength(2);
    // If a call names no channel, but could, the connector uses the only allowed channel.
    await slack.files.list();
    const asked = sandbox.calls().filter(({ method }) => method === "files.list");
    expect(asked.map(({ args }) => args["channel"])).toEqual([general]);
    // A canvas without a channel is not put into the allowed channel.
    await slack.canvases.create({ title: "Plan" });
    const made = sandbox.calls().filter(({ method }) => method === "canvases.create");
    expect(made.map(({ args }) => args["channel_id"] ?? args["channel"])).toEqual([undefined]);
  });
  test("an empty list allows no channel", async () => {
    const { slack, general } = await open(mode, () => []);
    expect((await caught(slack.channels.get({ channel: general }))).hint).toContain("Allowed: none");
  });
});

describe("the tool", () => {
  test("lists the allowed channels, leaves out impossible actions, and refuses other channels", async () => {
    const { slack, general, random } = await open("in process");
    const tool = await slack.tool({ outputBudget: 50_000 });
    expect(tool.description).toContain(`Only channel: ${general}.`);
    expect(tool.description).not.toMatch(/^search:/m);
    expect(tool.description).toMatch(/^channels: get\(channel\)/m);
    const denied = await tool.call({ entity: "channels", action: "get", params: { channel: random } });
    expect(denied).toMatchObject({ ok: false, error: { code: "policy_denied" } });
    const hidden = await tool.call({ entity: "search", action: "messages", params: { query: "x" } });
    expect(hidden).toMatchObject({
      ok: false,
      error: { code: "policy_denied", hint: `Only channel: ${general}.` },
    });
  });
  test("both the allow-list of the tool and that of the connector apply", async () => {
    const { slack, general, random } = await open("in process", (sandbox) =>
      sandbox.state().channels.map(({ id }) => id),
    );
    const tool = await slack.tool({ only: { channel: [random] } });
    expect(tool.description).toContain(`Only channel: ${random}.`);
    const answer = await tool.call({ entity: "channels", action: "get", params: { channel: general } });
    expect(answer.ok).toBe(false);
    const [first] = await slack.tools({ shape: "per-action", only: { channel: [random] } });
    expect(first!.description).toContain(`Only channel: ${random}.`);
  });
});

test.each([
  [{ chanel: ["C012AB3CD"] }, "policy.only.chanel"],
  [{ channel: "C012AB3CD" }, "policy.only.channel"],
  [{ channel: ["#general"] }, "policy.only.channel"],
  [{ channel: [5] }, "policy.only.channel"],
  [["C012AB3CD"], "policy.only"],
  [{ constructor: ["C012AB3CD"] }, "policy.only.constructor"],
])("%j is an invalid allow-list", (only, path) => {
  const make = () =>
    new SlackConnector({ auth: { api_token: "xoxb-1" } }, { policy: { only: only as never } });
  expect(make).toThrow(expect.objectContaining({ code: "config_error", path }));
});

test("actions that need no channel exist and have no param for a channel", async () => {
  const { entities } = await SlackConnector.describe();
  const names = Object.entries(entities).flatMap(([entity, actions]) =>
    Object.keys(actions).map((action) => `${entity}.${action}`),
  );
  for (const free of [...allowListKinds.channel.without, ...allowListKinds.channel.beyond]) expect(names.some((name) => name === free || name.startsWith(`${free}.`))).toBe(true); // prettier-ignore
  // Every param for a channel must be listed in allow-list-kinds.ts.
  for (const actions of Object.values(entities))
    for (const { params } of Object.values(actions)) {
      const speaking = Object.keys(params.properties ?? {}).filter((name) => /channel/.test(name));
      const others = ["channel_types", "context_channel_id", "include_archived_channels"];
      const known = new Set<string>([...allowListKinds.channel.params, ...others]);
      expect(speaking.filter((name) => !known.has(name))).toEqual([]);
    }
});
