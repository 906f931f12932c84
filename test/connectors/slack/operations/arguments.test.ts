import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";

// Tests rare arguments. After each write, a read checks that the argument took effect.

function open(kind: "bot" | "user" = "bot") {
  const sandbox = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens[kind] } }, sandbox.options);
  const channel = sandbox.state().channels.find(({ name }) => name === "general")!.id;
  const person = sandbox.state().users.find((one) => !one.is_bot && !one.deleted)!;
  const sent = (wanted: string) => sandbox.calls().filter(({ method }) => method === wanted);
  return { sandbox, slack, channel, person, sent };
}

test("a post can have another name and picture, for everybody or for one person", async () => {
  const { slack, channel, person, sent } = open();
  const look = { username: "Deploy Bot", icon_emoji: ":rocket:", icon_url: "https://example.com/a.png" };
  const { data } = await slack.messages.create({ channel, text: "Deployed.", ...look });
  const { data: read } = await slack.messages.get({ channel, ts: data.ts });
  expect(read).toMatchObject({ text: "Deployed.", author: expect.stringContaining("Deploy Bot") });
  await slack.ephemeral_messages.create({ channel, user: person.id, text: "Only for you.", ...look });
  for (const method of ["chat.postMessage", "chat.postEphemeral"])
    expect(sent(method)[0]?.args).toMatchObject(look);
});

test("metadata of other apps is returned on request, but never the connector's own metadata", async () => {
  const { sandbox, slack, channel } = open();
  const metadata = { event_type: "deploy_done", event_payload: { id: "D-1" } };
  const posted = await sandbox.fetch("https://slack.com/api/chat.postMessage", {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.tokens.bot}` },
    body: new URLSearchParams({ channel, text: "theirs", metadata: JSON.stringify(metadata) }),
  });
  const { ts } = (await posted.json()) as { ts: string };
  const { data: own } = await slack.messages.create({ channel, text: "ours", thread_ts: ts });
  const reads = (include_all_metadata: boolean) =>
    Promise.all([
      slack.channel_messages.list({ channel, limit: 1, include_all_metadata }).then(({ data }) => data[0]),
      slack.messages.get({ channel, ts, include_all_metadata }).then(({ data }) => data),
      slack.threads.list({ channel, ts, include_all_metadata }).then(({ data }) => data[0]),
      slack.messages.get({ channel, ts: own.ts, include_all_metadata }).then(({ data }) => data),
      slack.threads.list({ channel, ts, include_all_metadata }).then(({ data }) => data[1]),
    ]);
  const none = [undefined, undefined, undefined, undefined, undefined];
  expect((await reads(false)).map((message) => message?.metadata)).toEqual(none);
  const asked = (await reads(true)).map((message) => message?.metadata);
  expect(asked).toEqual([metadata, metadata, metadata, undefined, undefined]);
});

test("a changed reply can also be shown in the channel", async () => {
  const { slack, channel } = open();
  const { data: root } = await slack.messages.create({ channel, text: "root" });
  const { data: reply } = await slack.messages.create({ channel, text: "reply", thread_ts: root.ts });
  const texts = async () =>
    (await slack.channel_messages.list({ channel, limit: 2 })).data.map(({ text }) => text);
  expect(await texts()).not.toContain("reply");
  await slack.messages.update({ channel, ts: reply.ts, text: "reply, for all", reply_broadcast: true });
  expect(await texts()).toContain("reply, for all");
});

test("the language of users is returned on request", async () => {
  const { slack, person } = open();
  const user = person.id;
  expect((await slack.users.get({ user })).data).not.toHaveProperty("locale");
  expect((await slack.users.get({ user, include_locale: true })).data.locale).toBe("en-US");
  expect((await slack.users.list({ include_locale: true, limit: 1 })).data[0]?.locale).toBe("en-US");
});

test("the workspace's own profile fields are changed, and undo restores them", async () => {
  const { slack } = open("user");
  const [field, other] = (await slack.team.profile_fields({})).data;
  const read = async (id: string) => (await slack.user_profiles.get({})).data.fields?.[id]?.value;
  const before = await read(field!.id);
  const custom_fields = { [field!.id]: { value: "2026-01-01" }, [other!.id]: { value: "x", alt: "y" } };
  const preview = await slack.user_profiles.update({ custom_fields, dry_run: true });
  expect(preview.data).toMatchObject({ after: { custom_fields } });
  const { meta } = await slack.user_profiles.update({ profile: { title: "Lead" }, custom_fields });
  expect([await read(field!.id), await read(other!.id)]).toEqual(["2026-01-01", "x"]);
  const { entity, action, params } = meta.undo!;
  await slack.execute(entity as never, action as never, params as never);
  expect(await read(field!.id)).toBe(before);
  expect((await slack.user_profiles.get({})).data.title).not.toBe("Lead");
});

test("a profile without a change is refused before anything is sent", async () => {
  const { slack, sandbox } = open("user");
  for (const params of [{}, { profile: {} }, { custom_fields: {} }])
    await expect(slack.user_profiles.update(params)).rejects.toMatchObject({ code: "invalid_params" });
  expect(sandbox.calls()).toEqual([]);
});

test("a post has the caller's metadata, and the key of the connector beside it", async () => {
  const { sandbox, slack, channel } = open();
  const metadata = { event_type: "deploy_done", event_payload: { id: "D-1" } };
  const stored = (ts: string) =>
    sandbox
      .state()
      .channels.flatMap(({ messages }) => messages)
      .find((message) => message.ts === ts)?.["metadata"];
  const read = async (ts: string) =>
    (await slack.messages.get({ channel, ts, include_all_metadata: true })).data.metadata;
  const { data } = await slack.messages.create({ channel, text: "done", metadata });
  expect(data).toMatchObject({ metadata });
  const key: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);
  expect(stored(data.ts)).toEqual({
    event_type: "deploy_done",
    event_payload: { id: "D-1", agent_connectors_key: key },
  });
  expect(await read(data.ts)).toEqual(metadata);
  // After a lost response, the message is found by the key.
  sandbox.fail({ kind: "reset_after", operation: "chat.postMessage" });
  const lost = await slack.messages.create({ channel, text: "done again", metadata });
  expect(lost.meta).toMatchObject({ recovered: expect.any(String) });
  expect(await read(lost.data.ts)).toEqual(metadata);
  expect(sandbox.calls().filter(({ method }) => method === "chat.postMessage")).toHaveLength(2);
});
