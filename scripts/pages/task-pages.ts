import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";

/** The pages by what a reader wants to do. A page without a section in this table makes `npm run docs` fail. */
const sections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Copy a program that runs without an account": {
    "recipes/ask-first": "ask a person before an agent posts",
    "recipes/acos": "yesterday's ACOS by campaign",
    "recipes/weekly-report": "numbers of Amazon Ads to Slack",
    "recipes/stale-channels": "Slack channels that nobody uses",
    "recipes/connect-by-link": "users connect their accounts",
    "recipes/spending-cap": "limit what an agent spends",
    "recipes/test-agent": "test an agent in CI",
    "recipes/own-api": "an OpenAPI file as a tool",
    "recipes/replicas": "several processes, one store",
    "recipes/nextjs": "a chat route of the App Router",
    "recipes/python": "tools for an agent in Python",
    "recipes/web-client": "an agent beside `@slack/web-api`",
  },
  "Give a connector to an agent": {
    tools: "options, everyday actions, what a model reads",
    "ai-sdk": "tools, approvals and chat routes for `ai` 5, 6 and 7",
    langchain: "tools and human-in-the-loop for agents",
    langgraph: "an agent that stops before a write and continues in another process",
    "openai-agents": "tools and approvals for `@openai/agents`",
    "claude-agent-sdk": "tools in process, and `canUseTool`",
    "function-calling": "loops for OpenAI's, Anthropic's and Gemini's own clients",
    "other-frameworks": "Mastra, Genkit, and frameworks without an adapter",
    mcp: "serve tools to Claude, Cursor and other MCP clients",
    "code-mode": "the model writes a program that calls several actions",
    "slack-bots": "bots that answer mentions, with Bolt or Chat SDK",
    "slack-bot-approvals": "a bot that asks with buttons",
    "slack-events": "events, and a bot without a framework",
    chat: "a chat page with approvals, by `init --framework chat`",
    notebooks: "Jupyter with Deno or tslab",
  },
  "Call a platform in code": {
    usage: "credentials, calls, results, files, options, policy, errors",
    "slack-guide": "connect, a careful agent",
    "slack-limits": "channels, readers, mentions, dry runs",
    "slack-messages": "names, reading, streaming, lost responses",
    "amazon-ads-guide": "connect, profiles, writes, copies, images",
    "amazon-ads-reports": "reports, sums, all rows in a file, pacing",
    "amazon-ads-spending": "caps on budgets and bids",
    "notion-guide": "connect, pages, databases, Markdown",
    "github-guide": "tokens, repositories, issues, pull requests",
    "gmail-guide": "connect, search, drafts, sending",
    "google-calendar-guide": "connect, events, free times",
    "linear-guide": "connect, issues, projects",
    "web-client": "use the connector beside Slack's `WebClient`",
    errors: "each `code`, and what to do",
    jobs: "work that a platform prepares for hours",
  },
  "Connect another platform": {
    "any-api": "a connector from OpenAPI, Discovery or GraphQL",
    "mcp-servers": "policy, approvals and pins for another MCP server",
    connectors: "write a connector, test it, record and replay",
    "connector-reference": "every field of a connector",
  },
  "Keep an agent in bounds": {
    approvals: "ask a person before a call runs",
    journal: "what an agent wrote; stop it, undo a run, explain its rights",
    "hidden-instructions": "texts of other people that instruct the model",
    reliability: "what happens to writes when something fails",
    security: "threats, and where data goes",
  },
  "Serve many users": {
    oauth: "people connect accounts to your own application",
    hosted: "the service that keeps your users' credentials",
    connect: "users connect their accounts by a link",
    stores: "where tokens, caps and approvals are kept",
    performance: "what an agent, a process and a service cost",
  },
  "Try and test": {
    sandbox: "Slack, Amazon Ads and Notion in memory, for tests without an account",
    "command-line": "the commands of `npx agent-connectors`",
    "coding-agents": "`init`, and the index for coding agents",
    live: "what was never tried with a real account",
    stability: "what later versions keep, and what may change",
  },
};

/** Pages that are made from definitions, indexes, and pages that are not in the package. */
const leftOut = new Set([
  "amazon-ads",
  "amazon-ads-coverage",
  "github",
  "gmail",
  "google-calendar",
  "linear",
  "notion",
  "promises",
  "recipes/README",
  "slack",
  "slack-coverage",
  "testing",
]);

export interface TaskPage {
  /** The path in the package, such as `docs/ai-sdk.md`. */
  path: string;
  title: string;
  about: string;
}

/**
 * Returns the sections with their pages, which get their titles from the files.
 * @param root the folder that contains `docs`
 * @throws Error if a page is in no section, or in two
 */
export function taskPages(root: string): [section: string, pages: TaskPage[]][] {
  const names = Object.values(sections).flatMap((pages) => Object.keys(pages));
  const files = globSync(["docs/*.md", "docs/recipes/*.md"], { cwd: root }).map((file) =>
    relative("docs", file).replace(/\.md$/, ""),
  );
  const faults = [
    ...files.filter((name) => !leftOut.has(name) && !names.includes(name)),
    ...names.filter((name, at) => leftOut.has(name) || names.indexOf(name) !== at || !files.includes(name)),
  ];
  if (faults.length > 0)
    throw new Error(
      `scripts/pages/task-pages.ts must name each page of docs once. Look at ${faults.join(", ")}.`,
    );
  return Object.entries(sections).map(([section, pages]) => [
    section,
    Object.entries(pages).map(([name, about]) => {
      const path = `docs/${name}.md`;
      const [, title = ""] = /^# (.+)$/m.exec(readFileSync(root + path, "utf8")) ?? [];
      return { path, title, about };
    }),
  ]);
}
