import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";

// A model can tell a fact that is false from a fact that Slack does not tell.

const sandbox = slackSandbox({ rateLimits: false });
const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, sandbox.options);
const tool = await slack.tool({ effects: ["read", "write"] });
const told = async (entity: string, action: string, params: object) => {
  const { text } = await tool.call({ entity, action, params });
  return (JSON.parse(text) as { data: Record<string, unknown> }).data;
};

test("a record shows its flags that are false, and no flag that Slack did not send", async () => {
  expect(await told("dnd", "get", {})).toMatchObject({ dnd_enabled: true, snooze_enabled: false });
  const channel = await told("channels", "get", { channel: "#general" });
  expect(channel).toMatchObject({ is_private: false, is_archived: false, is_member: true });
  const other = await told("presence", "get", { user: "@priya" });
  expect(Object.keys(other)).toEqual(["presence"]);
  expect(await told("presence", "get", {})).toMatchObject({ presence: "active", manual_away: false });
});

test("a table of channels says which empty cells mean false, and a chosen flag is shown", async () => {
  const channels = await told("channels", "list", {});
  expect(channels["false_if_empty"]).toEqual(expect.arrayContaining(["is_private", "is_archived"]));
  expect(await told("channels", "get", { channel: "#general", fields: ["is_archived"] })).toEqual({
    is_archived: false,
  });
});
