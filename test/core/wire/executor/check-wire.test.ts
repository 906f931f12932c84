import { describe, expect, onTestFinished, test } from "vitest";
import { action, ConnectorError, defineConnector } from "../../../../src/index.ts";
import type { ConnectorDefinition } from "../../../../src/core/contract/definition.ts";
import { type TestServer, json, serve } from "../../../fixtures/server.ts";

const docs = "https://acme.example/docs";
const field = { description: "key" };

/** Returns a definition with one action, `notes.get`, whose operation is `main`. */
const definition = (operation: object, more: object = {}): ConnectorDefinition =>
  ({
    name: "acme",
    title: "Acme",
    endpoint: "https://api.acme.example",
    auth: { key: { key: field } },
    schemes: { key: { kind: "bearer", token: "{key}" } },
    operations: { main: { method: "GET", path: "/notes/{id}", docs, ...operation } },
    entities: {
      notes: {
        get: action({
          description: "Get a note.",
          params: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
          effect: "read",
          calls: "main",
          example: { id: "n1" },
        }),
      },
    },
    ...more,
  }) as unknown as ConnectorDefinition;

// Definitions that try to send a request elsewhere, or to change a part of the request that is not theirs.
const hostile: [what: string, operation: object, more: object, path: string][] = [
  ["a host behind @", { path: "@evil.example/x" }, {}, "operations.main.path"],
  ["two slashes", { path: "//evil.example/x" }, {}, "operations.main.path"],
  ["a backslash", { path: "/\\evil.example" }, {}, "operations.main.path"],
  ["an address as the path", { path: "https://evil.example/" }, {}, "operations.main.path"],
  ["dots", { path: "/a/../../b" }, {}, "operations.main.path"],
  ["encoded dots", { path: "/a/%2e%2E/b" }, {}, "operations.main.path"],
  ["an encoded slash", { path: "/a%2f..%2fb" }, {}, "operations.main.path"],
  ["a line break in the path", { path: "/a\r\nHost: evil" }, {}, "operations.main.path"],
  ["a query in the path", { path: "/a?admin=1" }, {}, "operations.main.path"],
  ["a fragment in the path", { path: "/a#b" }, {}, "operations.main.path"],
  ["open braces", { path: "/a/{id" }, {}, "operations.main.path"],
  ["a path that is no text", { path: 1 }, {}, "operations.main.path"],
  ["another origin", { origin: "https://evil.example" }, {}, "operations.main.origin"],
  ["a host header", { headers: { Host: "evil.example" } }, {}, "operations.main.headers.Host"],
  [
    "an authorization header",
    { headers: { Authorization: "x" } },
    {},
    "operations.main.headers.Authorization",
  ],
  ["a cookie", { headers: { cookie: "x" } }, {}, "operations.main.headers.cookie"],
  ["a header with a line break", { headers: { "x-a": "1\r\nx-b: 2" } }, {}, "operations.main.headers.x-a"],
  ["a header name with a colon", { headers: { "x:a": "1" } }, {}, "operations.main.headers.x:a"],
  ["an argument as the host", { arguments: { id: "id", host: { in: "header", name: "Host" } } }, {}, "operations.main.arguments.host.name"], // prettier-ignore
  ["an argument as a hop-by-hop header", { arguments: { c: { in: "header", name: "Connection" } } }, {}, "operations.main.arguments.c.name"], // prettier-ignore
  ["a prototype in the body", { method: "POST", arguments: { a: "__proto__.polluted" } }, {}, "operations.main.arguments.a.name"], // prettier-ignore
  ["a prototype in constants", { method: "POST", fields: { "constructor.prototype.x": 1 } }, {}, "operations.main.fields.constructor.prototype.x"], // prettier-ignore
  ["a prototype in paging", { paging: { kind: "cursor", cursor: "__proto__.x", next: "n", default: 1, max: 1 } }, {}, "operations.main.paging.cursor"], // prettier-ignore
  ["an unknown method", { method: "CONNECT" }, {}, "operations.main.method"],
  [
    "an idempotency header that is the host",
    { idempotencyHeader: "host" },
    {},
    "operations.main.idempotencyHeader",
  ],
  [
    "a repeatable write without a reason",
    { repeatable: { source: "x" } },
    {},
    "operations.main.repeatable.reason",
  ],
  ["a repeatable write that is only true", { repeatable: true }, {}, "operations.main.repeatable"],
  [
    "codes that are no list",
    { repeatable: { reason: "x", source: "x", done: "gone" } },
    {},
    "operations.main.repeatable.done",
  ],
  ["an endpoint over http", {}, { endpoint: "http://evil.example" }, "endpoint"],
  ["an endpoint with a user", {}, { endpoint: "https://api.acme.example@evil.example" }, "endpoint"],
  ["an endpoint that is a script", {}, { endpoint: "javascript:alert(1)" }, "endpoint"],
  ["an undeclared setting in the endpoint", {}, { endpoint: "https://{host}.acme.example" }, "endpoint"],
  ["an origin over http", {}, { origins: ["http://evil.example"] }, "origins"],
  ["file hosts that are a whole top-level domain", {}, { fileHosts: [".com"] }, "fileHosts"],
  ["a token address over http", {}, { schemes: { key: { kind: "oauth2-client-credentials", tokenUrl: "http://evil.example/t", clientId: "{key}", clientSecret: "{key}" } } }, "schemes.key.tokenUrl"], // prettier-ignore
  ["an error code that is no standard code", {}, { schemes: { key: { kind: "oauth2-client-credentials", tokenUrl: "https://acme.example/t", clientId: "{key}", clientSecret: "{key}", errorCodes: { gone: "not_found" } } } }, "schemes.key.errorCodes.gone"], // prettier-ignore
  [
    "a refusal without a wait",
    { rate: { refusal: { text: "too many" } } },
    {},
    "operations.main.rate.refusal",
  ],
  ["a refusal without a text", { rate: { refusal: { text: "", waitSeconds: 60 } } }, {}, "operations.main.rate.refusal"], // prettier-ignore
  ["a hint that is no text", { errors: { hints: { gone: 1 } } }, {}, "operations.main.errors.hints.gone"],
  ["single faults without fields", { errors: { faults: { path: "errors" } } }, {}, "operations.main.errors"],
  ["a scheme that sends a host", {}, { schemes: { key: { kind: "header", name: "Host", value: "{key}" } } }, "schemes.key.name"], // prettier-ignore
  ["a scheme with a line break", {}, { schemes: { key: { kind: "header", name: "x-k", value: "{key}\r\nx: y" } } }, "schemes.key.value"], // prettier-ignore
  ["a scheme with an unknown field", {}, { schemes: { key: { kind: "bearer", token: "{other}" } } }, "schemes.key.token"], // prettier-ignore
  ["an unknown scheme", { auth: ["other"] }, {}, "operations.main.auth"],
  ["any text in a header", {}, { auth: { key: { key: { ...field, text: true } } } }, "schemes.key.token"],
  ["defaults for all operations that set the host", {}, { wire: { headers: { host: "evil.example" } } }, "operations.main.headers.host"], // prettier-ignore
];

