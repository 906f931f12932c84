import { request } from "node:http";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { registerMcpTools } from "agent-connectors/mcp";
import { expect, onTestFinished, test } from "vitest";
import { serveHttp } from "../../../cli/mcp/serve-http.ts";
import { newClient, newServer, revisions, textOf } from "../../adapters/mcp-loop.ts";
import { openInProcess } from "../../suites/adapter/bench.ts";

/** Serves the tools of a Slack sandbox, and returns what the command prints. */
async function open() {
  const { connector, sandbox } = await openInProcess();
  const handler = createMcpHandler(() => registerMcpTools(newServer(), connector));
  const lines: string[] = [];
  const server = await serveHttp(handler.fetch, { port: 0, log: (line) => lines.push(line) });
  onTestFinished(() => server.close());
  const printed = Object.fromEntries(lines.map((line) => line.split(": "))) as {
    address: string;
    token: string;
  };
  return { ...printed, sandbox };
}

/** Sends a call of a tool that writes. `host`: the header, which the function fetch does not let a program choose. */
function post(address: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const params = {
    name: "slack_write",
    arguments: { entity: "messages", action: "create", params: { channel: "C07A1QW2ER3", text: "Hi" } },
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      address,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
      },
      (response) => {
        const read = async () => {
          const chunks: Buffer[] = await response.toArray();
          return { status: response.statusCode!, text: Buffer.concat(chunks).toString() };
        };
        read().then(resolve, reject);
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  });
}

test.each(revisions)("a client with the printed address and token calls tools, %s", async (revision) => {
  const { address, token } = await open();
  expect(new URL(address).hostname).toBe("127.0.0.1");
  const client = newClient(revision);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
  const found = await client.callTool({
    name: "slack_read",
    arguments: { entity: "channels", action: "list" },
  });
  expect(textOf(found.content)).toContain("general");
  await client.close();
});

test("a request without the token, or from a page of a browser, is refused, and nothing is called", async () => {
  const { address, token, sandbox } = await open();
  const authorization = `Bearer ${token}`;
  const refused: [number, Record<string, string>][] = [
    [401, {}],
    [401, { authorization: `Bearer ${token.slice(0, -1)}` }],
    [401, { authorization: `Bearer ${token}x` }],
    [401, { authorization: token }],
    [401, { authorization: "Bearer " }],
    [403, { authorization, origin: "https://evil.example" }],
    [403, { authorization, origin: "https://localhost.evil.example" }],
    [403, { authorization, origin: "null" }],
    [403, { authorization, host: "evil.example" }],
    [403, { authorization, host: "127.0.0.1.evil.example" }],
  ];
  for (const [status, headers] of refused) {
    const answer = await post(address, headers);
    expect([headers, answer.status]).toEqual([headers, status]);
    expect(answer.text).not.toContain(token);
  }
  expect((await post(address.replace(/mcp$/, "other"), { authorization })).status).toBe(404);
  expect(sandbox.calls()).toEqual([]);
  for (const origin of [undefined, "http://localhost:3000", "http://127.0.0.1:6274"])
    expect((await post(address, { authorization, ...(origin === undefined ? {} : { origin }) })).status).toBe(
      200,
    );
  expect(sandbox.calls().length).toBeGreaterThan(0);
});

test("each start has another token, unless the environment has one, which is not printed", async () => {
  const first = await open();
  const second = await open();
  expect(first.token.length).toBeGreaterThan(40);
  expect(first.token).not.toBe(second.token);
  process.env["AGENT_CONNECTORS_MCP_TOKEN"] = "my-own-token";
  onTestFinished(() => void delete process.env["AGENT_CONNECTORS_MCP_TOKEN"]);
  const own = await open();
  expect(own.token).not.toContain("my-own-token");
  expect((await post(own.address, { authorization: "Bearer my-own-token" })).status).toBe(200);
  expect((await post(own.address, { authorization: `Bearer ${first.token}` })).status).toBe(401);
});
