import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import { untable } from "../../../suites/read-on.ts";

// A model reads no bare seconds since 1970, except in the ids of messages.

const sandbox = slackSandbox({ rateLimits: false });
const { clock } = sandbox;
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, sandbox.options);
const include = ["everyday", "stars.list", "user_profiles.update"];
const tool = await slack.tool({ effects: ["read", "write", "destructive"], include, outputBudget: 200_000 });
const channel = "#engineering";
const inTwoHours = `${new Date(clock.now() + 7_200_000).toISOString().slice(0, 17)}00Z`;
const profile = { status_text: "away", status_emoji: ":palm_tree:", status_expiration: inTwoHours };
const { meta: changed } = await slack.user_profiles.update({ profile });
const me = (await slack.auth.test({})).data.user_id;
await slack.dnd.snooze({ num_minutes: 30 });
const { data: reminder } = await slack.reminders.create({ text: "Call", time: inTwoHours });
const scheduled = { channel, text: "later", post_at: inTwoHours };
const { data: later } = await slack.scheduled_messages.create(scheduled);
const { data: messages } = await slack.channel_messages.list({ channel });
const { ts } = messages.find(({ reactions }) => reactions)!;
const file = (await slack.files.list({})).data[0]!.id;

type Call = readonly [name: string, params?: Record<string, unknown>];
const reads: readonly Call[] = [
  ["users.list"],
  ["users.get", { user: me }],
  ["users.conversations"],
  ["user_profiles.get"],
  ["channels.list"],
  ["channels.get", { channel }],
  ["dms.list"],
  ["channel_messages.list", { channel }],
  ["threads.list", { channel, ts }],
  ["messages.get", { channel, ts }],
  ["reactions.get", { channel, ts }],
  ["reactions.list"],
  ["pins.list", { channel: "#incidents" }],
  ["bookmarks.list", { channel: "#incidents" }],
  ["files.list"],
  ["files.get", { file }],
  ["search.messages", { query: "the" }],
  ["search.files", { query: "a" }],
  ["search.everything", { query: "the" }],
  ["scheduled_messages.list"],
  ["reminders.list"],
  ["reminders.get", { reminder: reminder.id }],
  ["dnd.get"],
  ["presence.get"],
  ["usergroups.list"],
  ["team.get"],
  ["stars.list"],
  ["emoji.list"],
];
const withParams = (calls: readonly Call[]) => calls.map(([name, params = {}]) => [name, params] as const);
const dryRuns: readonly Call[] = [
  ["scheduled_messages.create", scheduled],
  ["scheduled_messages.delete", { channel, scheduled_message_id: later.scheduled_message_id }],
  ["reminders.create", { text: "Call", time: inTwoHours }],
  ["reminders.delete", { reminder: reminder.id }],
  ["user_profiles.update", { profile: { status_text: "there", status_expiration: inTwoHours } }],
];

/** The fields whose values are ids of messages, and the names of files, which can contain a time. */
const ids =
  /^(ts|\w+_ts|latest_reply|last_read|name|title|text|permalink\w*|url\w*|thumb\w*|hash|client_msg_id)$/;

/** Returns the paths of numbers and texts that are seconds of this century. */
function bareTimes(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => bareTimes(one, `${path}[${index}]`));
  if (typeof value === "object" && value !== null) {
    if ("columns" in value && "rows" in value) return bareTimes(untable(value), path);
    return Object.entries(value)
      .filter(([name]) => !ids.test(name) || /expir|dnd/.test(name))
      .flatMap(([name, one]) => bareTimes(one, `${path}.${name}`));
  }
  return /^1[4-9]\d{8}(\.\d+)?$/.test(String(value)) ? [`${path}: ${String(value)}`] : [];
}

const told = async (name: string, params: Record<string, unknown>) => {
  const [entity, action] = name.split(".");
  const { ok, text } = await tool.call({ entity, action, params });
  expect(ok, text).toBe(true);
  return JSON.parse(text) as Record<string, unknown>;
};

test.each(withParams(reads))("%s shows no bare time", async (name, params) => {
  expect(bareTimes(await told(name, params))).toEqual([]);
  const [entity, action] = name.split(".") as [string, string];
  const { fields } = (await slack.describe()).entities[entity]![action]!;
  if (fields.length > 0) expect(bareTimes(await told(name, { ...params, fields }))).toEqual([]);
});
test.each(withParams(dryRuns))("a dry run of %s shows no bare time", async (name, params) => {
  expect(bareTimes(await told(name, { ...params, dry_run: true }))).toEqual([]);
});

test("each time is shown as ISO with its date, also the end of a status, and can be passed again", async () => {
  expect(await told("reminders.get", { reminder: reminder.id })).toMatchObject({
    data: { time: inTwoHours },
  });
  expect(untable(await told("scheduled_messages.list", {}))).toMatchObject({
    data: [{ post_at: inTwoHours }],
  });
  expect(await told("user_profiles.get", {})).toMatchObject({ data: { status_expiration: inTwoHours } });
  const { data } = (await told("users.get", { user: me })) as { data: { status: string } };
  expect(data.status).toBe(`:palm_tree: away until ${inTwoHours}`);
  const dry = await told("scheduled_messages.create", { ...scheduled, dry_run: true });
  expect(dry).toMatchObject({ data: { params: { post_at: inTwoHours } } });
  const dryProfile = await told("user_profiles.update", {
    profile: { status_text: "there", status_expiration: "3h" },
    dry_run: true,
  });
  expect(dryProfile).toMatchObject({ data: { before: { status_expiration: inTwoHours } } });
  const again = await slack.user_profiles.update({ profile: { ...profile, status_expiration: 0 } });
  expect(again.meta.undo).toMatchObject({ params: { profile: { status_expiration: inTwoHours } } });
  await slack.undo(again);
  expect(await told("user_profiles.get", {})).toMatchObject({ data: { status_expiration: inTwoHours } });
  await slack.undo({ meta: changed });
  expect((await slack.user_profiles.get({})).data.status_expiration).toBe(0);
});
