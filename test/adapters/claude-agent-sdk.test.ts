import { agentTools, approvals } from "agent-connectors";
import { canUseTool } from "agent-connectors/claude-agent-sdk";
import { memoryStore } from "agent-connectors/store";
import { expect, test } from "vitest";
import { firstChannels, openInProcess } from "../suites/adapter/bench.ts";
import { connectV1, textOf } from "./mcp-loop.ts";

// The server of the Claude Agent SDK is a server of version 1 of the MCP SDK. `npm run check:versions -- "claude agent"` runs Claude Code
// itself.

const signal = new AbortController().signal;

async function open(agree: (reason: string) => boolean) {
  const { connector, sandbox } = await openInProcess();
  const [channel] = firstChannels(sandbox);
  const made = await agentTools(connector, { split: true });
  const tools = approvals(made, { scope: String, store: memoryStore() });
  const reasons: string[] = [];
  const permission = canUseTool(
    "my slack",
    tools,
    async ({ reason }) => {
      reasons.push(reason);
      return agree(reason);
    },
    { context: "ana" },
  );
  const ask = (
    toolUseID: string,
    tool: string,
    input: object,
    mcpServer?: { name: string; source: string },
  ) => permission(tool, input as never, { signal, toolUseID, mcpServer });
  const connected = await connectV1(tools, { context: "ana" });
  const call = async (toolUseID: string, name: string, input: object) => {
    const _meta = { "claudecode/toolUseId": toolUseID };
    const { content } = await connected.client.callTool({ name, arguments: input as never, _meta });
    return textOf(content as never);
  };
  const post = (text: string) => ({ entity: "messages", action: "create", params: { channel, text } });
  const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
  return { ask, call, post, posts, reasons, [Symbol.asyncDispose]: () => connected[Symbol.asyncDispose]() };
}

const write = "mcp__my_slack__slack_write";
const read = "mcp__my_slack__slack_read";
const list = { entity: "channels", action: "list", params: { limit: 1 } };

test("a person is asked about a write and not about a read, and what nobody was asked about does not run", async () => {
  await using opened = await open((reason) => reason.includes("yes"));
  const { ask, call, post, posts, reasons } = opened;
  expect(await ask("t1", read, list)).toEqual({ behavior: "allow", updatedInput: list });
  expect(reasons).toEqual([]);
  expect(await ask("t2", write, post("yes"))).toEqual({ behavior: "allow", updatedInput: post("yes") });
  expect(reasons).toEqual([expect.stringContaining("Slack messages.create")]);
  expect(await call("t2", "slack_write", post("yes"))).toContain("ts");
  expect(await ask("t3", write, post("no"))).toMatchObject({
    behavior: "deny",
    message: expect.stringContaining("refused") as unknown,
  });
  expect(await call("t4", "slack_write", post("never asked"))).toContain("nobody was asked");
  // Claude repeats a call with the same id, and changes it.
  expect(await call("t2", "slack_write", post("yes"))).toContain("ts");
  expect(await call("t2", "slack_write", post("yes, changed"))).toContain("approval_denied");
  expect(await ask("t2", write, post("yes, changed"))).toMatchObject({ behavior: "deny" });
  expect(posts()).toBe(1);
});

test("a server that has the same names decides nothing, and other tools are refused or decided by the application", async () => {
  await using opened = await open(() => true);
  const { ask, post, reasons } = opened;
  const denied = { behavior: "deny", message: expect.stringContaining("not allowed") as unknown };
  expect(await ask("t1", write, post("x"), { name: "my slack", source: "project" })).toMatchObject(denied);
  expect(await ask("t1", write, post("x"), { name: "other", source: "sdk" })).toMatchObject(denied);
  expect(await ask("t1", "Bash", { command: "ls" })).toMatchObject(denied);
  expect(reasons).toEqual([]);
  expect(await ask("t1", write, post("x"), { name: "my slack", source: "sdk" })).toMatchObject({
    behavior: "allow",
  });
  const other = async () => ({ behavior: "allow", updatedInput: { command: "true" } }) as const;
  const permission = canUseTool("slack", [], async () => false, { other });
  expect(await permission("Bash", {}, { signal, toolUseID: "t1" })).toEqual(await other());
});
