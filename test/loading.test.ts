import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url).pathname;

/** Runs `program` in a new process. Returns the loaded packages, and core's zod module if it was loaded. */
async function loaded(program: string): Promise<string[]> {
  const script = `
    import { registerHooks } from "node:module";
    const seen = new Set();
    registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context);
        if (specifier.startsWith("node:")) seen.add(specifier);
        const inside = /node_modules\\/(@[^/]+\\/[^/]+|[^/]+)/.exec(resolved.url);
        if (inside) seen.add(inside[1]);
        if (/schema\\/zod-validation\\.ts$/.test(resolved.url)) seen.add("zod-validation.ts");
        return resolved;
      },
    });
    ${program}
    console.log(JSON.stringify([...seen].sort()));`;
  const args = ["--conditions=agent-connectors-source", "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout) as string[];
}

test("imports, a new connector, and calls with unknown names load no zod, no schema and no module of Node", async () => {
  const program = `
    await import("agent-connectors");
    await import("agent-connectors/toolkit");
    await import("agent-connectors/sandbox");
    const { SlackConnector } = await import("agent-connectors/slack");
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } });
    slack.channels.list;
    await slack.execute("nowhere", "list").catch(() => {});`;
  expect(await loaded(program)).toEqual([]);
});

test("the first call loads zod, which proves that these tests notice it", async () => {
  const program = `
    const { SlackConnector } = await import("agent-connectors/slack");
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } });
    await slack.execute("channels", "get", {}).catch(() => {});`;
  expect(await loaded(program)).toEqual(["zod", "zod-validation.ts"]);
});

test("a call over the network loads neither undici nor, for http, the modules of https", async () => {
  const program = `
    const { createServer } = process.getBuiltinModule("node:http");
    const { SlackConnector } = await import("agent-connectors/slack");
    const server = createServer((request, response) => response.end('{"ok":true,"channels":[]}'));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const endpoint = "http://127.0.0.1:" + server.address().port;
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { endpoint });
    await slack.execute("channels", "list", {});
    for (const name of process.moduleLoadList)
      if (/undici|internal\\/deps\\/cjs|NativeModule https$|zlib/.test(name)) seen.add(name);
    server.close();`;
  expect(await loaded(program)).toEqual(["zod", "zod-validation.ts"]);
});

test("the importers and a connector of an MCP server load no MCP client before the first call", async () => {
  const program = `
    const { mcpConnector } = await import("agent-connectors/import");
    const tools = { "server.get": { name: "get", sha256: "0".repeat(64) } };
    const action = { description: "Get.", effect: "read", params: { type: "object" }, example: {}, calls: "server.get" };
    const operation = { method: "POST", path: "/", docs: "https://example.com/" };
    const file = { format: 1, name: "notes", title: "Notes", endpoint: "https://notes.example.com/mcp", auth: {}, operations: { "server.get": operation }, actions: { server: { get: action } }, mcp: { tools } };
    const Notes = mcpConnector(file);
    const notes = new Notes();
    await notes.tools();`;
  const client = (loaded: readonly string[]) =>
    loaded.filter((name) => name.startsWith("@modelcontextprotocol"));
  expect(client(await loaded(program))).toEqual([]);
  const calling = `${program}
    await notes.execute("server", "get").catch(() => {});`;
  expect(client(await loaded(calling))).toContain("@modelcontextprotocol/client");
});
