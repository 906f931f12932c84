import { tool as langChainTool } from "@langchain/core/tools";
import { interrupt } from "@langchain/langgraph";
import type { McpServer } from "@modelcontextprotocol/server";
import { tool as agentsTool } from "@openai/agents-core";
import { tool as aiSdkTool } from "ai";
import { humanInTheLoopMiddleware } from "langchain";
import { z } from "zod";

// A tool that posts to Slack, as the tutorials of each framework write it, with the framework's own approval.

const schema = z.object({ channel: z.string(), text: z.string() });
type Message = z.infer<typeof schema>;
const name = "post_message";
const description = "Post a message to a Slack channel.";

async function postMessage({ channel, text }: Message): Promise<string> {
  const response = await fetch(`${process.env.SLACK_URL}/chat.postMessage`, {
    method: "POST",
    headers: { authorization: `Bearer ${process.env.SLACK_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ channel, text }),
  });
  if (!response.ok) throw new Error(`Slack answered ${response.status}: ${await response.text()}`);
  const answer = (await response.json()) as { ok: boolean; ts?: string; error?: string };
  if (!answer.ok) throw new Error(`Slack refused the message: ${answer.error}`);
  return `Posted the message ${answer.ts}.`;
}

/** The AI SDK's page about approvals recommends the secret, with which the AI SDK signs its questions. */
export const aiSdk = (asks: boolean) => ({
  tools: { [name]: aiSdkTool({ description, inputSchema: schema, execute: postMessage }) },
  ...(asks ? { toolApproval: { [name]: "user-approval" as const } } : {}),
  experimental_toolApprovalSecret: process.env.SLACK_TOKEN!,
});

export const langChain = (asks: boolean) => ({
  tools: [langChainTool(postMessage, { name, description, schema })],
  middleware: asks ? [humanInTheLoopMiddleware({ interruptOn: { post_message: true } } as never)] : [],
});

export function langGraph(asks: boolean) {
  const post = (message: Message) =>
    asks && interrupt({ question: "Post this message?", message }) !== "yes"
      ? "A person has refused the message."
      : postMessage(message);
  return { tools: [langChainTool(post, { name, description, schema })] };
}

export const openAIAgents = (asks: boolean) => ({
  tools: [agentsTool({ name, description, parameters: schema, needsApproval: asks, execute: postMessage })],
});

/** An MCP server asks nobody. Its client shows each call to the user, and sends the call if the user agrees. */
export const registerOn = (server: McpServer) =>
  server.registerTool(name, { description, inputSchema: schema }, async (message) => ({
    content: [{ type: "text", text: await postMessage(message) }],
  }));
