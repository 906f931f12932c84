import assert from "node:assert/strict";
import { test } from "node:test";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

await test("the tool posts, and does not delete", async () => {
  const sandbox = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const tool = await slack.tool({ effects: ["read", "write"] });

  const params = { channel: "#general", text: "Lunch is here." };
  const posted = await tool.call({ entity: "messages", action: "create", params });
  assert(posted.ok);
  assert.match(JSON.stringify(sandbox.state()), /Lunch is here\./);

  const deleted = await tool.call({ entity: "channels", action: "archive", params: { channel: "#general" } });
  assert(!deleted.ok);
  assert.equal(deleted.error.code, "policy_denied");
});
