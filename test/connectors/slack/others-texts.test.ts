import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { checkMarks, type IsPeople, withCanaries } from "../../suites/others-texts.ts";

// No text of another person reaches a model without its mark, and no other text has a mark.

type Dict = Record<string, unknown>;

/** The fields of Slack's responses whose texts people write. https://docs.slack.dev/reference/methods */
const people =
  /^(text|fallback|pretext|footer|author_name|name|name_normalized|real_name|real_name_normalized|display_name|display_name_normalized|first_name|last_name|title|status_text|status_emoji|phone|pronouns|skype|handle|description|username|preview|preview_highlight|plain_text|label|hint|alt_text|alt_txt|email|domain|email_domain|caption|initial_comment|channel_name|content|link)$/;

const isPeople: IsPeople = (path, request) => {
  const method = new URL(request.split(" ")[1]!).pathname.replace("/api/", "");
  const name = path.at(-1)!;
  if (method === "auth.test") return ["team", "user", "url"].includes(name);
  if (method === "emoji.list") return name === "<key>" && path.length === 3;
  // The responses to writes repeat the words of the agent.
  if (
    /^(chat|files\.complete|reminders\.(add|complete))|\.(create|edit|setTopic|setPurpose|rename|set)$/.test(
      method,
    )
  )
    return false;
  if (method.startsWith("files.") && /^permalink(_public)?$/.test(name)) return true;
  if (name === "value")
    return ["topic", "purpose", "fields"].includes(path.at(-2)!) || path.includes("profile");
  return people.test(name) || (name === "key" && path.includes("schema"));
};

const sandbox = slackSandbox({ rateLimits: false });
const { channels, users, files, usergroups } = sandbox.state();
const options = { ...sandbox.options, fetch: withCanaries(sandbox.fetch, isPeople) };
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, options);
const bot = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, options);

const room = channels.find(({ name }) => name === "general")!;
const channel = room.id;
const user = users[4]!.id;
const { ts } = room.messages.find(({ reactions }) => reactions)!;
const here = { channel, ts };
const file = files.find(({ mimetype }) => mimetype === "text/plain")!.id;

// What the default workspace lacks: a list with an item, a canvas, a pin, a bookmark and a reminder.
const person = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, sandbox.options);
const { data: list } = await person.lists.create({ name: "Tasks", todo_mode: true });
const column = list.list_metadata!.schema![0]!;
const { data: item } = await person.list_items.create({
  list_id: list.list_id,
  initial_fields: [{ column_id: column.id, rich_text: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements: [{ type: "text", text: "Fix the tent" }] }] }] }] as never, // prettier-ignore
});
const { data: canvas } = await person.canvases.create({
  title: "Plan",
  markdown: "# Plan\n\nFix the tent.",
} as never);
await person.pins.create(here);
await person.bookmarks.create({ channel, title: "Docs", link: "https://example.com/docs" });
const { data: reminder } = await person.reminders.create({ text: "Call", time: "2h" });
await person.stars.list({});

/** Real ids, instead of those in the examples. */
const ids: Dict = { channel, user, users: [user], ts, file, files: [file], usergroup: usergroups[0]!.id, list_id: list.list_id, id: item.id, ids: [item.id], canvas: canvas.canvas_id, canvas_id: canvas.canvas_id, reminder: reminder.id, latest: undefined, oldest: undefined, cursor: undefined, before: undefined, after: undefined, team_id: undefined }; // prettier-ignore

const catalogue = await slack.describe();
const actions = Object.entries(catalogue.entities).flatMap(([entity, all]) =>
  Object.entries(all).map(([action, known]) => ({ name: `${entity}.${action}`, entity, action, ...known })),
);
const names = actions.map(({ name }) => name);
const effects = ["read", "write", "destructive"] as const;
const tools = await Promise.all([slack, bot].map((one) => one.tool({ include: names, effects })));

/** The links of messages and the addresses of emoji contain words of people, but the harness does not change them. */
const unchanged = /^(permalink|url|alias_for|who|where|audience|external|whom|notified)$/;

const paramsOf = ({ example, params }: (typeof actions)[number], more: Dict = {}): Dict =>
  Object.fromEntries(
    Object.entries({ ...(example as Dict), ...more }).flatMap(([name, value]) => {
      if (!Object.hasOwn(params.properties ?? {}, name)) return [];
      const real = Object.hasOwn(ids, name) ? ids[name] : value;
      return real === undefined ? [] : [[name, real]];
    }),
  );

const requiredOf = (known: (typeof actions)[number]): Dict =>
  Object.fromEntries(
    Object.entries(paramsOf(known)).filter(([name]) =>
      (known.params.required as string[] | undefined)?.includes(name),
    ),
  );

async function told(name: string, params: Dict, as = 0): Promise<{ ok: boolean; text: string }> {
  const [entity, action] = name.split(".");
  return tools[as]!.call({ entity, action, params });
}