test("30 hostile definitions are refused, with a sentence and a path", () => {
  expect(hostile.length).toBeGreaterThanOrEqual(30);
  for (const [what, operation, more, path] of hostile) {
    let error: unknown;
    try {
      defineConnector(definition(operation, more));
    } catch (one) {
      error = one;
    }
    expect(error, what).toBeInstanceOf(ConnectorError);
    expect(error, what).toMatchObject({
      code: "config_error",
      path,
      message: expect.stringMatching(/^Connector acme: [a-zA-Z.:-]+ .*\.$/s),
    });
  }
});

const recording = async (): Promise<TestServer> => {
  const server = await serve((_request, response) => json(response, 200, {}));
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
};

describe("code in connect cannot send elsewhere", () => {
  test.for<[what: string, url: (evil: string, own: string) => string]>([
    ["another origin", (evil) => evil],
    ["a user before @", (evil, own) => `${own}@${evil.slice(7)}`],
    ["a user with a password", (_evil, own) => own.replace("//", "//a:b@")],
    ["dots", (_evil, own) => `${own}/a/../b`],
    ["encoded dots", (_evil, own) => `${own}/a/%2e%2E/b`],
    ["backslashes", (_evil, own) => `${own}\\evil`],
    ["a line break", (_evil, own) => `${own}/a\r\nb`],
    ["two slashes", (evil) => evil.slice(5)],
    ["another protocol", () => "file:///etc/passwd"],
  ])("%s", async ([, url]) => {
    const evil = await recording();
    const own = await recording();
    const Acme = defineConnector({
      ...definition({}),
      // A connector on loopback without an option `endpoint` allows only its own port.
      endpoint: own.url,
      connect: (_credentials, { http, download }) => ({
        send: async (what, { id: way }) => {
          const request = { what, url: url(evil.url, own.url), headers: { authorization: "Bearer k1" } };
          if (way === "download") await download(request);
          else await http({ ...request, method: "GET", repeatable: true, read: ({ text }) => text });
          return { body: {}, headers: new Headers() };
        },
        identify: async () => ({ identity: {} }),
      }),
    });
    const acme = new Acme({ auth: { key: "k1" } });
    for (const way of ["http", "download"])
      await expect(acme.execute("notes", "get", { id: way })).rejects.toMatchObject({
        code: "upstream_unreachable",
        message: expect.stringMatching(/^main was not sent: /),
      });
    expect([...evil.requests, ...own.requests]).toEqual([]);
  });
});

