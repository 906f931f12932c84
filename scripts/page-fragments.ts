import { globSync, readFileSync } from "node:fs";
import { root } from "./empty-project.ts";

/** The names that a fragment can use without an import. A value is the module that exports the name. */
const sources: Readonly<Record<string, string>> = {
  SlackConnector: "agent-connectors/slack",
  aiSdkTools: "agent-connectors/ai-sdk",
  functionTools: "agent-connectors/json-schema",
  langChainTools: "agent-connectors/langchain",
  registerMcpTools: "agent-connectors/mcp",
};

/**
 * Returns the TypeScript blocks of a page, except for the programs of `examples/`. Adds the imports and the connector
 * that a block uses but does not declare.
 */
export function fragmentsOf(page: string): string[] {
  const programs = new Set(
    globSync("examples/*.ts", { cwd: root }).map((file) => readFileSync(root + file, "utf8").trim()),
  );
  return [...page.matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, code = ""]) => code.trim())
    .filter((code) => !programs.has(code))
    .map((code) => {
      const slack = /\bslack\b/.test(code) && !/const slack\b/.test(code);
      const whole = slack
        ? `const slack = new SlackConnector({ auth: { api_token: process.env.SLACK_TOKEN ?? "xoxb-1" } });\n${code}`
        : code;
      const imports = Object.entries(sources)
        .filter(([name]) => new RegExp(`\\b${name}\\b`).test(whole))
        .filter(([name]) => !new RegExp(`import [^;]*\\b${name}\\b`).test(whole))
        .map(([name, source]) => `import { ${name} } from "${source}";\n`);
      return `${imports.join("")}${whole}\nexport {};\n`;
    });
}
