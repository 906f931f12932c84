import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const root = new URL("../..", import.meta.url).pathname;

/** Runs a program with these imports in a new process. Returns the packages that it loads. */
async function loaded(program: string): Promise<string[]> {
  const script = `
    import { registerHooks } from "node:module";
    const packages = new Set();
    registerHooks({
      load(url, context, next) {
        const inside = url.split("/node_modules/").at(-1);
        if (inside !== url) packages.add(inside.split("/").slice(0, inside.startsWith("@") ? 2 : 1).join("/"));
        return next(url, context);
      },
    });
    ${program}
    console.log(JSON.stringify([...packages].sort()));`;
  const args = ["--conditions=agent-connectors-source", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout) as string[];
}

describe("importing loads", () => {
  test("agent-connectors and its adapters, except langchain: no package", async () => {
    const paths = ["", "/ai-sdk", "/json-schema", "/mcp"];
    const program = paths.map((path) => `await import("agent-connectors${path}");`).join("");
    expect(await loaded(program)).toEqual([]);
  });

  test("agent-connectors/langchain: @langchain/core and its dependencies, but no other framework", async () => {
    const packages = await loaded(`await import("agent-connectors/langchain");`);
    expect(packages).toContain("@langchain/core");
    const others = packages.filter((name) =>
      /^(ai\d?|openai|langchain|langsmith)$|^@(ai-sdk|anthropic|google|langchain)/.test(name),
    );
    expect(others.filter((name) => name !== "@langchain/core" && name !== "langsmith")).toEqual([]);
  });

  test("creating and calling tools for the AI SDK or without a framework loads no framework", async () => {
    const packages = await loaded(`
      const { SlackConnector } = await import("agent-connectors/slack");
      const { slackSandbox } = await import("agent-connectors/sandbox");
      const { aiSdkTools } = await import("agent-connectors/ai-sdk");
      const { functionTools } = await import("agent-connectors/json-schema");
      const sandbox = slackSandbox();
      const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
      const { slack: tool } = await aiSdkTools(slack);
      await tool.execute({ entity: "channels", action: "list" }, {});
      await (await functionTools(slack)).run({ type: "tool_use", id: "1", name: "slack", input: {} });
    `);
    expect(packages).toEqual(["zod"]);
  });
});