test("a redirect to another origin is not followed, whatever connect says", async () => {
  const evil = await recording();
  const own = await serve((_request, response) => void response.writeHead(302, { location: evil.url }).end());
  onTestFinished(() => own[Symbol.asyncDispose]());
  const Acme = defineConnector({
    ...definition({}),
    endpoint: own.url,
    connect: (_credentials, { http, download }) => ({
      send: async (what, { id }) => {
        const request = { what, url: own.url, headers: { "x-api-key": "k1" }, follow: () => true };
        if (id === "download") await download(request);
        else await http({ ...request, method: "GET", repeatable: true, read: ({ text }) => text });
        return { body: {}, headers: new Headers() };
      },
      identify: async () => ({ identity: {} }),
    }),
  });
  const acme = new Acme({ auth: { key: "k1" } });
  for (const id of ["http", "download"])
    await expect(acme.execute("notes", "get", { id })).rejects.toMatchObject({
      code: "upstream_redirect_refused",
    });
  expect(evil.requests).toEqual([]);
});

describe("a file host receives no credentials", () => {
  const open = (headers: Record<string, string>, url = "https://x.files.acme.example/f") => {
    const sent: string[] = [];
    const Acme = defineConnector({
      ...definition({}),
      fileHosts: [".files.acme.example"],
      connect: (_credentials, { download }) => ({
        send: async (what) => {
          await download({ what, url, headers });
          return { body: {}, headers: new Headers() };
        },
        identify: async () => ({ identity: {} }),
      }),
    });
    const fetch = async (address: string | URL | Request) => (sent.push(String(address)), new Response(""));
    return {
      run: () => new Acme({ auth: { key: "k1" } }, { fetch }).execute("notes", "get", { id: "n1" }),
      sent,
    };
  };
  test.for(["authorization", "x-api-key", "cookie", "X-Amz-Security-Token", "token"])(
    "not %s",
    async (name) => {
      const { run, sent } = open({ [name]: "k1" });
      await expect(run()).rejects.toMatchObject({ code: "upstream_unreachable" });
      expect(sent).toEqual([]);
    },
  );
  test("not after a redirect of the platform", async () => {
    const Acme = defineConnector({
      ...definition({ response: { kind: "file" } }),
      fileHosts: [".files.acme.example"],
    });
    const sent: [string, string | null][] = [];
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      sent.push([String(url), new Headers(init?.headers).get("authorization")]);
      return sent.length === 1
        ? new Response(null, { status: 302, headers: { location: "https://x.files.acme.example/f" } })
        : new Response("bytes");
    };
    await new Acme({ auth: { key: "k1" } }, { fetch }).execute("notes", "get", { id: "n1" });
    expect(sent).toEqual([
      ["https://api.acme.example/notes/n1", "Bearer k1"],
      ["https://x.files.acme.example/f", null],
    ]);
  });
  test("but it can be read", async () => {
    const { run, sent } = open({ accept: "text/csv" });
    await run();
    expect(sent).toEqual(["https://x.files.acme.example/f"]);
  });
  test.for([
    "http://x.files.acme.example/f",
    "https://x.files.acme.example:8443/f",
    "https://files.acme.example.evil/f",
    "https://evilfiles.acme.example/f",
  ])("and %s is no file host", async (url) => {
    const { run, sent } = open({}, url);
    await expect(run()).rejects.toMatchObject({ code: "upstream_unreachable" });
    expect(sent).toEqual([]);
  });
});

