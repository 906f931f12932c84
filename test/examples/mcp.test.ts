import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { slackSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";
import { textOf } from "../adapters/mcp-loop.ts";

test("examples/mcp.ts, which a page shows, runs", async () => {
  const args = ["--conditions=agent-connectors-source", "--import", "./test/examples/slack-is-sandbox.ts"];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args, "examples/mcp.ts"],
    cwd: new URL("../..", import.meta.url).pathname,
    env: { SLACK_TOKEN: slackSandbox().tokens.bot },
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["slack_read", "slack_write"]);
    const call = { name: "slack_read", arguments: { entity: "channels", action: "list" } };
    const { content, isError } = await client.callTool(call);
    expect(isError).toBeUndefined();
    expect(textOf(content)).toContain('"general"');
  } finally {
    await client.close();
  }
});
