import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { importMcp } from "../../../src/import/mcp/import-mcp.ts";
import { mcpConnector } from "../../../src/import/mcp/mcp-connector.ts";

// The reference servers of the protocol. `MCP_REFERENCE_SERVERS` names a folder in which they are installed:
// npm install @modelcontextprotocol/server-everything @modelcontextprotocol/server-filesystem @modelcontextprotocol/server-memory

const installed = process.env["MCP_REFERENCE_SERVERS"];
const program = (name: string) =>
  join(installed ?? "", "node_modules/@modelcontextprotocol", `server-${name}`, "dist/index.js");

let folder: string;
let stop: AbortController;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mcp-reference-"));
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  rmSync(folder, { recursive: true, maxRetries: 3 });
});

const open = async (name: string, args: string[] = [], env: Record<string, string> = {}) => {
  const command = [process.execPath, program(name), ...args];
  const { file, report } = await importMcp({ command, env }, { overlay: { trustReadOnly: ["*"] } });
  const Connector = mcpConnector(file, { allowCommand: true, signal: stop.signal });
  const connector = new Connector(Object.keys(env).length > 0 ? { auth: env } : {});
  const tool = await connector.tool({ effects: ["read", "write", "destructive"] });
  const call = async (action: string, params: object = {}) =>
    JSON.parse((await tool.call({ entity: "server", action, params })).text) as object;
  return { file, report, call };
};

describe.skipIf(installed === undefined || !existsSync(installed))(
  "the reference servers (skipped unless MCP_REFERENCE_SERVERS names the folder in which they are installed)",
  () => {
    test("everything: results of all kinds", async () => {
      const { report, call } = await open("everything");
      expect(report).toMatchObject({ skipped: [], actions: expect.any(Number) });
      expect(await call("get_sum", { a: 1, b: 2 })).toEqual({ untrusted: ["data"], data: { text: "The sum of 1 and 2 is 3." } }); // prettier-ignore
      expect(await call("get_tiny_image")).toMatchObject({
        data: { images: { columns: ["content_type", "size"] } },
      });
      expect(await call("get_structured_content", { location: "Chicago" })).toMatchObject({
        data: { temperature: expect.any(Number) },
      });
    });

    test("filesystem: a read, a write and a refused path", async () => {
      writeFileSync(join(folder, "a.txt"), "hello");
      const { file, call } = await open("filesystem", [folder]);
      expect(file.actions.server).toMatchObject({
        get_text_file: { effect: "read" },
        write_file: { effect: "destructive" },
      });
      expect(await call("get_text_file", { path: join(folder, "a.txt") })).toMatchObject({
        data: { content: "hello" },
      });
      await call("write_file", { path: join(folder, "b.txt"), content: "written" });
      expect(readFileSync(join(folder, "b.txt"), "utf8")).toBe("written");
      expect(await call("get_text_file", { path: "/etc/passwd" })).toMatchObject({
        untrusted: ["error.message"],
        error: { code: "upstream_rejected" },
      });
    });

    test("memory: writes that a later read shows", async () => {
      const { call } = await open("memory", [], { MEMORY_FILE_PATH: join(folder, "memory.json") });
      const entity = { name: "Ana", entityType: "person", observations: ["likes tea"] };
      await call("create_entities", { entities: [entity] });
      expect(JSON.stringify(await call("get_graph"))).toContain("likes tea");
    });
  },
);
