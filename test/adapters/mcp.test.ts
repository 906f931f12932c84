import { InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import type { McpServer as CommonJsServer } from "@modelcontextprotocol/server" with {
  "resolution-mode": "require",
};
import { registerMcpTools, type McpOptions } from "agent-connectors/mcp";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { ConnectorError, type CallEvent, type ToolSources } from "agent-connectors";
import { describe, expect, expectTypeOf, test } from "vitest";
import { listen } from "../../sandbox/listen.ts";
import { testAdapter } from "../suites/adapter.ts";
import { firstChannels, openInProcess, stuckClock } from "../suites/adapter/bench.ts";
import {
  connect,
  connectV1,
  mcpLoop,
  mcpV1Loop,
  newClient,
  newServer,
  newServerV1,
  revisions,
  textOf,
} from "./mcp-loop.ts";

for (const revision of revisions) testAdapter(mcpLoop(revision), openInProcess);
testAdapter(mcpV1Loop, openInProcess);

const listed = async (sources: ToolSources, options?: McpOptions) => {
  await using connected = await connect(sources, options);
  return (await connected.client.listTools()).tools;
};
const openAds = () => {
  const sandbox = amazonAdsSandbox();
  return new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
};
const list = { entity: "channels", action: "list", params: { limit: 1 } };

describe("the tools of a server", () => {
  const reads = { readOnlyHint: true, destructiveHint: false, openWorldHint: true };
  const changes = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };
  const destroys = { ...changes, destructiveHint: true };

  test("by default, one tool reads and one tool writes, as in connector.tools()", async () => {
    const { connector } = await openInProcess();
    const made = await connector.tools({ split: true, descriptionBudget: 2000 });
    const titles = ["Slack Read", "Slack Write"];
    expect(await listed(connector)).toEqual(
      made.map(({ name, description, inputSchema }, index) => ({
        name,
        title: titles[index],
        description,
        inputSchema,
        annotations: { title: titles[index], ...(index === 0 ? reads : changes) },
      })),
    );
  });

  test("only a tool that reads is marked as read-only, and only one that cannot be undone as destructive", async () => {
    const { connector } = await openInProcess();
    const effects = ["read", "write", "destructive"] as const;
    const hints = async (options: McpOptions) =>
      (await listed(connector, options)).map(({ name, annotations }) => [name, annotations]);
    const [read, write, destructive] = [
      ["slack_read", { title: "Slack Read", ...reads }],
      ["slack_write", { title: "Slack Write", ...changes }],
      ["slack_destructive", { title: "Slack Destructive", ...destroys }],
    ];
    expect(await hints({})).toEqual([read, write]);
    expect(await hints({ effects })).toEqual([read, write, destructive]);
    expect(await hints({ effects: ["read"] })).toEqual([read]);
    expect(await hints({ split: false })).toEqual([["slack", { title: "Slack", ...changes }]]);
    expect(await hints({ split: false, effects })).toEqual([["slack", { title: "Slack", ...destroys }]]);
    const each = await hints({ shape: "per-action", include: ["channels.list", "messages.create"] });
    expect(each).toEqual([
      ["slack_channels_list", { title: "Slack Channels List", ...reads }],
      ["slack_messages_create", { title: "Slack Messages Create", ...changes }],
    ]);
  });

  test("no description is so long that clients cut it off", async () => {
    const { connector } = await openInProcess();
    for (const options of [{}, { split: false }, { split: undefined, descriptionBudget: undefined }] as const)
      for (const effects of [undefined, ["read", "write", "spend", "destructive"] as const]) {
        const tools = await listed([connector, openAds()], { ...options, effects });
        expect(tools.length).toBeGreaterThan(1);
        for (const { description } of tools) expect(description!.length).toBeLessThanOrEqual(2000);
      }
    const [long] = await listed(connector, { split: false, descriptionBudget: 10_000 });
    expect(long!.description!.length).toBeGreaterThan(2000);
  });

  test("can come from several connectors or from existing tools, next to the application's own tools", async () => {
    const { connector } = await openInProcess();
    const [near, far] = InMemoryTransport.createLinkedPair();
    const server = newServer();
    server.registerTool("own", {}, () => ({ content: [{ type: "text", text: "mine" }] }));
    const made = await connector.tool({ name: "other_slack" });
    expect(await registerMcpTools(server, [connector, openAds(), made])).toBe(server);
    await server.connect(far);
    const client = newClient("2025-11-25");
    await client.connect(near);
    const { tools } = await client.listTools();
    const names = ["own", "slack_read", "slack_write", "amazon_ads_read", "other_slack"];
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(textOf((await client.callTool({ name: "own" })).content)).toBe("mine");
    const found = await client.callTool({ name: "other_slack", arguments: list });
    expect(textOf(found.content)).toContain('"rows"');
    await client.close();
  });

  test("a value that is not a server is refused with a hint", async () => {
    const { connector } = await openInProcess();
    for (const server of [{}, undefined, Promise.resolve(newServer())]) {
      const error: unknown = await registerMcpTools(server as never, connector).catch((e: unknown) => e);
      expect(error).toMatchObject({ code: "config_error", path: "server" });
      expect(String((error as ConnectorError).hint)).toContain("@modelcontextprotocol/server");
    }
  });

  test("the SDK's class for CommonJS is also accepted, although its type differs from that for ESM", () => {
    expectTypeOf<CommonJsServer>().not.toExtend<McpServer>();
    expectTypeOf(registerMcpTools<CommonJsServer>).returns.resolves.toEqualTypeOf<CommonJsServer>();
  });

  test("invalid options are refused, and nothing is registered", async () => {
    const { connector } = await openInProcess();
    const tool = await connector.tool();
    for (const [sources, options] of [
      [connector, { effect: ["read"] }],
      [connector, { split: "other" }],
      [connector, { shape: "per-action", split: true }],
      [tool, { descriptionBudget: 100 }],
      [tool, { split: false }],
      [[connector, connector], {}],
      [undefined, {}],
    ] as const) {
      const server = newServer();
      const error: unknown = await registerMcpTools(server, sources as never, options as never).catch(
        (e: unknown) => e,
      );
      expect(ConnectorError.is(error) && error.code).toBe("config_error");
      expect(server.server.getCapabilities().tools).toBeUndefined();
    }
  });
});

