import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";

test("however small the budget is, a dry run never says that the write is done", async () => {
  const sandbox = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const channel = sandbox.state().channels.find(({ id }) => id.startsWith("C"))!.id;
  const post = async (outputBudget: number, more: object) => {
    const tool = await slack.tool({ effects: ["read", "write"], outputBudget });
    const params = { channel, text: "word ".repeat(200), ...more };
    const { ok, text } = await tool.call({ entity: "messages", action: "create", params });
    expect(ok, text).toBe(true);
    return text;
  };
  expect(JSON.parse(await post(1, { dry_run: true }))).toMatchObject({ done: false });
  expect(JSON.parse(await post(1, {}))).toMatchObject({ done: true });
  for (const outputBudget of [1, 100, 120, 140, 160, 200, 300])
    expect(await post(outputBudget, { dry_run: true })).not.toMatch(/"done":true|Done:/);
});
