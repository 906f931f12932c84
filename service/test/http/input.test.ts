import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executePath, testService, type Ask, type TestService } from "../support/service.ts";
import { onBothStores } from "../support/stores.ts";

// Every bad request gets an error body with the documented status, and never the status 500.

onBothStores((newLocation, kind) => {
  let service: TestService;
  let token: string;
  let id: string;
  beforeAll(async () => {
    service = await testService(await newLocation());
    token = await service.scopedToken("u1");
    id = await service.create("u1");
  });
  afterAll(() => service.close());

  const create = "/v1/integrations/connectors";
  const slack = {
    external_user_id: "u1",
    connector_type: "Slack",
    credentials: { api_token: "xoxb-sandbox-bot" },
  };
  const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
  const text = (body: string | Uint8Array<ArrayBuffer>, headers = {}): Ask => ({ body, headers });

  const bodies: [string, Ask, number, string][] = [
    ["not JSON", text("{entity: channels}"), 400, "malformed_json"],
    ["nothing at all", text(""), 400, "malformed_json"],
    ["cut short", text('{"entity":"channels","action":"li'), 400, "malformed_json"],
    ["two documents", text('{"entity":"a"}{"entity":"b"}'), 400, "malformed_json"],
    [
      "bad UTF-8",
      text(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
      400,
      "malformed_json",
    ],
    ["cut within a character", text(new Uint8Array([0x22, 0xe2, 0x82])), 400, "malformed_json"],
    ["16 MB", text(JSON.stringify({ entity: "x".repeat(16 * 1024 * 1024) })), 413, "payload_too_large"],
    ["200,000 arrays deep", text(deep("[", "]", 200_000)), 400, "json_too_deep"],
    ["200,000 objects deep", text(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`), 400, "json_too_deep"],
    [
      "20,000 members",
      text(JSON.stringify(Array.from({ length: 20_000 }, () => 1))),
      413,
      "payload_too_large",
    ],
    [
      "__proto__",
      text('{"entity":"users","action":"list","params":{"__proto__":{"x":1}}}'),
      400,
      "forbidden_key",
    ],
    ["__proto__, escaped", text('{"\\u005f_proto__":1}'), 400, "forbidden_key"],
    ["no content type", text("{}", { "content-type": "" }), 415, "unsupported_media_type"],
    ["text/plain", text("{}", { "content-type": "text/plain" }), 415, "unsupported_media_type"],
    [
      "a form",
      text("a=b", { "content-type": "application/x-www-form-urlencoded" }),
      415,
      "unsupported_media_type",
    ],
    ["null", text("null"), 422, "validation_error"],
    ["an array", text("[]"), 422, "validation_error"],
    ["a string", text('"x"'), 422, "validation_error"],
  ];

  describe.each([
    ["create", create],
    ["execute", executePath("x")],
    ["token", "/api/v1/account/applications/token"],
  ])("%s", (name, path) => {
    test.each(bodies)("%s", async (what, ask, status, code) => {
      // The token endpoint accepts forms, but this form lacks the client id and secret.
      if (name === "token" && what === "a form") [status, code] = [401, "invalid_client"];
      const {
        body,
        status: got,
        headers,
      } = await service.ask(path, {
        ...ask,
        token,
        headers: { ...ask.headers, "x-request-id": "mine" },
      });
      expect([got, body?.code]).toEqual([status, code]);
      expect(headers.get("content-type")).toBe("application/problem+json");
      expect(headers.get("x-request-id")).toBe("mine");
      expect(body).toMatchObject({
        type: `urn:agent-connectors:error:${code}`,
        status,
        request_id: "mine",
        instance: "/requests/mine",
        detail: body.message,
        errors: [{ error_code: code }],
      });
    });
  });

  const creates: [string, unknown, number, string, string | null][] = [
    ["unknown type", { ...slack, connector_type: "Sclak" }, 422, "unknown_connector_type", "connector_type"],
    [
      "a type of a prototype",
      { ...slack, connector_type: "constructor" },
      422,
      "unknown_connector_type",
      "connector_type",
    ],
    ["no type", { ...slack, connector_type: undefined }, 422, "validation_error", "connector_type"],
    ["both type and definition", { ...slack, definition_id: "x" }, 422, "validation_error", "connector_type"],
    [
      "an unknown definition",
      { ...slack, connector_type: undefined, definition_id: "x" },
      422,
      "unknown_connector_type",
      "definition_id",
    ],
    ["no user", { ...slack, external_user_id: undefined }, 422, "validation_error", "external_user_id"],
    ["an empty user", { ...slack, external_user_id: "" }, 422, "validation_error", "external_user_id"],
    [
      "a long user",
      { ...slack, external_user_id: "u".repeat(251) },
      422,
      "validation_error",
      "external_user_id",
    ],
    [
      "a user with a control character",
      { ...slack, external_user_id: "u\u0000" },
      422,
      "validation_error",
      "external_user_id",
    ],
    [
      "half a character as user",
      { ...slack, external_user_id: "u\ud800" },
      422,
      "validation_error",
      "external_user_id",
    ],
    ["half a character as name", { ...slack, name: "\udfff" }, 422, "validation_error", "name"],
    ["two users", { ...slack, workspace_name: "u1" }, 422, "validation_error", "external_user_id"],
    ["a field that does not exist", { ...slack, colour: "red" }, 422, "validation_error", "body"],
    ["a name that is no text", { ...slack, name: 7 }, 422, "validation_error", "name"],
    ["no credentials", { ...slack, credentials: undefined }, 422, "validation_error", "credentials"],
    ["credentials as text", { ...slack, credentials: "xoxb-1" }, 422, "validation_error", "credentials"],
    [
      "empty credentials",
      { ...slack, credentials: {} },
      400,
      "credentials_mismatch",
      "credentials.api_token",
    ],
    [
      "both forms at once",
      {
        ...slack,
        credentials: { api_token: "xoxb-1", client_id: "1", client_secret: "2", access_token: "xoxb-3" },
      },
      400,
      "credentials_mismatch",
      "credentials.api_token",
    ],
    [
      "half a form",
      { ...slack, credentials: { client_id: "1", access_token: "xoxb-1" } },
      400,
      "credentials_mismatch",
      "credentials.client_secret",
    ],
    [
      "a credential that is a number",
      { ...slack, credentials: { api_token: 5 } },
      400,
      "credentials_mismatch",
      "credentials.api_token",
    ],
    [
      "a credential of another platform",
      { ...slack, credentials: { api_token: "ghp_canary" } },
      400,
      "credentials_mismatch",
      "credentials.api_token",
    ],
    [
      "a credential with a newline",
      { ...slack, credentials: { api_token: "xoxb-1\nx: y" } },
      400,
      "credentials_mismatch",
      "credentials.api_token",
    ],
    [
      "a setting that the type does not have",
      { ...slack, environment: { region: "na" } },
      422,
      "validation_error",
      "environment.region",
    ],
  ];
  test.each(creates)("create with %s is refused", async (_, json, status, code, field) => {
    const { status: got, body, text: answer } = await service.ask(create, { token, json });
    expect([got, body.code, body.errors[0].field]).toEqual([status, code, field]);
    expect(answer).not.toContain("canary");
  });

  test("a token is refused as a user id", async () => {
    const application = await service.applicationToken();
    const wrapped = btoa(JSON.stringify({ token, workspace: "u1" }));
    for (const external_user_id of [token, wrapped]) {
      for (const [path, json] of [
        [create, { ...slack, external_user_id }],
        ["/api/v1/account/applications/scoped-token", { external_user_id }],
      ] as const) {
        const { status, body, text: answer } = await service.ask(path, { token: application, json });
        expect([status, body.code, body.path]).toEqual([422, "validation_error", "external_user_id"]);
        expect(answer).toContain("external_user_id_is_token");
        expect(answer).not.toContain(external_user_id);
      }
    }
  });

  const executes: [string, object, number, string][] = [
    ["params that are an array", { entity: "users", action: "list", params: [] }, 422, "validation_error"],
    ["params that are text", { entity: "users", action: "list", params: "{}" }, 422, "validation_error"],
    ["params that are a number", { entity: "users", action: "list", params: 1 }, 422, "validation_error"],
    ["no entity", { action: "list" }, 422, "validation_error"],
    ["an entity that is a number", { entity: 1, action: "list" }, 422, "validation_error"],
    ["an unknown entity", { entity: "nothings", action: "list" }, 422, "unknown_entity"],
    ["an entity of a prototype", { entity: "constructor", action: "name" }, 422, "unknown_entity"],
    ["an unknown action", { entity: "users", action: "fire" }, 422, "unknown_action"],
    ["unknown params", { entity: "users", action: "list", params: { colour: 1 } }, 422, "invalid_params"],
    [
      "a key that would reach a prototype",
      { entity: "users", action: "list", params: { constructor: 1 } },
      422,
      "invalid_params",
    ],
    [
      "a field that does not exist",
      { entity: "users", action: "list", params: {}, policy: {} },
      422,
      "validation_error",
    ],
  ];
  test.each(executes)("execute with %s is refused", async (_, json, status, code) => {
    const { status: got, body } = await service.ask(executePath(id), { token, json });
    expect([got, body.code]).toEqual([status, code]);
    expect(body.outcome).toBe("not_started");
  });

  test("the size of a body without a content-length is checked while the body arrives", async () => {
    const chunk = new TextEncoder().encode("x".repeat(64 * 1024));
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent++;
        controller.enqueue(chunk);
      },
    });
    const response = await service.service(
      new Request(`http://service.test${create}`, {
        method: "POST",
        body,
        duplex: "half",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      } as RequestInit),
    );
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(40);
  });

  test("another method gets 405, and unknown paths and ids get 404", async () => {
    const wrong = await service.ask(create, { method: "PATCH", token, json: {} });
    expect([wrong.status, wrong.body.code]).toEqual([405, "method_not_allowed"]);
    expect(wrong.headers.get("allow")?.split(", ").sort()).toEqual(["GET", "POST"]);
    for (const path of [
      "/",
      "/v1",
      "/v2/integrations/connectors",
      `${create}/`,
      `${create}/a/b/c`,
      "/api/../x",
    ])
      expect((await service.ask(path, { token })).status).toBe(404);
    for (const odd of ["%00", "..%2f..", "'%20or%201=1", "x".repeat(5000), "%E0%A4%A"])
      expect([404]).toContain((await service.ask(`${create}/${odd}`, { token })).status);
  });

  test("an invalid query is refused", async () => {
    for (const query of ["limit=0", "limit=x", "limit=1&limit=2", "external_user_id=a&workspace_name=b"]) {
      const { status, body } = await service.ask(`${create}?${query}`, { token });
      expect([status, body.code]).toEqual([422, "validation_error"]);
    }
  });

  test("a client id that PostgreSQL cannot store is refused", async () => {
    const { status, body } = await service.ask("/api/v1/account/applications/token", {
      json: { client_id: "a\u0000b", client_secret: "x\u0000" },
    });
    expect([status, body.code]).toEqual([401, "invalid_client"]);
  });

  test("an invalid idempotency key is refused", async () => {
    for (const key of ["a b", "é", "k".repeat(256)]) {
      const { status, body } = await service.ask(create, {
        token,
        json: slack,
        headers: { "idempotency-key": key },
      });
      expect([status, body.code]).toEqual([422, "validation_error"]);
    }
  });

  test.runIf(kind === "sqlite")(
    "the letter case of the type does not matter, that of the user does",
    async () => {
      for (const connector_type of ["slack", "SLACK", "Slack", "sLaCk"]) {
        const { status, body } = await service.ask(create, { token, json: { ...slack, connector_type } });
        expect([status, body.connector_type]).toEqual([200, "Slack"]);
      }
      const { status } = await service.ask(create, { token, json: { ...slack, external_user_id: "U1" } });
      expect(status).toBe(403);
    },
  );
});
