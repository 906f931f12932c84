import { expect, test } from "vitest";
import { runNode } from "../run-node.ts";

test("the bot of the Slack page runs unchanged", async () => {
  const { code, stdout, stderr } = await runNode(["examples/slack-bot.ts"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toMatch(/channel: 'general \(C\w+\)'/);
  expect(stdout).toMatch(/author: '[^']+ \(U\w+\)'/);
  expect(stdout).toMatch(/^I found \*\d+\* messages\.$/m);
  expect(stdout).toMatch(/^200 401$/m);
});