describe("a call", () => {
  test("returns only the text for the model, so its tokens are paid for only once", async () => {
    const { connector } = await openInProcess();
    await using connected = await connect(connector);
    const good = await connected.client.callTool({ name: "slack_read", arguments: list });
    expect(good).toEqual({ content: [{ type: "text", text: expect.stringContaining('"rows"') as string }] });
    const bad = await connected.client.callTool({ name: "slack_read", arguments: { entity: "channels" } });
    expect(bad).toMatchObject({ isError: true, content: [{ type: "text" }] });
    expect(bad).not.toHaveProperty("structuredContent");
    expect(JSON.parse(textOf(bad.content))).toMatchObject({ error: { code: "unknown_action" } });
  });

  test("without arguments, or for an action of the other tool, gets an error that says what to call", async () => {
    const { connector, sandbox } = await openInProcess();
    await using connected = await connect(connector);
    const call = async (args?: Record<string, unknown>) => {
      const result = await connected.client.callTool({
        name: "slack_read",
        ...(args && { arguments: args }),
      });
      expect(result.isError).toBe(true);
      return textOf(result.content);
    };
    expect(await call()).toContain("entity is missing");
    const write = { entity: "messages", action: "create", params: { channel: "C07A1QW2ER3", text: "Hi" } };
    expect(await call(write)).toContain("another tool of Slack has it");
    expect(sandbox.calls()).toEqual([]);
  });

  test("the listener gets the id of the request", async () => {
    const events: CallEvent[] = [];
    const { connector } = await openInProcess({ onCall: (event) => events.push(event) });
    const [near, far] = InMemoryTransport.createLinkedPair();
    const server = await registerMcpTools(newServer(), connector, { context: "ana" });
    await server.connect(far);
    const answered = new Promise((resolve) => Object.assign(near, { onmessage: resolve }));
    await near.start();
    const params = { name: "slack_read", arguments: list };
    await near.send({ jsonrpc: "2.0", id: "call_77", method: "tools/call", params });
    expect(await answered).toMatchObject({ id: "call_77", result: { content: [{ type: "text" }] } });
    expect(events).toMatchObject([
      { callId: expect.stringMatching(/-call_77$/) as unknown, context: "ana", outcome: "ok" },
    ]);
  });

  test("if a client disconnects, its calls are aborted", async () => {
    const clock = stuckClock();
    const ended = Promise.withResolvers<CallEvent>();
    const { connector, sandbox } = await openInProcess({ clock, onCall: ended.resolve });
    sandbox.fail({ operation: "conversations.list", kind: "rate_limit", retryAfter: 20 });
    const { client } = await connect(connector);
    const asked = client.callTool({ name: "slack_read", arguments: list });
    await clock.asleep;
    await client.close();
    await expect(asked).rejects.toThrow(/closed/i);
    expect(await ended.promise).toMatchObject({ outcome: "aborted" });
  });
});

