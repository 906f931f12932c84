import { testConnector } from "agent-connectors/testing";
import { GmailConnector } from "agent-connectors/gmail";
import { expect, test } from "vitest";

test("the connector keeps the rules for connectors", async () => {
  const policy = { effects: ["read", "write", "destructive"] };
  const { actions, skipped, text } = await testConnector(GmailConnector as never, { policy } as never);
  expect(text).toContain("0 faults");
  // Actions with code of their own. mailbox.test.ts tests them.
  expect(skipped.toSorted()).toEqual([
    "attachments.get",
    "drafts.create",
    "drafts.update",
    "messages.forward",
    "messages.reply",
    "messages.search",
    "messages.send",
  ]);
  expect(actions).toBe(25);
});
