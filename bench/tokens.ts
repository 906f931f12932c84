import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { registerMcpTools } from "agent-connectors/mcp";
import { SlackConnector } from "agent-connectors/slack";
import { countTokens } from "gpt-tokenizer";
import { costByKind, costs } from "./token-cost.ts";

// Prints the tokens that a model needs for Slack lists and for the tools.
// Run: node --conditions=agent-connectors-source bench/tokens.ts

for (const { what, tokenizer, limit, raw, ours, count, missing } of await costs()) {
  const ratio = ours / raw;
  console.log(
    `${what.padEnd(17)} ${String(raw).padStart(6)} tokens raw, ${String(ours).padStart(5)} for the model: ${ratio.toFixed(3)}x (limit ${limit}x), ${(ours / count).toFixed(0)} each; missing: ${missing.join(", ") || "nothing"} (${tokenizer})`,
  );
  if (ratio > limit || missing.length > 0) process.exitCode = 1;
}
const kinds = [...(await costByKind())].map(([kind, ratio]) => `${kind} ${ratio.toFixed(2)}x`);
console.log(`rows by kind      ${kinds.join(", ")}`);
const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } });

/** The tokens of what a model sees of a tool, before it calls the tool. */
const tokensOf = ({
  name,
  description,
  inputSchema,
}: {
  name: string;
  description?: string | undefined;
  inputSchema: unknown;
}) => countTokens(JSON.stringify({ name, description, inputSchema }));
const [whole, reads] = [await slack.tool(), await slack.tool({ effects: ["read"] })].map(tokensOf);
console.log(`the tool itself   ${whole} tokens, or ${reads} if it only reads`);

// The model of an MCP client sees only these fields of `tools/list`.
const [near, far] = InMemoryTransport.createLinkedPair();
const info = { name: "slack", version: "1.0.0" };
await (await registerMcpTools(new McpServer(info), slack)).connect(far);
const client = new Client(info);
await client.connect(near);
const { tools } = await client.listTools();
const each = tools.map((tool) => ({ name: tool.name, tokens: tokensOf(tool) }));
const all = each.reduce((sum, { tokens }) => sum + tokens, 0);
const parts = each.map(({ name, tokens }) => `${name} ${tokens}`).join(", ");
console.log(`MCP, tools/list   ${all} tokens (limit 1500): ${parts}`);
if (all > 1500) process.exitCode = 1;
await client.close();
