import { writeFile } from "node:fs/promises";
import { slackEvent, SlackConnector } from "agent-connectors/slack";
import { expectTypeOf, test } from "vitest";

const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } });
const channel = "C012AB3CD";
const ts = "1712161829.000300";

test("what may be called, by execute and by method", () => {
  void slack.channels.list();
  void slack.channels.list({ limit: 5, cursor: undefined, types: ["im"], fields: ["id"] });
  void slack.users.list({});
  void slack.execute("users", "list");
  void slack.execute("channels", "get", { channel });
  void slack.messages.create({ channel, text: "x", unfurl_links: true, dry_run: true });
  void slack.channel_messages.list({ channel, limit: 20 }, { signal: new AbortController().signal });
});

test("credentials", () => {
  void new SlackConnector({ auth: async () => ({ api_token: "xoxb-1" }) });
  // @ts-expect-error the token can be missing
  void new SlackConnector({ auth: async () => ({ api_token: "xoxb-1" as string | undefined }) });
  // @ts-expect-error Slack has no such credential
  void new SlackConnector({ auth: async () => ({ key: "x" }) });
  const user = { external_user_id: "ana" };
  void new SlackConnector({ ...user, airbyte_client_id: "a", airbyte_client_secret: "b" });
  void new SlackConnector({ ...user, client_id: "a", client_secret: "b" });
  // @ts-expect-error the secret is missing
  void new SlackConnector({ ...user, client_id: "a" });
  // @ts-expect-error both names of the same option
  void new SlackConnector({ ...user, client_id: "a", airbyte_client_id: "a", client_secret: "b" });
  void SlackConnector.create({
    ...user,
    client_id: "a",
    client_secret: "b",
    // @ts-expect-error a service cannot call a function
    auth: async () => ({ api_token: "x" }),
  });
  // @ts-expect-error hosted options do not belong in auth
  void new SlackConnector({ auth: { ...user, airbyte_client_id: "a", airbyte_client_secret: "b" } });
});

test("results", async () => {
  const { data: channels, meta } = await slack.channels.list();
  expectTypeOf(channels[0]!.id).toEqualTypeOf<string>();
  expectTypeOf(channels[0]!.topic?.value).toEqualTypeOf<string | undefined>();
  expectTypeOf(meta.next_cursor).toEqualTypeOf<string | undefined>();
  expectTypeOf(slack.execute("channels", "list")).toEqualTypeOf(slack.channels.list());
  const { data: written } = await slack.messages.create({ channel, text: "x" });
  expectTypeOf(written.ts).toEqualTypeOf<string>();
  expectTypeOf(written.permalink).toEqualTypeOf<string | null | undefined>();
  const { data: user } = await slack.execute("users", "get", { user: "U012AB3CD" });
  expectTypeOf(user.profile?.email).toEqualTypeOf<string | null | undefined>();
  const { data: file } = await slack.files.download({ file: "F012AB3CD", max_bytes: 200_000_000 });
  expectTypeOf(file).toExtend<ReadableStream<Uint8Array>>();
  expectTypeOf(await new Response(file).text()).toEqualTypeOf<string>();
  await writeFile("a", file);
  for await (const chunk of file) expectTypeOf(chunk.byteLength).toEqualTypeOf<number>();
  expectTypeOf(slack.execute("files", "download", { file: "F1" })).toEqualTypeOf(
    slack.files.download({ file: "F1" }),
  );
  // @ts-expect-error a message has no subject
  void written.subject;
  // @ts-expect-error a list is not a record
  void channels.id;
});

test("the items of .all()", async () => {
  for await (const message of slack.channel_messages.list.all({ channel })) {
    expectTypeOf(message.text).toEqualTypeOf<string>();
    // @ts-expect-error ts is text, not a number
    void (message.ts * 2);
  }
  for await (const { name } of slack.users.list.all())
    expectTypeOf(name).toEqualTypeOf<string | null | undefined>();
  // @ts-expect-error only lists have pages
  void slack.channels.get.all;
});

