import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { encode } from "gpt-tokenizer";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { listen } from "agent-connectors-service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newClient, revisions, textOf } from "../../../../test/adapters/mcp-loop.ts";
import { firstChannels } from "../../../../test/suites/adapter/bench.ts";
import { testService, type TestService } from "../../support/service.ts";
import { onBothStores, type EmptyLocation } from "../../support/stores.ts";

const list = { entity: "channels", action: "list", params: { limit: 1 } };
const allEffects = ["read", "write", "spend", "destructive"];

interface Tool {
  name: string;
  description?: string | undefined;
  inputSchema: object;
  annotations?: { readOnlyHint?: boolean | undefined; destructiveHint?: boolean | undefined } | undefined;
}
interface McpClient {
  listTools(): Promise<{ tools: Tool[] }>;
  callTool(call: {
    name: string;
    arguments?: Record<string, unknown>;
  }): Promise<{ content?: unknown; isError?: unknown }>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

/** Each generation of the SDK, with each revision of the protocol that it knows. */
const clients: Record<string, (url: URL, token: string) => Promise<McpClient>> = Object.fromEntries([
  [
    "SDK 1",
    async (url: URL, token: string) => {
      const client = new ClientV1({ name: "test", version: "1" });
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new TransportV1(url, { requestInit }) as never);
      return client as unknown as McpClient;
    },
  ],
  ...revisions.map((revision) => [
    `SDK 2, ${revision}`,
    async (url: URL, token: string) => {
      const client = newClient(revision);
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      return client as unknown as McpClient;
    },
  ]),
]);

const ads = amazonAdsSandbox();
const openTestService = async (location: EmptyLocation) => {
  const service = await testService(location, {
    connectors: [{ connector: AmazonAdsConnector, code: ads.options }],
  });
  const server = await listen((request, from) => service.service(request, from), "127.0.0.1", 0);
  return { service, url: new URL(`${server.url}/mcp`), server };
};

const read = (answer: { content?: unknown }) => textOf(answer.content as never);

