import type { CodingTask } from "../coding-task.ts";

/** Tasks that give a connector to an agent. */
export const agentTasks: readonly CodingTask[] = [
  {
    name: "ai-sdk",
    prompt:
      "This app uses the Vercel AI SDK. Change app.ts so that the model can work with Slack through the package agent-connectors, until it has an answer. Keep the signature of `answer`. Do not run anything against a real Slack workspace.",
    start: {
      "app.ts": `import type { SlackConnector } from "agent-connectors/slack";
import { generateText, type LanguageModel } from "ai";

export async function answer(model: LanguageModel, slack: SlackConnector, prompt: string): Promise<string> {
  const { text } = await generateText({ model, prompt });
  return text;
}
`,
    },
    solution: {
      "app.ts": `import { aiSdkTools } from "agent-connectors/ai-sdk";
import type { SlackConnector } from "agent-connectors/slack";
import { generateText, stepCountIs, type LanguageModel } from "ai";

export async function answer(model: LanguageModel, slack: SlackConnector, prompt: string): Promise<string> {
  const tools = await aiSdkTools(slack);
  const { text } = await generateText({ model, prompt, tools, stopWhen: stepCountIs(10) });
  return text;
}
`,
    },
    // The loop ends after the first step, so there is no answer.
    wrong: {
      "app.ts": `import { aiSdkTools } from "agent-connectors/ai-sdk";
import { generateText } from "ai";

export async function answer(model, slack, prompt) {
  const { text } = await generateText({ model, prompt, tools: await aiSdkTools(slack) });
  return text;
}
`,
    },
    check: `import assert from "node:assert/strict";
import { MockLanguageModelV4 } from "ai/test";
import { answer } from "./app.ts";
import { listChannels, openSlack } from "./check-tools.ts";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const { slack } = openSlack();
let turns = 0;
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt, tools }) => {
    if (turns++ === 0) {
      assert.equal(tools?.length, 1);
      const call = { type: "tool-call", toolCallId: "1", toolName: tools[0].name, input: JSON.stringify(listChannels) };
      return { content: [call], finishReason: { unified: "tool-calls" }, usage, warnings: [] };
    }
    const said = JSON.stringify(prompt.at(-1)).includes("general") ? "There is general." : "No channels.";
    return { content: [{ type: "text", text: said }], finishReason: { unified: "stop" }, usage, warnings: [] };
  },
});
assert.equal(await answer(model, slack, "Which channels are there?"), "There is general.");
`,
  },
  {
    name: "langchain",
    prompt:
      "Complete app.ts: return LangChain tools with which an agent can read and write Slack, made with the package agent-connectors. Keep the signature.",
    start: {
      "app.ts": `import type { StructuredToolInterface } from "@langchain/core/tools";
import type { SlackConnector } from "agent-connectors/slack";

export async function toolsFor(slack: SlackConnector): Promise<StructuredToolInterface[]> {
  return [];
}
`,
    },
    solution: {
      "app.ts": `import { langChainTools } from "agent-connectors/langchain";

export const toolsFor = async (slack) => langChainTools(slack);
`,
    },
    // An error of a call ends the agent, and the model cannot correct the call.
    wrong: {
      "app.ts": `import { tool } from "@langchain/core/tools";
import { z } from "zod";

export const toolsFor = async (slack) => [
  tool(async ({ entity, action, params }) => JSON.stringify((await slack.execute(entity, action, params)).data), {
    name: "slack",
    description: "Calls Slack",
    schema: z.object({ entity: z.string(), action: z.string(), params: z.record(z.string(), z.unknown()) }),
  }),
];
`,
    },
    check: `import assert from "node:assert/strict";
import { toolsFor } from "./app.ts";
import { listChannels, openSlack, post } from "./check-tools.ts";

const { slack, posts } = openSlack();
const [tool, ...others] = await toolsFor(slack);
assert.equal(others.length, 0);
const call = (args, id) => tool.invoke({ type: "tool_call", id, name: tool.name, args });
assert.match(String((await call(listChannels, "1")).content), /general/);
await call(post("Lunch is here."), "2");
assert.equal(posts("Lunch is here."), 1);
assert.match(String((await call({ entity: "chanels", action: "list", params: {} }, "3")).content), /channels/);
`,
  },
  {
    name: "openai",
    prompt:
      "Complete the loop in app.ts with OpenAI's client, so that the model can work with Slack through the package agent-connectors. If a call of the model is wrong, the model must be able to correct it. Keep the signature.",
    start: {
      "app.ts": `import type { SlackConnector } from "agent-connectors/slack";
import type OpenAI from "openai";

export async function answer(openai: OpenAI, slack: SlackConnector, prompt: string): Promise<string> {
  const { choices } = await openai.chat.completions.create({ model: "gpt-6-luna", messages: [{ role: "user", content: prompt }] });
  return choices[0]!.message.content ?? "";
}
`,
    },
    solution: {
      "app.ts": `import { functionTools } from "agent-connectors/json-schema";

export async function answer(openai, slack, prompt) {
  const tools = await functionTools(slack);
  const messages = [{ role: "user", content: prompt }];
  for (;;) {
    const { choices } = await openai.chat.completions.create({ model: "gpt-6-luna", messages, tools: tools.definitions("openai") });
    const { message } = choices[0];
    messages.push(message);
    if (!message.tool_calls?.length) return message.content ?? "";
    messages.push(...(await tools.run(message.tool_calls)));
  }
}
`,
    },
    // A wrong call throws.
    wrong: {
      "app.ts": `import { functionTools } from "agent-connectors/json-schema";

export async function answer(openai, slack, prompt) {
  const tools = await functionTools(slack);
  const messages = [{ role: "user", content: prompt }];
  for (;;) {
    const { choices } = await openai.chat.completions.create({ model: "gpt-6-luna", messages, tools: tools.definitions("openai") });
    const { message } = choices[0];
    messages.push(message);
    if (!message.tool_calls?.length) return message.content ?? "";
    for (const call of message.tool_calls) {
      const { entity, action, params } = JSON.parse(call.function.arguments);
      const { data } = await slack.execute(entity, action, params);
      messages.push({ role: "tool", tool_call_id: call.id, content: JSON.stringify(data) });
    }
  }
}
`,
    },
    check: `import assert from "node:assert/strict";
import { answer } from "./app.ts";
import { listChannels, openSlack } from "./check-tools.ts";

const { slack } = openSlack();
const calls = [{ entity: "chanels", action: "list" }, listChannels];
const create = async ({ messages, tools }) => {
  assert.equal(tools.length, 1);
  const results = messages.filter(({ role }) => role === "tool");
  if (results.length === 1) assert.match(results[0].content, /channels/);
  const call = calls[results.length];
  const name = tools[0].function.name;
  const message = call
    ? { role: "assistant", content: null, tool_calls: [{ id: \`c\${results.length}\`, type: "function", function: { name, arguments: JSON.stringify(call) } }] }
    : { role: "assistant", content: results.at(-1).content };
  return { choices: [{ message }] };
};
assert.match(await answer({ chat: { completions: { create } } }, slack, "Which channels are there?"), /general/);
`,
  },
  {
    name: "mcp-server",
    prompt:
      "Complete app.ts: register tools for Slack, made with the package agent-connectors, at the MCP server, so that clients can tell reads from writes. Keep the signature.",
    start: {
      "app.ts": `import { McpServer } from "@modelcontextprotocol/server";
import type { SlackConnector } from "agent-connectors/slack";

export async function createServer(slack: SlackConnector): Promise<McpServer> {
  return new McpServer({ name: "slack", version: "1.0.0" });
}
`,
    },
    solution: {
      "app.ts": `import { McpServer } from "@modelcontextprotocol/server";
import { registerMcpTools } from "agent-connectors/mcp";

export const createServer = async (slack) => registerMcpTools(new McpServer({ name: "slack", version: "1.0.0" }), slack);
`,
    },
    wrong: {
      "app.ts": `import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

export async function createServer(slack) {
  const server = new McpServer({ name: "slack", version: "1.0.0" });
  const inputSchema = z.object({ entity: z.string(), action: z.string(), params: z.record(z.string(), z.unknown()).optional() });
  server.registerTool("slack", { description: "Calls Slack", inputSchema }, async ({ entity, action, params }) => ({
    content: [{ type: "text", text: JSON.stringify((await slack.execute(entity, action, params)).data) }],
  }));
  return server;
}
`,
    },
    check: `import assert from "node:assert/strict";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createServer } from "./app.ts";
import { listChannels, openSlack } from "./check-tools.ts";

const { slack } = openSlack();
const server = await createServer(slack);
const [one, other] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: "check", version: "1.0.0" });
await Promise.all([server.connect(one), client.connect(other)]);
const { tools } = await client.listTools();
const read = tools.find(({ annotations }) => annotations?.readOnlyHint === true);
assert(read && tools.some(({ annotations }) => annotations?.readOnlyHint === false), "reads and writes look the same");
const { content } = await client.callTool({ name: read.name, arguments: listChannels });
assert.match(JSON.stringify(content), /general/);
await client.close();
`,
  },
  {
    name: "two-platforms",
    prompt:
      "The agent of this app works with Slack. Change app.ts so that it works with Notion too. The function returns tools of the Vercel AI SDK. Keep the signature.",
    start: {
      "app.ts": `import { aiSdkTools } from "agent-connectors/ai-sdk";
import type { NotionConnector } from "agent-connectors/notion";
import type { SlackConnector } from "agent-connectors/slack";

export const toolsFor = async (slack: SlackConnector, notion: NotionConnector) => aiSdkTools(slack);
`,
    },
    solution: {
      "app.ts": `import { aiSdkTools } from "agent-connectors/ai-sdk";

export const toolsFor = async (slack, notion) => aiSdkTools([slack, notion]);
`,
    },
    // A spread of promises is empty.
    wrong: {
      "app.ts": `import { aiSdkTools } from "agent-connectors/ai-sdk";

export const toolsFor = async (slack, notion) => ({ ...aiSdkTools(slack), ...aiSdkTools(notion) });
`,
    },
    check: `import assert from "node:assert/strict";
import { NotionConnector } from "agent-connectors/notion";
import { notionSandbox } from "agent-connectors/sandbox";
import { toolsFor } from "./app.ts";
import { listChannels, openSlack } from "./check-tools.ts";

const sandbox = notionSandbox();
const notion = new NotionConnector({ auth: { api_token: sandbox.tokens.internal } }, sandbox.options);
const tools = await toolsFor(openSlack().slack, notion);
assert.deepEqual(Object.keys(tools).toSorted(), ["notion", "slack"]);
const options = { toolCallId: "1", messages: [] };
assert.match(JSON.stringify(await tools.slack.execute(listChannels, options)), /general/);
assert("data" in (await tools.notion.execute({ entity: "search", action: "titles", params: {} }, options)));
`,
  },
];
