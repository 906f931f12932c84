import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import { missingTopics } from "../../../../src/connectors/slack/policy/missing-topics.ts";

// Slack has no methods for drafts and for the list Later: https://docs.slack.dev/reference/methods

async function search(query: string) {
  const sandbox = slackSandbox();
  const tool = await new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options).tool();
  const { text } = await tool.call({ entity: "connector", action: "search", params: { query } });
  return (JSON.parse(text) as { not_available?: string[] }).not_available?.join(" ") ?? "";
}

test.each([
  ["message draft", /drafts.*scheduled_messages\.create/],
  ["list my drafts", /drafts.*dry_run/],
  ["save a message for later", /Later.*reminders\.create/],
  ["saved items", /Later.*stars\.list/],
  ["mark a channel as unread", /channels\.mark/],
  ["mute a channel", /dnd\.snooze/],
])("a search for %s says that Slack has no such thing, and what is nearest", async (query, says) => {
  expect(await search(query)).toMatch(says);
});

test.each(["send a message later today", "bookmark a link", "pin a message", "snooze notifications"])(
  "a search for %s gets no such answer",
  async (query) => {
    expect(await search(query)).toBe("");
  },
);

test("the explanations name only existing actions", async () => {
  const { actions } = await SlackConnector.compiled();
  const named = missingTopics.flatMap(({ says }) => [...says.matchAll(/\b([a-z_]+)\.([a-z_]+)\b/g)]);
  expect(named.length).toBeGreaterThan(5);
  for (const [, entity, action] of named) expect(actions[entity!]).toHaveProperty(action!);
});
