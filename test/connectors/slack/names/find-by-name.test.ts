import { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// A name that this connector has just given is known at once. The clock of the sandbox does not advance, so every list
// of names stays in the cache.

function open(watch?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch) {
  const sandbox = slackSandbox({ rateLimits: false });
  const fetch = watch ? watch(sandbox.fetch) : sandbox.fetch;
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, fetch },
  );
  const idOf = async (name: string) => (await slack.channels.get({ channel: name })).data.id;
  const unknown = async (call: Promise<unknown>) => {
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectorError);
    expect(error).toMatchObject({ code: "invalid_params" });
    return (error as ConnectorError).message;
  };
  const sent = (wanted: string) => sandbox.calls().filter(({ method }) => method === wanted).length;
  return { sandbox, slack, idOf, unknown, sent };
}

describe("a channel", () => {
  test("is known by its name after it was created, renamed and given its old name again", async () => {
    const { slack, idOf, unknown, sent } = open();
    expect(await unknown(idOf("#orbit"))).toContain("there is no channel #orbit");
    const { data } = await slack.channels.create({ name: "orbit" });
    expect(await idOf("#orbit")).toBe(data.id);
    const renamed = await slack.channels.update({ channel: "#orbit", name: "orbit-two" });
    expect(await idOf("#orbit-two")).toBe(data.id);
    expect(await unknown(idOf("#orbit"))).toContain("did you mean “#orbit-two”");
    await slack.undo(renamed);
    expect(await idOf("#orbit")).toBe(data.id);
    await unknown(idOf("#orbit-two"));
    await slack.channels.archive({ channel: "#orbit" });
    expect(await idOf("#orbit")).toBe(data.id);
    expect(sent("conversations.list")).toBe(1);
  });
  test("is known to all callers of the connector, also while they read the list", async () => {
    const { slack, idOf } = open();
    const tool = await slack.tool();
    const [, created] = await Promise.all([idOf("#general"), slack.channels.create({ name: "orbit" })]);
    const results = await Promise.all(
      Array.from({ length: 5 }, () =>
        tool.call({ entity: "channels", action: "get", params: { channel: "#orbit" } }),
      ),
    );
    for (const { text } of results)
      expect(JSON.parse(text)).toMatchObject({ data: { id: created.data.id, name: "orbit" } });
  });
  test("is known by its new name even if Slack still lists the old one, and messages show the new name", async () => {
    let first: string | undefined;
    const { slack, idOf, unknown, sandbox } = open((fetch) => async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith("/conversations.list")) return response;
      first ??= await response.text();
      return new Response(first, { headers: { "content-type": "application/json" } });
    });
    const { id } = (await slack.channels.create({ name: "orbit" })).data;
    const { id: other } = (await slack.channels.create({ name: "talk" })).data;
    await slack.messages.create({ channel: other, text: `see <#${id}>` });
    await unknown(idOf("#missing"));
    await slack.channels.update({ channel: "#orbit", name: "orbit-two" });
    expect((await slack.channel_messages.list({ channel: other })).meta.names).toMatchObject({
      [id]: "orbit-two",
    });
    sandbox.clock.advance(61_000);
    await slack.channels.update({ channel: "#orbit-two", name: "orbit-three" });
    // The list is more than a minute old now, so it is read again, and Slack returns the list with the first name.
    await unknown(idOf("#missing"));
    await unknown(idOf("#orbit"));
    expect(await idOf("#orbit-three")).toBe(id);
  });
  test("is known by its name even if the response to its creation was lost", async () => {
    const { slack, idOf, unknown, sandbox } = open();
    await unknown(idOf("#orbit"));
    sandbox.fail({ operation: "conversations.create", kind: "reset_after" });
    // Depending on what the connector can find out, the call returns the channel or fails with an unknown outcome.
    await slack.channels.create({ name: "orbit" }).catch(() => {});
    const { channels } = sandbox.state();
    expect(await idOf("#orbit")).toBe(channels.find(({ name }) => name === "orbit")!.id);
  });
});

test("a user group is known by its handle after it was created and after its handle was changed", async () => {
  const { slack, unknown } = open();
  const members = (usergroup: string) => slack.usergroup_members.list({ usergroup });
  await unknown(members("@orbit-team"));
  const { data } = await slack.usergroups.create({ name: "Orbit team", handle: "orbit-team" });
  await members("@orbit-team");
  const renamed = await slack.usergroups.update({ usergroup: "@orbit-team", handle: "orbit-crew" });
  const { data: disabled } = await slack.usergroups.disable({ usergroup: "@orbit-crew" });
  expect(disabled.id).toBe(data.id);
  await slack.usergroups.enable({ usergroup: "@Orbit team" });
  await unknown(members("@orbit-team"));
  await slack.undo(renamed);
  await members("@orbit-team");
  await unknown(members("@orbit-crew"));
});

test("a direct message is known after it was opened, or after a message was sent to the person", async () => {
  const { slack, unknown, sandbox } = open();
  const { channels, users } = sandbox.state();
  const isPerson = ({ is_bot, deleted, id }: (typeof users)[0]) => !is_bot && !deleted && id !== "USLACKBOT";
  const known = new Set(channels.flatMap((one) => (one.id.startsWith("D") ? one.members : [])));
  const [first, second] = users.filter((one) => isPerson(one) && !known.has(one.id)).map(({ id }) => id);
  await unknown(slack.channel_messages.list({ channel: first! }));
  await slack.dms.open({ users: [first!] });
  await slack.channel_messages.list({ channel: first! });
  await unknown(slack.channel_messages.list({ channel: second! }));
  await slack.messages.create({ channel: second!, text: "hello" });
  expect((await slack.channel_messages.list({ channel: second! })).data[0]!.text).toBe("hello");
});