describe("a server of version 1 of the SDK", () => {
  test("has the same tools as a server of version 2", async () => {
    const { connector } = await openInProcess();
    for (const options of [{}, { shape: "per-action", strict: true, include: ["channels.list"] }] as const) {
      await using connected = await connectV1(connector, options);
      const toolsV1 = (await connected.client.listTools()).tools.map(({ execution: _execution, ...tool }) => {
        const { $schema: _version, ...inputSchema } = tool.inputSchema as { $schema?: string };
        return { ...tool, inputSchema };
      });
      // Both clients list fields without a value as undefined.
      const toolsV2 = await listed(connector, options);
      expect(toolsV1).toEqual(toolsV2);
    }
  });

  test("can have tools of the application too", async () => {
    const { connector } = await openInProcess();
    const server = newServerV1();
    server.registerTool("own", {}, () => ({ content: [{ type: "text", text: "mine" }] }));
    await using connected = await connectV1(connector, {}, server);
    const { tools } = await connected.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["own", "slack_read", "slack_write"]);
    expectTypeOf(registerMcpTools<typeof server>).returns.resolves.toEqualTypeOf<typeof server>();
  });

  test("passes on the id of the request and its progress, and aborts a call that the client cancels", async () => {
    const clock = stuckClock();
    const ended = Promise.withResolvers<CallEvent>();
    const { connector, sandbox } = await openInProcess({ clock, onCall: ended.resolve });
    sandbox.fail({ operation: "conversations.list", kind: "rate_limit", retryAfter: 20 });
    await using connected = await connectV1(connector, { context: "ana" });
    const controller = new AbortController();
    const waits = Promise.withResolvers<{ message?: string | undefined }>();
    const options = { signal: controller.signal, onprogress: waits.resolve };
    const asked = connected.client.callTool({ name: "slack_read", arguments: list }, undefined, options);
    expect((await waits.promise).message).toMatch(/wait/i);
    controller.abort(new Error("the user left"));
    await expect(asked).rejects.toThrow("the user left");
    expect(await ended.promise).toMatchObject({
      outcome: "aborted",
      context: "ana",
      callId: expect.stringMatching(/-1$/) as unknown,
    });
  });
});

describe.each(revisions)("over HTTP on loopback, %s", (revision) => {
  const open = async (options?: Parameters<typeof openInProcess>[0]) => {
    const bench = await openInProcess(options);
    const make = ({ authInfo }: { authInfo?: { clientId: string } }) =>
      registerMcpTools(newServer(), bench.connector, { context: authInfo?.clientId });
    const handler = createMcpHandler(make);
    const authInfo = { token: "t", clientId: "ana", scopes: [] };
    const server = await listen((request) => handler.fetch(request, { authInfo }), "/mcp");
    const client = newClient(revision);
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const close = async () => {
      await client.close();
      await server.close();
    };
    return { ...bench, client, [Symbol.asyncDispose]: close };
  };

  test("tools are listed and called, and each request has a server that knows the user", async () => {
    const events: CallEvent[] = [];
    await using opened = await open({ onCall: (event) => events.push(event) });
    const { client, sandbox } = opened;
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["slack_read", "slack_write"]);
    const [channel] = firstChannels(sandbox);
    const post = { entity: "messages", action: "create", params: { channel, text: "Hi" } };
    const done = await client.callTool({ name: "slack_write", arguments: post });
    expect(done.isError ?? false).toBe(false);
    expect(sandbox.calls().map(({ method }) => method)).toContain("chat.postMessage");
    const bad = await client.callTool({ name: "slack_write", arguments: { ...post, params: { channel } } });
    expect(bad.isError).toBe(true);
    expect(events).toMatchObject([{ context: "ana", outcome: "ok" }, { outcome: "invalid_params" }]);
  });

  test("a call is aborted if the client cancels it or disconnects", async () => {
    const clock = stuckClock();
    const ended = Promise.withResolvers<CallEvent>();
    await using opened = await open({ clock, onCall: ended.resolve });
    opened.sandbox.fail({ operation: "conversations.list", kind: "rate_limit", retryAfter: 20 });
    const controller = new AbortController();
    const { signal } = controller;
    const asked = opened.client.callTool({ name: "slack_read", arguments: list }, { signal });
    await clock.asleep;
    controller.abort(new Error("the user left"));
    await expect(asked).rejects.toThrow("the user left");
    // Without a session, a cancellation has no effect in the 2025 protocol, but a disconnect has.
    if (revision === "2025-11-25") await opened.client.close();
    expect(await ended.promise).toMatchObject({ outcome: "aborted" });
  });
});
