import { afterAll, beforeAll, expect, test } from "vitest";
import { agentTools } from "agent-connectors";
import { functionTools } from "agent-connectors/json-schema";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { testService, type TestService } from "../../support/service.ts";
import { onBothStores } from "../../support/stores.ts";

const toolsPath = (id: string) => `/v1/integrations/connectors/${id}/tools`;
const here = () => {
  const sandbox = slackSandbox();
  return new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
};

onBothStores((newLocation) => {
  let service: TestService;
  let token: string;
  let id: string;
  beforeAll(async () => {
    service = await testService(await newLocation());
    token = await service.scopedToken("u1");
    id = await service.create("u1");
  });
  afterAll(() => service.close());

  const definitions = async (query: string) =>
    (await service.ask(`${toolsPath(id)}?${query}`, { token })).body;
  const call = async (json: object, more: object = {}) =>
    service.ask(`${toolsPath(id)}/call`, { token, json, ...more });
  const posts = () => service.sandbox.calls().filter(({ method }) => method === "chat.postMessage");
  const post = (text: string) => ({
    entity: "messages",
    action: "create",
    params: { channel: "#general", text },
  });

  test.each(["openai", "openai-responses", "anthropic", "gemini", "mcp"] as const)(
    "the definitions for %s are those of a tool in process",
    async (dialect) => {
      const { tools } = await definitions(`dialect=${dialect}`);
      expect(tools).toEqual((await functionTools(here())).definitions(dialect));
    },
  );

  test("the options choose the actions and the shape", async () => {
    const { tools } = await definitions(
      "dialect=anthropic&shape=per-action&include=channels.list,users.get&name=acme",
    );
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["acme_channels_list", "acme_users_get"]);
    const options = { shape: "per-action", include: ["channels.list", "users.get"], name: "acme" };
    const { body } = await call({ tool: "acme_channels_list", arguments: { limit: 1 }, options });
    expect(body).toMatchObject({ ok: true, text: expect.stringContaining("general") });
    const other = await call({ tool: "acme_channels_list", arguments: {} });
    expect(other.body).toMatchObject({
      ok: false,
      error: { code: "not_found" },
      text: expect.stringContaining("slack"),
    });
  });

  test("a tool of a read-only token only reads, and the calls of other tools are refused", async () => {
    const reader = await service.scopedToken("u1", { effects: ["read"] });
    const { body } = await service.ask(`${toolsPath(id)}?dialect=mcp`, { token: reader });
    expect(body.tools[0].annotations.readOnlyHint).toBe(true);
    const before = posts().length;
    const refused = await service.ask(`${toolsPath(id)}/call`, {
      token: reader,
      json: { tool: "slack", arguments: post("no"), options: { effects: ["read", "write"] } },
    });
    expect(refused.body).toMatchObject({ ok: false, error: { code: "policy_denied" } });
    expect(posts().length).toBe(before);
  });

  test("the text is the text of a tool in process, for arguments as an object and as JSON text", async () => {
    const [tool] = await agentTools(here());
    const input = { entity: "channels", action: "list", params: { limit: 2 } };
    const { text } = await tool!.call(input);
    expect(JSON.parse(text).untrusted).toContain("name");
    for (const given of [input, JSON.stringify(input)]) {
      const { status, body } = await call({ tool: "slack", arguments: given });
      expect([status, body]).toEqual([200, { ok: true, text }]);
    }
    const { body } = await call({
      tool: "slack",
      arguments: { action: "describe", entity: "channels", params: { action: "get" } },
    });
    expect(body).toMatchObject({ ok: true, text: expect.stringContaining("channel") });
  });

  test("a failed call is a successful request whose text says what to do", async () => {
    const { status, body } = await call({ tool: "slack", arguments: { entity: "chanels", action: "list" } });
    expect([status, body.ok, body.error.code]).toEqual([200, false, "unknown_entity"]);
    expect(body.text).toContain("channels");
    for (const json of [
      { tool: "slack" },
      { tool: "slack", arguments: 5 },
      { tool: "slack", arguments: {}, option: {} },
    ])
      expect((await call(json)).status).toBe(422);
  });

  test("a write with an Idempotency-Key runs once, and the second request gets the first answer", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const before = posts().length;
    const [first, second] = [
      await call({ tool: "slack", arguments: post("once") }, { headers }),
      await call({ tool: "slack", arguments: post("once") }, { headers }),
    ];
    expect(first.body.ok).toBe(true);
    expect(second.body).toEqual(first.body);
    expect(posts().length).toBe(before + 1);
    const other = await call({ tool: "slack", arguments: post("other") }, { headers });
    expect(other.body.code).toBe("idempotency_key_reused");
  });

  test("the audit has a row for each write of a tool, and the connectors of other users are not found", async () => {
    await call({ tool: "slack", arguments: post("audited") });
    const { body } = await service.ask("/v1/audit?limit=20", { token: await service.applicationToken() });
    const row = body.data.find(({ event }: { event: string }) => event === "execute");
    expect(row).toMatchObject({
      event: "execute",
      detail: { entity: "messages", action: "create" },
    });
    const stranger = await service.scopedToken("u2");
    for (const path of [`${toolsPath(id)}?dialect=mcp`, `${toolsPath(id)}/call`]) {
      const json = path.endsWith("call") ? { tool: "slack", arguments: {} } : undefined;
      expect((await service.ask(path, { token: stranger, json })).status).toBe(404);
    }
  });
});
