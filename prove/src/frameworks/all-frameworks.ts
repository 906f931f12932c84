import type { Framework } from "./framework.ts";

/** The name for people, the npm package whose version the table shows, and the code, which only its own process loads. */
type Listed = readonly [title: string, packageName: string, load: () => Promise<Framework>];

/** The frameworks, by the name that the option `--only` takes. */
export const frameworks: Readonly<Record<string, Listed>> = {
  "ai-sdk": ["AI SDK", "ai", async () => (await import("./ai-sdk.ts")).aiSdk],
  langchain: ["LangChain", "langchain", async () => (await import("./langchain.ts")).langChain],
  langgraph: ["LangGraph", "@langchain/langgraph", async () => (await import("./langgraph.ts")).langGraph],
  "openai-agents": ["OpenAI Agents", "@openai/agents-core", async () => (await import("./openai-agents.ts")).openAIAgents], // prettier-ignore
  mcp: ["MCP", "@modelcontextprotocol/server", async () => (await import("./mcp.ts")).mcp],
};