onBothStores((newLocation) => {
  let service: TestService;
  let url: URL;
  let close = async () => {};
  beforeAll(async () => {
    const opened = await openTestService(await newLocation());
    ({ service, url } = opened);
    close = async () => {
      await opened.server.close(0);
      await service.close();
    };
  });
  afterAll(() => close());

  const longLived = async (user: string, more: object = {}) => {
    const json = { external_user_id: user, name: "client", ...more };
    return (await service.ask("/v1/tokens", { token: await service.applicationToken(), json })).body
      .token as string;
  };
  const createAds = (user: string) =>
    service.create(user, { connector_type: "Amazon-Ads", credentials: ads.credentials });
  const inClient = async <T>(token: string, run: (client: McpClient) => Promise<T>, kind = "SDK 1") => {
    const client = await clients[kind]!(url, token);
    try {
      return await run(client);
    } finally {
      await client.close();
    }
  };
  const toolsOf = (token: string, kind?: string) =>
    inClient(token, async (client) => (await client.listTools()).tools, kind);
  const post = (json: unknown, { token = "", ...headers }: Record<string, string> = {}) =>
    service.ask("/mcp", {
      json,
      headers: {
        accept: "application/json, text/event-stream",
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
  const message = (name: string, args: object) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  });

  describe.each(Object.keys(clients))("%s", (kind) => {
    test("lists the tools of all connectors of the user, calls them, and gets errors that a model can read", async () => {
      const user = `user of ${kind}`;
      await service.create(user);
      await createAds(user);
      const token = await longLived(user);
      await inClient(
        token,
        async (client) => {
          const { tools } = await client.listTools();
          expect(tools.map(({ name }) => name)).toEqual([
            "amazon_ads_read",
            "amazon_ads_write",
            "slack_read",
            "slack_write",
          ]);
          expect(client.getInstructions()).toContain("slack: Slack");
          const found = await client.callTool({ name: "slack_read", arguments: list });
          expect([found.isError ?? false, read(found)]).toEqual([false, expect.stringContaining("rows")]);
          const [channel] = firstChannels(service.sandbox);
          const params = { channel, markdown_text: `Hi from ${kind}` };
          const write = { entity: "messages", action: "create", params };
          const written = await client.callTool({ name: "slack_write", arguments: write });
          expect(written.isError ?? false).toBe(false);
          const wrong = await client.callTool({ name: "slack_read", arguments: { ...write } });
          expect([wrong.isError, read(wrong)]).toEqual([
            true,
            expect.stringContaining("another tool of Slack"),
          ]);
        },
        kind,
      );
      const { body } = await service.ask("/v1/audit?event=execute&limit=5", {
        token: await service.applicationToken(),
      });
      const written = { entity: "messages", action: "create", outcome: "ok" };
      expect(body.data).toContainEqual(
        expect.objectContaining({ external_user_id: user, detail: expect.objectContaining(written) }),
      );
    });
  });

  const names = (tools: readonly Tool[]) => tools.map(({ name }) => name);

  test("the tools are those of the token's effects and connectors, with honest hints", async () => {
    const id = await service.create("effects");
    await createAds("effects");
    const hints = (tools: readonly Tool[]) =>
      Object.fromEntries(
        tools.map(({ name, annotations }) => [
          name,
          [annotations!.readOnlyHint, annotations!.destructiveHint],
        ]),
      );
    expect(hints(await toolsOf(await longLived("effects", { effects: ["read"] })))).toEqual({
      amazon_ads_read: [true, false],
      slack_read: [true, false],
    });
    expect(hints(await toolsOf(await longLived("effects", { effects: allEffects })))).toEqual({
      amazon_ads_destructive: [false, true],
      amazon_ads_read: [true, false],
      amazon_ads_write: [false, false],
      slack_destructive: [false, true],
      slack_read: [true, false],
      slack_write: [false, false],
    });
    const only = await longLived("effects", { effects: ["read"], connector_ids: [id] });
    expect(names(await toolsOf(only))).toEqual(["slack_read"]);
    const call = message("amazon_ads_read", { entity: "profiles", action: "list" });
    expect((await post(call, { token: only })).text).not.toContain("rows");
  });

  test("the definitions of a connector's tools take at most 1,500 tokens", async () => {
    await service.create("budget");
    await service.create("budget", { name: "The second workspace of the whole company, with a long name" });
    await createAds("budget");
    const tools = await toolsOf(await longLived("budget", { effects: allEffects }), "SDK 2, 2026-07-28");
    const tokens = new Map<string, number>();
    for (const tool of tools) {
      const connector = tool.name.replace(/_[a-z]+$/, "");
      tokens.set(connector, (tokens.get(connector) ?? 0) + encode(JSON.stringify(tool)).length);
    }
    expect(tokens.size).toBe(3);
    for (const [connector, count] of tokens)
      expect([connector, count <= 1500, count]).toEqual([connector, true, count]);
  });

  test("of two connectors of one type, each has its own names, which never move to the other one", async () => {
    const [work, home] = [
      await service.create("two", { name: "Slack Work" }),
      await service.create("two", { name: "Zuhause!" }),
    ];
    const token = await longLived("two", { effects: ["read"] });
    await inClient(token, async (client) => {
      const { tools } = await client.listTools();
      expect(names(tools)).toEqual(["slack_work_read", "slack_zuhause_read"]);
      expect(tools[0]!.description).toMatch(/^Slack "Slack Work"\. /);
      expect(client.getInstructions()).toMatch(/slack_work: Slack "Slack Work".*\nslack_zuhause: /);
    });
    const called = async (name: string) => {
      await post(message(name, list), { token });
      const { body } = await service.ask("/v1/audit?external_user_id=two&event=execute&limit=1", {
        token: await service.applicationToken(),
      });
      return body.data[0]?.connector_id;
    };
    await called("slack_work_read");
    await expect.poll(() => called("slack_work_read")).toBe(work);
    await expect.poll(() => called("slack_zuhause_read")).toBe(home);
    await service.ask(`/v1/integrations/connectors/${work}`, {
      method: "DELETE",
      token: await service.applicationToken(),
    });
    expect((await post(message("slack_work_read", list), { token })).text).toContain("not found");
    expect(names(await toolsOf(token))).toEqual(["slack_read"]);
  });

  test("clients may keep the list for themselves for a minute, in the newest revision", async () => {
    await service.create("cache");
    const token = await longLived("cache");
    const kept = await inClient(token, (client) => client.listTools(), "SDK 2, 2026-07-28");
    expect(kept).toMatchObject({ ttlMs: 60_000, cacheScope: "private" });
  });

  describe("fails at the next call after", () => {
    const ends: [string, (token: string) => Promise<unknown>][] = [
      [
        "the token was revoked",
        (token) => service.ask("/v1/applications/tokens/revoke", { token, json: { token } }),
      ],
      [
        "all tokens of the user were revoked",
        async () =>
          service.ask("/v1/users/ended/tokens/revoke", {
            method: "POST",
            token: await service.applicationToken(),
          }),
      ],
      [
        "the user was deleted",
        async () =>
          service.ask("/v1/users/ended", { method: "DELETE", token: await service.applicationToken() }),
      ],
    ];
    test.each(ends)("%s", async (_, end) => {
      for (const tokenOf of [() => longLived("ended"), () => service.scopedToken("ended")]) {
        await service.create("ended");
        const token = await tokenOf();
        const client = await clients["SDK 1"]!(url, token);
        expect((await client.callTool({ name: "slack_read", arguments: list })).isError ?? false).toBe(false);
        expect(await end(token)).toMatchObject({ status: 200 });
        await expect(client.callTool({ name: "slack_read", arguments: list })).rejects.toThrow(
          /401|invalid_token/,
        );
        const { status, body, headers } = await post(message("slack_read", list), { token });
        expect([status, body.code, headers.get("www-authenticate")]).toEqual([
          401,
          "invalid_token",
          'Bearer error="invalid_token"',
        ]);
        await client.close();
        await service.ask("/v1/users/ended", { method: "DELETE", token: await service.applicationToken() });
      }
    });
  });

  test("a call obeys policies, keeps its idempotency key, and is refused beyond the rate limit", async () => {
    const id = await service.create("limits");
    const token = await longLived("limits");
    const [channel] = firstChannels(service.sandbox);
    const write = message("slack_write", {
      entity: "messages",
      action: "create",
      params: { channel, markdown_text: "once" },
    });
    const posts = () => service.sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
    const before = posts();
    const answers = [
      await post(write, { token, "idempotency-key": "k1" }),
      await post({ ...write, id: 2 }, { token, "idempotency-key": "k1" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(posts() - before).toBe(1);
    const policy = { connector_type: "slack", connector_id: id, policy: { effects: ["read"] } };
    await service.ask("/v1/policies", {
      method: "PUT",
      token: await service.applicationToken(),
      json: policy,
    });
    expect(names(await toolsOf(token))).toEqual(["slack_read"]);
    expect((await post(write, { token })).text).toContain("not found");
    expect(posts() - before).toBe(1);
    const none = { connector_type: "slack", connector_id: id, policy: { effects: [] } };
    await service.ask("/v1/policies", { method: "PUT", token: await service.applicationToken(), json: none });
    const [only] = await toolsOf(token);
    expect([only!.name, only!.description]).toEqual([
      "connect_account",
      expect.stringContaining("offers no tools"),
    ]);
  });

  test("a client that asks for progress gets notifications", async () => {
    await service.create("progress");
    service.sandbox.fail({ operation: "conversations.list", kind: "rate_limit", retryAfter: 1 });
    const call = message("slack_read", list);
    const asked = { ...call, params: { ...call.params, _meta: { progressToken: "p1" } } };
    const { text } = await post(asked, { token: await longLived("progress") });
    expect(text).toContain('"notifications/progress"');
    expect(text).toContain("rows");
  });

  describe("a user without a connector", () => {
    const answerOf = async (user: string, args: Record<string, unknown>, more?: object) =>
      inClient(await longLived(user, more), async (client) => {
        const { tools } = await client.listTools();
        expect(names(tools)).toEqual(["connect_account"]);
        expect(client.getInstructions()).toContain("connect_account");
        return read(await client.callTool({ name: "connect_account", arguments: args }));
      });

    test("gets a link, with which the account is connected", async () => {
      const text = await answerOf("new", { platform: "slack" });
      const [link] = /https:\/\/service\.test\/connect\/[\w-]+/.exec(text)!;
      expect((await service.ask(new URL(link).pathname)).text).toContain("Slack");
      const sessions = await service.store.db.selectFrom("connect_sessions").selectAll().execute();
      expect(sessions.map(({ status }) => status)).toEqual(["created"]);
      expect(await answerOf("new", {})).toContain("platform must be Slack");
      expect(await answerOf("new", { platform: "__proto__" })).toContain("platform must be Slack");
    });

    test("is told to use the application, if a link cannot end with a connector", async () => {
      const told = expect.stringContaining("in the application that gave you access");
      expect(await answerOf("none", {}, { connector_ids: ["x"] })).toEqual(told);
      expect(await answerOf("none", {}, { scopes: ["connectors:execute"] })).toEqual(told);
      const path = `/v1/organization/applications/${service.clientId}/confirm_sessions`;
      const confirm = async (confirm_sessions: boolean) =>
        service.ask(path, {
          method: "PUT",
          token: await service.applicationToken(),
          json: { confirm_sessions },
        });
      await confirm(true);
      expect(await answerOf("none", { platform: "slack" })).toEqual(told);
      await confirm(false);
    });
  });

  describe("refuses", () => {
    test("a request without a token, and an application token", async () => {
      const none = await post(message("slack_read", list));
      expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      const application = await post(message("slack_read", list), {
        token: await service.applicationToken(),
      });
      expect([application.status, application.body.code]).toEqual([403, "insufficient_scope"]);
      const reader = await longLived("ana", { scopes: ["connectors:read"] });
      expect((await post(message("slack_read", list), { token: reader })).status).toBe(403);
    });

    test("other methods, subscriptions, and pages of other sites", async () => {
      const token = await longLived("ana");
      for (const method of ["GET", "DELETE", "PUT"]) {
        const { status, headers } = await service.ask("/mcp", { method, token });
        expect([status, headers.get("allow")]).toEqual([405, "POST"]);
      }
      const listen = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params: {} };
      expect((await post(listen, { token })).text).toContain('"error"');
      for (const origin of ["https://evil.example", "null", "http://service.test"]) {
        const { status, body } = await post(message("slack_read", list), { token, origin });
        expect([origin, status, body.path]).toEqual([origin, 403, "origin"]);
      }
      const own = await post(message("slack_read", list), { token, origin: "https://service.test" });
      expect(own.status).toBe(200);
    });

    test("pages of other computers, if the service has no public address", async () => {
      const local = await testService(await newLocation(), { publicUrl: undefined });
      const token = await local.scopedToken("ana");
      const statusOf = async (origin: string) => {
        const headers = { origin, accept: "application/json, text/event-stream" };
        return (await local.ask("/mcp", { token, json: message("slack_read", list), headers })).status;
      };
      for (const origin of [
        "http://service.test",
        "http://localhost.evil.example",
        "http://localhost@evil.example",
      ])
        expect([origin, await statusOf(origin)]).toEqual([origin, 403]);
      for (const origin of ["http://localhost:8080", "http://127.0.0.1", "http://[::1]:3000"])
        expect([origin, await statusOf(origin)]).toEqual([origin, 200]);
      await local.close();
    });

    test.each<[string, unknown, Record<string, string>, number]>([
      ["no JSON", "x", {}, 422],
      ["several messages at once", [message("slack_read", list)], {}, 422],
      ["nothing", {}, {}, 400],
      ["another version of JSON-RPC", { ...message("slack_read", list), jsonrpc: "1.0" }, {}, 400],
      ["a number as the method", { jsonrpc: "2.0", id: 1, method: 5 }, {}, 422],
      ["a long method", { jsonrpc: "2.0", id: 1, method: "x".repeat(201) }, {}, 422],
      ["a deep body", JSON.parse("[".repeat(40) + "]".repeat(40)), {}, 400],
      ["a body without its content type", message("slack_read", list), { "content-type": "text/plain" }, 415],
      ["no accepted answer", message("slack_read", list), { accept: "text/html" }, 406],
      ["an idempotency key with a space", message("slack_read", list), { "idempotency-key": "a b" }, 200],
    ])("%s", async (_, json, headers, expected) => {
      const { status, text } = await post(json, { token: await longLived("bad"), ...headers });
      expect([status, text.includes("    at ")]).toEqual([expected, false]);
      if (expected === 200) expect(text).toMatch(/"isError":true|"error"/);
    });

    test.each<[string, unknown]>([
      ["no name", { arguments: {} }],
      ["an unknown name", { name: "slack_delete", arguments: {} }],
      ["a name of an object", { name: "__proto__", arguments: {} }],
      ["no arguments", { name: "slack_read" }],
      ["a text as arguments", { name: "slack_read", arguments: "x" }],
      ["unknown arguments", { name: "slack_read", arguments: { entity: "x", action: "y" } }],
      ["the name of a connector of another user", { name: "slack_other_read", arguments: list }],
    ])("a call with %s", async (_, params) => {
      await service.create("bad calls", { name: "One" });
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
      const { status, text } = await post(call, { token: await longLived("bad calls") });
      expect([200, 400].includes(status)).toBe(true);
      expect(text).toMatch(/"isError":true|"error"/);
      expect(text).not.toContain("    at ");
    });
  });
});
