import { agentText } from "./chat/server-text.ts";

/** A framework, or a model's own client, for which `init` writes a program. */
export interface Framework {
  title: string;
  /** The page about it. */
  page: string;
  /** The packages that the program imports, with their ranges. */
  packages: Readonly<Record<string, string>>;
  /** The environment variable with the key of the model. Absent if the program calls no model. */
  key?: string;
  /** Whether the program is a server with a chat page. */
  isChat?: true;
  /** The text of `agent.ts`, which exports the function `ask` or, in a chat, `writeAnswer`. */
  agent: string;
}

const head = `import type { AnyConnector } from "agent-connectors";`;

/** Ranges of packages that several frameworks share, or that every program needs. A test compares them with those that we test. */
const openai = { openai: "^7.57.0" };
const aiSdk = { ai: "^7.0.173", "@ai-sdk/openai": "^4.0.118" };
export const developmentPackages = {
  "@types/node": "^24.19.2",
  typescript: "^7.0.2",
} as const;
/** Answers in place of a model's provider. */
export const scriptedModelPackage = { "@copilotkit/aimock": "^1.43.0" } as const;

export const frameworks: Readonly<Record<string, Framework>> = {
  "ai-sdk": {
    title: "Vercel AI SDK",
    page: "ai-sdk.md",
    packages: aiSdk,
    key: "OPENAI_API_KEY",
    agent: `import { createOpenAI } from "@ai-sdk/openai";
${head}
import { aiSdkTools } from "agent-connectors/ai-sdk";
import { generateText, stepCountIs } from "ai";

/** Lets the model work with the connector's tool until it answers. */
export async function ask(connector: AnyConnector, prompt: string): Promise<string> {
  const openai = createOpenAI();
  const { text } = await generateText({
    model: openai(process.env.OPENAI_MODEL ?? "gpt-6-luna"),
    tools: await aiSdkTools(connector),
    prompt,
    stopWhen: stepCountIs(10),
  });
  return text;
}
`,
  },
  chat: {
    title: "a chat page in the browser, with the Vercel AI SDK",
    page: "chat.md",
    packages: aiSdk,
    key: "OPENAI_API_KEY",
    isChat: true,
    agent: agentText,
  },
  langchain: {
    title: "LangChain.js",
    page: "langchain.md",
    packages: { langchain: "^1.5.14", "@langchain/core": "^1.4.0", "@langchain/openai": "^1.6.0" },
    key: "OPENAI_API_KEY",
    agent: `import { ChatOpenAI } from "@langchain/openai";
${head}
import { langChainTools } from "agent-connectors/langchain";
import { createAgent } from "langchain";

/** Lets the model work with the connector's tool until it answers. */
export async function ask(connector: AnyConnector, prompt: string): Promise<string> {
  const agent = createAgent({
    model: new ChatOpenAI({ model: process.env.OPENAI_MODEL ?? "gpt-6-luna" }),
    tools: await langChainTools(connector),
  });
  const { messages } = await agent.invoke({ messages: [{ role: "user", content: prompt }] });
  return messages.at(-1)!.text;
}
`,
  },
  "openai-agents": {
    title: "OpenAI Agents SDK",
    page: "openai-agents.md",
    packages: { "@openai/agents": "^0.20.0" },
    key: "OPENAI_API_KEY",
    agent: `import { Agent, OpenAIProvider, Runner } from "@openai/agents";
${head}
import { openAIAgentsTools } from "agent-connectors/openai-agents";

/** Lets the model work with the connector's tool until it answers. */
export async function ask(connector: AnyConnector, prompt: string): Promise<string> {
  const agent = new Agent({
    name: "Assistant",
    model: process.env.OPENAI_MODEL ?? "gpt-6-luna",
    tools: await openAIAgentsTools(connector),
  });
  // The SDK sends traces to OpenAI, which is wrong if the model is somewhere else.
  const tracingDisabled = process.env.OPENAI_BASE_URL !== undefined;
  const runner = new Runner({ modelProvider: new OpenAIProvider(), tracingDisabled });
  const { finalOutput } = await runner.run(agent, prompt);
  return finalOutput ?? "";
}
`,
  },
  openai: {
    title: "OpenAI's client",
    page: "function-calling.md",
    packages: openai,
    key: "OPENAI_API_KEY",
    agent: `${head}
import { functionTools } from "agent-connectors/json-schema";
import OpenAI from "openai";

/** Lets the model work with the connector's tool until it answers. */
export async function ask(connector: AnyConnector, prompt: string): Promise<string> {
  const tools = await functionTools(connector);
  const openai = new OpenAI();
  const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: "user", content: prompt }];
  for (;;) {
    const { choices } = await openai.chat.completions.create({
      model: process.env.OPENAI_MODEL ?? "gpt-6-luna",
      messages,
      tools: tools.definitions("openai"),
    });
    const { message } = choices[0]!;
    messages.push(message);
    if (!message.tool_calls?.length) return message.content ?? "";
    messages.push(...(await tools.run(message.tool_calls)));
  }
}
`,
  },
  anthropic: {
    title: "Anthropic's client",
    page: "function-calling.md",
    packages: { "@anthropic-ai/sdk": "^1.12.0" },
    key: "ANTHROPIC_API_KEY",
    agent: `import Anthropic from "@anthropic-ai/sdk";
${head}
import { functionTools } from "agent-connectors/json-schema";

/** Lets the model work with the connector's tool until it answers. */
export async function ask(connector: AnyConnector, prompt: string): Promise<string> {
  const tools = await functionTools(connector);
  const anthropic = new Anthropic();
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];
  for (;;) {
    const { content } = await anthropic.messages.create({
      model: process.env.ANTHROPIC_MODEL ?? "claude-sonnet-5",
      max_tokens: 2000,
      messages,
      tools: tools.definitions("anthropic"),
    });
    messages.push({ role: "assistant", content });
    const results = await tools.run(content); // skips text and thinking
    if (results.length === 0) return content.map((part) => (part.type === "text" ? part.text : "")).join("");
    messages.push({ role: "user", content: results });
  }
}
`,
  },
  gemini: {
    title: "Gemini's client",
    page: "function-calling.md",
    packages: { "@google/genai": "^3.1.0" },
    key: "GEMINI_API_KEY",
    agent: `import { GoogleGenAI, type Content } from "@google/genai";
${head}
import { functionTools } from "agent-connectors/json-schema";

/** Lets the model work with the connector's tool until it answers. */
export async function ask(connector: AnyConnector, prompt: string): Promise<string> {
  const tools = await functionTools(connector);
  const gemini = new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY!, apiVersion: "v1beta" });
  const contents: Content[] = [{ role: "user", parts: [{ text: prompt }] }];
  for (;;) {
    const response = await gemini.models.generateContent({
      model: process.env.GEMINI_MODEL ?? "gemini-3-pro",
      contents,
      config: { tools: [{ functionDeclarations: tools.definitions("gemini") }] },
    });
    const content = response.candidates![0]!.content!;
    contents.push(content);
    const results = await tools.run(content.parts!); // skips text and thoughts
    if (results.length === 0) return response.text ?? "";
    contents.push({ role: "user", parts: results });
  }
}
`,
  },
  mcp: {
    title: "MCP server for MCP clients",
    page: "mcp.md",
    packages: { "@modelcontextprotocol/server": "^2.4.0", "@modelcontextprotocol/client": "^2.4.0" },
    agent: `import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fileURLToPath } from "node:url";

const server = fileURLToPath(new URL("server.ts", import.meta.url));

/** Starts the server as an MCP client does, calls its first tool, and returns the text of the result. */
export async function callTool(args: Record<string, unknown>, env: NodeJS.ProcessEnv): Promise<string> {
  const client = new Client({ name: "try", version: "1.0.0" });
  const variables = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [server], env: Object.fromEntries(variables) }),
  );
  try {
    const { tools } = await client.listTools();
    const { content } = await client.callTool({ name: tools[0]!.name, arguments: args });
    return content.map((part) => (part.type === "text" ? part.text : "")).join("");
  } finally {
    await client.close();
  }
}
`,
  },
};
