import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { agentTools, approvals } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import { expect, test } from "vitest";

// What a person reads about people whom a call does not name.

const newText = async (entity: string, action: string, params: object) => {
  const sandbox = slackSandbox();
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const options = { include: [`${entity}.${action}`], effects: ["read", "write", "destructive"] } as const;
  const [tool] = approvals(await agentTools(slack, options), { scope: "one", store: memoryStore() });
  const decision = await tool!.decide({ entity, action, params: { ...params } }, { callId: "1" });
  return decision.status === "ask" ? decision.reason.split("\n") : [decision.status];
};

test("a replaced user group shows by name who joins it and who leaves it", async () => {
  const users = ["U07AB3D8W2M", "U07AC5T1X3P", "U07AD7Y4Z6N", "U07AG8L5B7S"];
  expect(await newText("usergroup_members", "replace", { usergroup: "S07ENG3R8N5", users })).toContain(
    'Change: users: added "Sofía Almeida" (U07AG8L5B7S), removed "Alex Kim" (U07AE2H9V8K)',
  );
});

test("a direct message is named by the other person, and a deleted message is shown field by field", async () => {
  const text = await newText("messages", "delete", { channel: "D07D1AS5DF6", ts: "1773302534.000219" });
  expect(text).toContain("Where: direct message with Maya Chen (U07AB3D8W2M) (D07D1AS5DF6), 2 members");
  expect(text).toContain('Change: text "Three pull requests: web#1280, stock#407, payments#95." -> none');
});

test("a call that changes nothing has no warning", async () => {
  const text = await newText("channels", "archive", { channel: "#project-atlas-2025" });
  expect(text).toContain("Note: this changes nothing (already archived).");
  expect(text.filter((line) => line.startsWith("Warning"))).toEqual([]);
});
