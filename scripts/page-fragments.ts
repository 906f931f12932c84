import { globSync, readFileSync } from "node:fs";
import { root } from "./empty-project.ts";
import { readNotebook, textIn } from "./notebook/run-notebook.ts";

/** The names that a fragment can use without an import, and the modules that export them. */
const sources: Readonly<Record<string, string>> = {
  AcmeConnector: "../../examples/connector.ts",
  AmazonAdsConnector: "agent-connectors/amazon-ads",
  ApprovalTool: "agent-connectors",
  GitHubConnector: "agent-connectors/github",
  GmailConnector: "agent-connectors/gmail",
  GoogleCalendarConnector: "agent-connectors/google-calendar",
  LinearConnector: "agent-connectors/linear",
  NotionConnector: "agent-connectors/notion",
  SlackConnector: "agent-connectors/slack",
  agentTools: "agent-connectors",
  aiSdkTools: "agent-connectors/ai-sdk",
  amazonAdsSandbox: "agent-connectors/sandbox",
  approvals: "agent-connectors",
  codeMode: "agent-connectors/code-mode",
  functionTools: "agent-connectors/json-schema",
  generateText: "ai",
  interrupt: "@langchain/langgraph",
  langChainTools: "agent-connectors/langchain",
  memoryStore: "agent-connectors/store",
  registerMcpTools: "agent-connectors/mcp",
  slackSandbox: "agent-connectors/sandbox",
  writeFile: "node:fs/promises",
};

/** The values that the text around a fragment introduces, with their types. A value of the type `never` fits anywhere. */
const values: Readonly<Record<string, string>> = {
  access_token: "string",
  ads: "AmazonAdsConnector",
  api_token: "string",
  auth: "never",
  codeModeTool: "() => never",
  call: "{ id: string; input: unknown }",
  calls: "{ id: string; args: unknown }[]",
  caps: "{ max_bid: { USD: number } }",
  client_id: "string",
  client_secret: "string",
  conversationId: "string",
  days: "{ startDate: string; endDate: string }",
  event: "{ id: string }",
  github: "GitHubConnector",
  gmail: "GmailConnector",
  calendar: "GoogleCalendarConnector",
  hosted: "{ external_user_id: string; airbyte_client_id: string; airbyte_client_secret: string }",
  linear: "LinearConnector",
  model: "never",
  notion: "NotionConnector",
  personAgrees: "(reason: string) => Promise<boolean>",
  prompt: "string",
  refresh_token: "string",
  report: "never",
  sandbox: "ReturnType<typeof slackSandbox>",
  signingSecret: "string",
  slack: "SlackConnector",
  store: "ReturnType<typeof memoryStore>",
  tool: "ApprovalTool",
  toolCall: "{ toolCallId: string; input: unknown }",
  tools: 'ApprovalTool[] & import("ai").ToolSet',
};

/** A code block of a page that is neither a program nor a cell of a notebook in `examples/`. */
export interface Fragment {
  page: string;
  line: number;
  /** A module that contains the code. The module adds the imports and the values that the code uses. */
  module: string;
}

export function fragmentsOf(page: string, text: string): Fragment[] {
  const files = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => root + file);
  const programs = new Set([
    ...files("examples/**/*.{ts,tsx}").map((file) => readFileSync(file, "utf8").trim()),
    ...files("examples/*.ipynb").flatMap((file) =>
      readNotebook(file).cells.map(({ source }) => textIn(source).trim()),
    ),
  ]);
  return [...text.matchAll(/```tsx?\n([\s\S]*?)```/g)].flatMap(({ 1: code = "", index }) =>
    programs.has(code.trim())
      ? []
      : [{ page, line: text.slice(0, index).split("\n").length, module: moduleOf(code) }],
  );
}

function moduleOf(code: string): string {
  const given = code.match(/^import [^;]*;$/gm) ?? [];
  const body = code.replaceAll(/^import [^;]*;$/gm, "");
  // A name after a dot is a field, unless the dot belongs to `...`.
  const uses = (name: string, text: string) =>
    new RegExp(String.raw`(?<!\w)(?<!(?<!\.\.)\.)${name}\b`).test(text);
  const declared = Object.entries(values)
    .filter(([name]) => uses(name, body) && !new RegExp(`^(?:const|let) ${name}\\b`, "m").test(body))
    .map(([name, type]) => `declare const ${name}: ${type};`);
  const needed = Object.entries(sources)
    .filter(([name]) => uses(name, [body, ...declared].join("\n")))
    .filter(([name]) => !given.some((line) => uses(name, line)))
    .map(
      ([name, source]) => `import { ${name === "ApprovalTool" ? `type ${name}` : name} } from "${source}";`,
    );
  // In the function, the code can declare names again, and return.
  return [...needed, ...given, ...declared, `export async function fragment() {${body}}`, ""].join("\n");
}
