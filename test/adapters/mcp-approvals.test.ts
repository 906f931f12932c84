import { randomUUID } from "node:crypto";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { agentTools, approvalDesk, approvals } from "agent-connectors";
import { registerMcpTools } from "agent-connectors/mcp";
import { memoryStore } from "agent-connectors/store";
import { expect, test } from "vitest";
import { listen } from "../../sandbox/listen.ts";
import { firstChannels, openInProcess } from "../suites/adapter/bench.ts";
import {
  clientWithPerson,
  connect,
  newServer,
  newServerV1,
  textOf,
  type Person,
  type Revision,
} from "./mcp-loop.ts";

// A call waits at the desk, and the client shows its user the page on which somebody decides.

interface Caller {
  callTool(call: { name: string; arguments: object }): Promise<{ content?: unknown; isError?: unknown }>;
  close(): Promise<void>;
}

async function openDesk() {
  const { connector, sandbox } = await openInProcess();
  const store = memoryStore();
  const [channel] = firstChannels(sandbox);
  const newTools = async () =>
    approvals(await agentTools(connector, { split: true }), {
      scope: String,
      store,
      decides: "desk",
      page: (id) => `https://app.test/approvals/${id}`,
    });
  const decide = (url: string, by = "maya", approve = true) =>
    approvalDesk(store).decide(url.split("/").at(-1)!, { approve, by });
  const post = (text = "Hi") => ({
    name: "slack_write",
    arguments: { entity: "messages", action: "create", params: { channel, text } },
  });
  const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
  return { store, newTools, decide, post, posts };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;
const urlOnly = { elicitation: { url: {} } };

/** Each generation of the SDK. */
const clients: Record<string, (desk: Desk, person: Person) => Promise<Caller>> = {
  async "SDK 2, one server per request, 2026-07-28"(desk, person) {
    const make = async () =>
      registerMcpTools(newServer(), await desk.newTools(), { context: "ana", decisionSeconds: 0 });
    const server = await listen((request) => createMcpHandler(make).fetch(request), "/mcp");
    const client = clientWithPerson("2026-07-28", person);
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const close = async () => {
      await client.close();
      await server.close();
    };
    return { callTool: (call) => client.callTool(call as never), close };
  },
  ...Object.fromEntries(
    (["2025-11-25", "2026-07-28"] as Revision[]).map((revision) => [
      `SDK 2, one connection, ${revision}`,
      async (desk: Desk, person: Person) => {
        const connected = await connect(
          await desk.newTools(),
          { context: "ana", decisionSeconds: 0 },
          revision,
          person,
        );
        return {
          callTool: (call: never) => connected.client.callTool(call),
          close: async () => connected[Symbol.asyncDispose](),
        };
      },
    ]),
  ),
  async "SDK 1, a session"(desk, person) {
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
    const registered = await registerMcpTools(newServerV1(), await desk.newTools(), {
      context: "ana",
      decisionSeconds: 0,
    });
    await registered.connect(transport as never);
    const server = await listen((request) => transport.handleRequest(request), "/mcp");
    const client = new ClientV1({ name: "test", version: "1" }, { capabilities: urlOnly });
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
      action: (await person(params as never)) as "accept",
    }));
    await client.connect(new TransportV1(new URL(server.url)) as never);
    const close = async () => {
      await client.close();
      await registered.close();
      await server.close();
    };
    return { callTool: (call) => client.callTool(call as never) as never, close };
  },
};

test.each(Object.keys(clients))("%s: the call runs once after the decision", async (kind) => {
  const desk = await openDesk();
  const urls: string[] = [];
  const client = await clients[kind]!(desk, async ({ url }) => {
    urls.push(url);
    await desk.decide(url);
    return "accept";
  });
  try {
    const done = await client.callTool(desk.post());
    expect([done.isError ?? false, textOf(done.content as never)]).toEqual([
      false,
      expect.stringContaining("ts"),
    ]);
    expect([urls.length, desk.posts()]).toEqual([1, 1]);
    // The same call later is another call, so somebody is asked again.
    await client.callTool(desk.post());
    expect([new Set(urls).size, desk.posts()]).toEqual([2, 2]);
  } finally {
    await client.close();
  }
});

test.each(Object.keys(clients))("%s: the answer of the client alone runs nothing", async (kind) => {
  for (const action of ["accept", "decline", "cancel"]) {
    const desk = await openDesk();
    const client = await clients[kind]!(desk, () => action);
    const waits = await client.callTool(desk.post());
    expect([waits.isError, textOf(waits.content as never)]).toEqual([
      true,
      expect.stringContaining("approval_pending"),
    ]);
    expect(desk.posts()).toBe(0);
    await client.close();
  }
});

test("a client that names another approval cannot run another call with it, nor that of another user", async () => {
  const desk = await openDesk();
  const tools = async (context: string) => {
    const make = async () => registerMcpTools(newServer(), await desk.newTools(), { context });
    return createMcpHandler(make);
  };
  const send = async (user: string, text: string, inputResponses?: object) => {
    const { fetch } = await tools(user);
    const params = {
      ...desk.post(text),
      ...(inputResponses ? { inputResponses } : {}),
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": urlOnly,
      },
    };
    const response = await fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "slack_write",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      }),
    );
    return response.text();
  };
  const asked = /approval_(\w+)/.exec(await send("ana", "Hi"))![1]!;
  await approvalDesk(desk.store).decide(asked, { approve: true, by: "maya" });
  const answers = { [`approval_${asked}`]: { action: "accept" } };
  expect(await send("ana", "Something else", answers)).toContain("approval_denied");
  expect(await send("bob", "Hi", answers)).toContain("not_found");
  expect(desk.posts()).toBe(0);
  // Two repetitions at the same time run it once.
  const both = await Promise.all([send("ana", "Hi", answers), send("ana", "Hi", answers)]);
  expect(both.every((text) => text.includes("ts"))).toBe(true);
  expect(desk.posts()).toBe(1);
  // The outcome of the approved call is not the outcome of another call.
  expect(await send("ana", "Something else", answers)).toContain("approval_denied");
});