describe("a setting in the address", () => {
  const Acme = defineConnector(
    definition({}, { endpoint: "https://{subdomain}.acme.example/api", config: { subdomain: { description: "your Acme subdomain" } } }), // prettier-ignore
  );
  const open = (subdomain: unknown) => {
    const sent: string[] = [];
    const fetch = async (url: string | URL | Request) => (sent.push(String(url)), Response.json({}));
    return { acme: () => new Acme({ auth: { key: "k1" }, config: { subdomain } } as never, { fetch }), sent };
  };
  test("becomes a part of the host", async () => {
    const { acme, sent } = open("north-1");
    await acme().execute("notes", "get", { id: "n1" });
    expect(sent).toEqual(["https://north-1.acme.example/api/notes/n1"]);
    expect(Acme.origins).toEqual(["https://{subdomain}.acme.example"]);
  });
  test.for([
    "evil.example/",
    "evil.example#",
    "evil.example?",
    "evil.example\\",
    "a@evil.example",
    "a.b",
    "a:1",
    "",
    "-a",
    "a-",
    "a b",
    "a\n",
    "é",
    "..",
    "%2e",
    "x".repeat(64),
    7,
    null,
    undefined,
    "evil.example%2f",
  ])("cannot be %j", (subdomain) => {
    expect(() => open(subdomain).acme()).toThrow(
      expect.objectContaining({ code: "config_error", path: "config.subdomain" }),
    );
  });
  test("must be given, even if the setting is optional", () => {
    const Optional = defineConnector(
      definition({}, { endpoint: "https://{host}.acme.example", config: { host: { description: "host", optional: true } } }), // prettier-ignore
    );
    expect(() => new Optional({ auth: { key: "k1" } } as never)).toThrow(
      expect.objectContaining({ code: "config_error", path: "config.host" }),
    );
  });
  test("stays in its place, even if its pattern allows anything", () => {
    const Loose = defineConnector(
      definition({}, { endpoint: "https://{host}.acme.example", config: { host: { description: "host", pattern: "[^]*" } } }), // prettier-ignore
    );
    for (const host of [
      "evil.example/",
      "a@evil.example#",
      "evil.example\\",
      "evil.example?",
      "a b",
      "\t",
      "a%2fb",
      "a:443/",
      "",
      "x@y",
    ])
      // prettier-ignore
      expect(() => new Loose({ auth: { key: "k1" }, config: { host } } as never), host).toThrow(ConnectorError);
  });
});
