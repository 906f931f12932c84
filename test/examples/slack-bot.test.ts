import { expect, test } from "vitest";
import { runNode } from "../run-node.ts";

test("the bot without a framework runs unchanged, and replies once to the mention and its twin", async () => {
  const { code, stdout, stderr } = await runNode(["examples/slack-bot.ts"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toMatch(/channel: 'general \(C\w+\)'/);
  expect(stdout).toMatch(/author: '[^']+ \(U\w+\)'/);
  expect(stdout.match(/^I found \*\d+\* messages\.$/gm)).toHaveLength(1);
  // The bot's reply is an event too, which may arrive before the program ends.
  expect(stdout).toMatch(/^\[ 200, 200(, 200)? \] 401$/m);
});
