import { expect, test } from "vitest";
import { SlackConnector } from "../../../../src/connectors/slack/index.ts";

test("every scope that an action needs has words for the person who grants it", async () => {
  const { bot = [], user = [] } = await SlackConnector.scopes({
    effects: ["read", "write", "spend", "destructive"],
    tokens: ["bot", "user"],
  });
  const words = await SlackConnector.connectFlow!.scopeWords();
  expect([...bot, ...user].filter((scope) => !Object.hasOwn(words, scope))).toEqual([]);
  for (const text of Object.values(words)) expect(text).toMatch(/^[A-Z][^.]*[^. ]$/);
});
