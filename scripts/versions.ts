/** Versions of a framework's packages that belong together, with the code that is tested with them. */
export interface Versions {
  packages: readonly string[];
  /** The pages whose code runs with these packages. */
  pages: readonly string[];
  /** The examples on these pages that run with these packages. */
  examples: readonly string[];
  tests?: readonly string[];
  /** Folders with a `program.ts` that runs with these packages. */
  programs?: readonly string[];
}

const aiSdk = (version: string, provider: string, ...more: string[]): Versions => ({
  packages: [`ai@${version}`, `@ai-sdk/openai@${provider}`],
  pages: ["docs/ai-sdk.md"],
  examples: ["ai-sdk", "recipes/nextjs", ...more],
});
const langChain = (packages: readonly string[], ...examples: string[]): Versions => ({
  packages,
  pages: ["docs/langchain.md"],
  examples: ["langgraph", ...examples],
  tests: ["test/adapters/langchain-tools.test.ts"],
});
const mcp = (version: string): Versions => ({
  packages: [`@modelcontextprotocol/server@${version}`],
  pages: ["docs/mcp.md"],
  examples: ["mcp"],
});
// Without the examples, because its packages take 430 MB.
const claudeAgentSdk = (version: string): Versions => ({
  packages: [`@anthropic-ai/claude-agent-sdk@${version}`],
  pages: [],
  examples: [],
  programs: ["test/claude-agent-sdk"],
});
const withApproval = ["langchain-approval", "langgraph-approval"];
const newest = ["@langchain/core@1", "@langchain/langgraph@1", "@langchain/openai@1"];

/** The oldest and the newest version of every framework that the pages mention. */
export const matrix: Readonly<Record<string, Versions>> = {
  "ai 5.0.0": aiSdk("5.0.0", "2"),
  "ai 5": aiSdk("5", "2"),
  "ai 6.0.0": aiSdk("6.0.0", "3"),
  "ai 6": aiSdk("6", "3"),
  "ai 7.0.0": aiSdk("7.0.0", "4.0.0"),
  "ai 7.0.82": aiSdk("7.0.82", "4.0.50", "ai-sdk-approval"),
  "ai 7": aiSdk("7", "4", "ai-sdk-approval"),
  "langchain core 0.3.58": langChain([
    "@langchain/core@0.3.58",
    "@langchain/langgraph@0.4",
    "@langchain/openai@0.5",
  ]),
  "langchain core 0.3.80": langChain([
    "@langchain/core@0.3.80",
    "@langchain/langgraph@0.4",
    "@langchain/openai@0.6",
  ]),
  "langchain 1.0.1": langChain(
    [
      "@langchain/core@1.0.1",
      "langchain@1.0.1",
      "@langchain/langgraph@1.0.0",
      "@langchain/langgraph-checkpoint@1.0.0",
      "@langchain/openai@1.0.0",
    ],
    "langchain",
  ),
  "langchain 1.5.0": langChain([...newest, "langchain@1.5.0"], "langchain", ...withApproval),
  "langchain 1": langChain([...newest, "langchain@1"], "langchain", ...withApproval),
  "openai agents": {
    packages: ["@openai/agents"],
    pages: ["docs/openai-agents.md"],
    examples: ["openai-agents"],
  },
  "mcp 2.0.0": mcp("2.0.0"),
  "mcp 2": mcp("2"),
  "claude agent sdk 0.3.330": claudeAgentSdk("0.3.330"),
  "claude agent sdk": claudeAgentSdk("latest"),
  "other frameworks": {
    packages: ["@mastra/core@1.71", "genkit@1.42"],
    pages: [],
    examples: [],
    programs: ["test/other-frameworks"],
  },
  "function calling": {
    packages: ["openai", "@anthropic-ai/sdk", "@google/genai"],
    pages: ["docs/function-calling.md", "README.md"],
    examples: ["function-calling", "function-calling-anthropic", "function-calling-gemini"],
  },
};
