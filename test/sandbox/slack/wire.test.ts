import { slackSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";

test("auth.test tells whose token it is", async () => {
  const sandbox = slackSandbox();
  const response = await sandbox.fetch("https://slack.com/api/auth.test", {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.tokens.bot}` },
  });
  expect(await response.json()).toMatchObject({
    ok: true,
    user: "assistant",
    bot_id: expect.stringMatching(/^B/),
  });
});
