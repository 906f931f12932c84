import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";
import { checkMarks } from "../../suites/others-texts/canaries.ts";
import { effects, unchanged, openSlackWorld } from "../../suites/others-texts/slack-world.ts";

// No text of another person reaches a model without its mark, and no other text has a mark.

type Dict = Record<string, unknown>;

const { actions, bot, channel, here, names, options, paramsOf, requiredOf, sandbox, slack, user } =
  await openSlackWorld();

const tools = await Promise.all(
  [slack, bot].map((one) => one.tool({ include: names, effects, external: true })),
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
  test("in the errors of calls that Slack refuses, and that repeat a text", async () => {
    const fetch = () => Promise.resolve(Response.json({ ok: false, error: "invalid_arguments", response_metadata: { messages: ["[ERROR] there is a channel zq1qz"] } })); // prettier-ignore
    const refused = await new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, { ...sandbox.options, fetch }).tool({ include: names, effects, external: true }); // prettier-ignore
    let quoting = 0;
    for (const known of actions) {
      const { entity, action } = known;
      const { text } = await refused.call({ entity, action, params: paramsOf(known) });
      quoting += checkMarks(text).includes("error.message") ? 1 : 0;
    }
    expect(quoting).toBeGreaterThan(actions.length / 2);
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
  test("in the result of each write", async () => {
    for (const known of actions.filter(({ effect }) => effect !== "read"))
      checkMarks((await told(known.name, paramsOf(known))).text, unchanged);
  });
});