describe("no text of another person reaches a model without its mark", () => {
  const reads = actions.filter(({ effect }) => effect === "read");
  const read = new Set<string>();
  test.each(reads)("in $name, also with chosen fields", async (known) => {
    for (const as of [0, 1])
      for (const more of [{}, { query: "the" }, { fields: known.fields.slice(0, 30) }, undefined]) {
        if (more?.fields?.length === 0) continue;
        const { ok, text } = await told(known.name, more ? paramsOf(known, more) : requiredOf(known), as);
        if (ok && checkMarks(text, unchanged).length > 0) read.add(known.name);
      }
  });
  test("most reads have texts of other people", () => {
    expect([...read]).toEqual(
      expect.arrayContaining([
        "channels.list", "channels.get", "channel_messages.list", "threads.list", "messages.get", "users.list",
        "users.get", "search.messages", "search.everything", "search.context", "reactions.get", "reactions.list",
        "files.list", "files.get", "files.download", "canvases.read", "pins.list", "bookmarks.list", "usergroups.list",
        "user_profiles.get", "team.get", "emoji.list", "auth.test", "dms.list", "list_items.list", "list_items.get",
      ]), // prettier-ignore
    );
  });
  const writes = actions.filter(({ effect }) => effect !== "read");
  test.each(writes)("in a dry run of $name", async (known) => {
    const { text } = await told(known.name, { ...paramsOf(known), dry_run: true });
    checkMarks(text, unchanged);
  });
  test.each<[string, Dict]>([
    ["messages.create", { channel: "#zq1qy", text: "Hi" }],
    ["messages.create", { channel: "@Robert Fox", text: "Hi" }],
    ["messages.create", { channel: "#zq5qz", text: "Hi" }],
    ["dms.open", { users: ["@zq2qy"] }],
  ])("in the error of %s with %j", async (name, params) => {
    const company = { name: "zq6qz", company: "zq7qz" };
    const own = slackSandbox({
      workspace: {
        users: ["Ana Silva", { name: "zq2qz" }, { name: "zq3qz", real_name: "Robert Fox" }, { name: "zq4qz", real_name: "Robert Fox" }, company], // prettier-ignore
        channels: ["general", "zq1qz", { name: "zq5qz", shared_with: ["zq7qz"] }],
      },
    });
    const connector = new SlackConnector({ auth: { api_token: own.tokens.user } }, own.options);
    const tool = await connector.tool({ include: names, effects });
    const [entity, action] = name.split(".");
    const { ok, text } = await tool.call({ entity, action, params });
    expect(ok, text).toBe(false);
    expect(checkMarks(text), text).toEqual(["error.message"]);
  });
  test("in a warning about a plain mention, and in the text of undo", async () => {
    await told("users.list", {});
    const post = await told("messages.create", { channel, text: "Hi @priya.raman and @maya, see #general" });
    expect(post.text).toContain("warnings");
    checkMarks(post.text);
    const own = String((JSON.parse(post.text) as { data: { ts: string } }).data.ts);
    for (const [name, params] of [
      ["channel_topics.create", { channel, topic: "A new topic" }],
      ["channel_purposes.create", { channel, purpose: "A new purpose" }],
      ["messages.update", { channel, ts: own, text: "Changed" }],
      ["messages.delete", { channel, ts: own }],
      ["user_profiles.update", { profile: { status_text: "Away", status_emoji: ":palm_tree:" } }],
      ["reactions.create", { ...here, name: "eyes" }],
    ] as const) {
      const { ok, text } = await told(name, params);
      expect(ok, text).toBe(true);
      checkMarks(text);
    }
  });
  test.each([60, 200, 500, 900])("with a budget of %i characters", async (outputBudget) => {
    const small = await slack.tool({ include: names, effects, outputBudget });
    for (const [entity, action, params] of [
      ["channel_messages", "list", { channel }],
      ["channels", "list", {}],
      ["users", "get", { user }],
      ["search", "messages", { query: "the" }],
      ["channel_topics", "create", { channel, topic: `Topic ${outputBudget}` }],
    ] as const)
      checkMarks((await small.call({ entity, action, params })).text);
  });
  test("with one tool per action", async () => {
    const each = await new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, options).tools({
      shape: "per-action",
      include: names,
      effects,
    });
    for (const [name, params] of [
      ["slack_channel_messages_list", { channel }],
      ["slack_channels_list", {}],
      ["slack_users_get", { user }],
    ] as const) {
      const tool = each.find((one) => one.name === name)!;
      expect(checkMarks((await tool.call(params)).text).length, name).toBeGreaterThan(0);
    }
  });
  test("and an empty list, ids, and the agent's own words have no mark", async () => {
    for (const [name, params] of [
      ["search.messages", { query: "nothinglikethis" }],
      ["channel_members.list", { channel, fields: undefined }],
      ["messages.create", { channel, text: "My own words" }],
      ["scheduled_messages.create", { channel, text: "My own words", post_at: "2h" }],
      ["presence.get", { user }],
    ] as const) {
      const { ok, text } = await told(name, JSON.parse(JSON.stringify(params)) as Dict);
      expect(ok, text).toBe(true);
      const { untrusted = [] } = JSON.parse(text) as { untrusted?: string[] };
      // The names of the members explain their ids.
      expect(untrusted, text).toEqual(name === "channel_members.list" ? ["ids"] : []);
    }
  });
});