test("unknown entities and actions", () => {
  // @ts-expect-error there is no entity "channel"
  void slack.execute("channel", "list");
  void slack.execute(
    // @ts-expect-error there is no entity "chanels", and the error is only about the entity
    "chanels",
    "list",
  );
  void slack.execute(
    "channel_topics",
    // @ts-expect-error the entity has only the action "create"
    "update",
  );
  // @ts-expect-error
  void slack.channel;
  // @ts-expect-error channels cannot be deleted
  void slack.execute("channels", "delete", { channel });
  // @ts-expect-error
  void slack.channels.delete;
  // @ts-expect-error an action of another entity
  void slack.execute("users", "archive", { channel });
});

test("params", () => {
  // @ts-expect-error all params are missing
  void slack.channels.get();
  // @ts-expect-error
  void slack.execute("channels", "get");
  // @ts-expect-error purpose is missing
  void slack.channel_purposes.create({ channel });
  // @ts-expect-error
  void slack.execute("channel_purposes", "create", { channel });
  // @ts-expect-error no such param
  void slack.messages.create({ channel, text: "x", as_user: true });
  // @ts-expect-error
  void slack.execute("messages", "create", { channel, text: "x", as_user: true });
  // @ts-expect-error ts must be a string
  void slack.pins.create({ channel, ts: 1712161829.0003 });
  // @ts-expect-error users must be a list
  void slack.channel_invites.create({ channel, users: "U012AB3CD" });
  // @ts-expect-error no such value
  void slack.channels.list({ types: ["public"] });
  // @ts-expect-error a write has no fields
  void slack.pins.create({ channel, ts, fields: ["ts"] });
  // @ts-expect-error a read has no dry run
  void slack.channels.get({ channel, dry_run: true });
  // @ts-expect-error one record has no pages
  void slack.channels.get({ channel, limit: 1 });
});

test("credentials", () => {
  const app = { client_id: "1.2", client_secret: "s" };
  void new SlackConnector({ auth: { ...app, access_token: "xoxb-1" } });
  // @ts-expect-error two kinds of credentials at once
  void new SlackConnector({ auth: { ...app, access_token: "xoxb-1", api_token: "xoxb-1" } });
  // @ts-expect-error fields of two kinds of credentials
  void new SlackConnector({ auth: { client_id: "1.2", api_token: "xoxb-1" } });
  // @ts-expect-error fields of the credentials are missing
  void new SlackConnector({ auth: app });
  // @ts-expect-error credentials are missing
  void new SlackConnector({ auth: {} });
  // @ts-expect-error no such field
  void new SlackConnector({ auth: { api_token: "xoxb-1", team: "T1" } });
  // @ts-expect-error api_token must be a string
  void new SlackConnector({ auth: { api_token: 5 } });
  // @ts-expect-error options are missing
  void new SlackConnector();
  // @ts-expect-error
  void new SlackConnector({});
  // @ts-expect-error code options are the second argument
  void new SlackConnector({ auth: { api_token: "xoxb-1" }, endpoint: "https://example.com" });
  // @ts-expect-error options of both modes at once
  void new SlackConnector({ auth: { api_token: "xoxb-1" }, external_user_id: "u" });
});

test("the context of a call has Slack's event tokens and any other fields", () => {
  interface OwnContext {
    user: string;
  }
  const own: OwnContext = { user: "u1" };
  const view = { type: "modal" as const, title: {}, blocks: [] };
  void slack.views.open({ view }, { context: { slack: { trigger_id: "1.2.abc" } } });
  void slack.views.open({ view }, { context: { slack: { trigger_id: undefined }, user: "u1" } });
  void slack.execute("views", "open", { view }, { context: own });
  // @ts-expect-error a token is text
  void slack.views.open({ view }, { context: { slack: { trigger_id: 5 } } });
  // @ts-expect-error a trigger_id is never a param
  void slack.views.open({ view, trigger_id: "1.2.abc" });
});

test("an event has the context of later calls", async () => {
  const { context } = await slackEvent({}, { connector: slack });
  void slack.search.messages({ query: "x" }, { context });
});
