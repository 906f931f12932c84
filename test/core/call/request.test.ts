import { describe, expect, test } from "vitest";
import type { CallEvent, ConnectorOptions, ConnectorError, Policy } from "../../../src/index.ts";
import { defineConnector } from "../../../src/index.ts";
import type { RawRequests } from "../../../src/toolkit.ts";
import { AcmeConnector } from "../../fixtures/acme/index.ts";
import { operations } from "../../fixtures/acme/operations.ts";
import { testClock } from "../../fixtures/clock.ts";
import { type Handler, json, serve } from "../../fixtures/server.ts";

const answer: Handler = (_, response) => json(response, 200, { ok: true }, { "x-request-id": "r-1" });

async function open(handler: Handler = answer, code: ConnectorOptions = {}) {
  const server = await serve(handler);
  const events: CallEvent[] = [];
  const acme = new AcmeConnector(
    { auth: { api_key: "ak-canary-1" } },
    { endpoint: server.url, clock: testClock(), onCall: (event) => void events.push(event), ...code },
  );
  return { acme, events, server, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail("it succeeded"),
    (thrown: unknown) => thrown as ConnectorError,
  );
const status =
  (code: number, times = Infinity): Handler =>
  (request, response, count) =>
    count <= times ? void response.writeHead(code).end("{}") : answer(request, response, count);

const madeFor = (target: string) => ({ method: "GET", path: `/made/${target}`, docs: "" }) as const;

/** Opens a connector with a client of its own. */
function ownClient(rawRequests?: RawRequests) {
  const Own = defineConnector({
    name: "own",
    title: "Own",
    endpoint: "https://own.example",
    auth: {},
    entities: {},
    operations,
    connect: () => ({
      identify: async () => expect.unreachable(),
      async send(name, args, { raw, repeatable }) {
        if (name === "fail") throw new TypeError("canary");
        const body = [name, args, raw!.operation.path, repeatable];
        return { body, meta: { profile: "p" }, headers: new Headers() };
      },
    }),
    ...(rawRequests && { rawRequests }),
  });
  return new Own({});
}

describe("a request that no action covers", () => {
  test("sends the params in the path, the query or the body, and returns the platform's answer", async () => {
    await using bench = await open();
    const { acme, server } = bench;
    const result = await acme.request("GET /boxes/{id}", { id: "a b", size: 3 }, { effect: "read" });
    expect(result).toEqual({ data: { ok: true }, meta: { status: 200, request_id: "r-1" } });
    await acme.request("POST /boxes", { title: "x", none: null, "a.b": [1] }, { query: { draft: true } });
    await acme.request("PUT /boxes", [{ id: 1 }], {
      headers: { "Content-Type": "application/vnd.box+json" },
    });
    await acme.request("DELETE /boxes/{id}", { id: "1", force: "yes" });
    expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["GET", "/boxes/a%20b?size=3", ""],
      ["POST", "/boxes?draft=true", '{"title":"x","none":null,"a.b":[1]}'],
      ["PUT", "/boxes", '[{"id":1}]'],
      ["DELETE", "/boxes/1?force=yes", ""],
    ]);
    expect(server.requests[2]!.headers["content-type"]).toBe("application/vnd.box+json");
    expect(server.requests.every(({ headers }) => headers.authorization === "Bearer ak-canary-1")).toBe(true);
  });
  test.each([
    ["https://evil.example/x", "target"],
    ["GET //evil.example", undefined],
    ["GET /a/../../b", undefined],
    ["GET /a?b=c", "target"],
    ["get /a", "target"],
    ["", "target"],
    [5, "target"],
  ])("goes only to the connector's own address: %s", async (target, path) => {
    await using bench = await open();
    const call = bench.acme.request(target as string, {}, { effect: "read" });
    if (path === undefined && String(target).includes("//")) await call;
    else expect(await caught(call)).toMatchObject({ outcome: "not_started", ...(path && { path }) });
    expect(bench.server.requests.map(({ path: one }) => one)).toEqual(
      String(target).startsWith("GET //") ? ["//evil.example"] : [],
    );
  });
  test("a target has at most 2000 characters", async () => {
    await using bench = await open();
    const path = `/${"a".repeat(1995)}`;
    await bench.acme.request(`GET ${path}`, {}, { effect: "read" });
    const longer = bench.acme.request(`GET ${path}a`, {}, { effect: "read" });
    expect(await caught(longer)).toMatchObject({ outcome: "not_started", path: "target" });
    expect(bench.server.requests.map((request) => request.path)).toEqual([path]);
  });
  test.each([
    [{ effect: "wirte" }, "options.effect"],
    [{ idempotencyKey: "k" }, "options.idempotencyKey"],
    [{ headers: { Authorization: "Bearer other" } }, "options.headers"],
    [{ headers: { host: "evil.example" } }, "options.headers"],
    [{ headers: { "x-a": "1\r\nx-b: 2" } }, "options.headers"],
    [{ headers: { "x-a": 1 } }, "options.headers"],
    [{ query: { a: () => 1 } }, "options.query"],
  ])("refuses the options %j", async (options, path) => {
    await using bench = await open();
    const call = bench.acme.request("POST /boxes", {}, options as never);
    expect(await caught(call)).toMatchObject({ path });
    expect(bench.server.requests).toEqual([]);
  });
  test.each([[new Date()], [5], ["text"], [{ a: 1n }], [{ a: new Map() }], [JSON.parse('{"__proto__": 1}')]])(
    "refuses params that are not plain JSON: %o",
    async (params) => {
      await using bench = await open();
      const call = bench.acme.request("POST /boxes", params as object);
      expect(await caught(call)).toMatchObject({ code: "invalid_params", path: "params" });
      expect(bench.server.requests).toEqual([]);
    },
  );
  test("a custom client has no requests unless its definition says how", async () => {
    expect(await caught(ownClient().request("GET /x"))).toMatchObject({
      code: "config_error",
      message: "The connector for Own has no request().",
    });
    const own = ownClient({ operation: ({ target }) => ({ operation: madeFor(target), args: { a: 1 } }) });
    expect(await own.request("anything", {}, { effect: "read" })).toEqual({
      data: ["anything", { a: 1 }, "/made/anything", true],
      meta: { profile: "p" },
    });
  });
  test("an unexpected fault after a write was sent leaves its outcome unknown, and that of a read not", async () => {
    const own = ownClient({ operation: () => ({ operation: madeFor("fail"), args: {} }) });
    const failing = (effect: "read" | "write") => caught(own.request("fail", {}, { effect }));
    expect(await failing("write")).toMatchObject({ code: "internal", outcome: "unknown" });
    expect(await failing("read")).toMatchObject({ code: "internal", outcome: "not_started" });
  });
  test("hosted mode refuses requests, and sends nothing", async () => {
    await using server = await serve(answer);
    const hosted = new AcmeConnector({
      external_user_id: "u",
      airbyte_client_id: "a",
      airbyte_client_secret: "s",
      base_url: server.url,
    });
    expect(await caught(hosted.request("GET /x", {}, { effect: "read" }))).toMatchObject({
      code: "config_error",
      message: expect.stringContaining("only in open source mode"),
    });
    expect(server.requests).toEqual([]);
  });
});

describe("the policy of a request", () => {
  const read = { effect: "read" } as const;
  const write = { effect: "write" } as const;
  test.each<[Policy, object | undefined, RegExp | undefined]>([
    [{}, undefined, undefined],
    [{ effects: ["read"] }, read, undefined],
    [{ effects: ["read"] }, write, /counts as write, and the policy allows only read/],
    [{ effects: ["read", "write"] }, write, undefined],
    [{ effects: ["read", "write"] }, {}, /counts as destructive/],
    [{ effects: [] }, read, /allows only nothing/],
    [{ include: ["notes.*"] }, read, /has include/],
    [{ include: [] }, read, /has include/],
    [{ exclude: ["notes.delete"] }, read, /has exclude/],
    [{ exclude: [] }, undefined, undefined],
  ])("%j with %j", async (policy, options, refused) => {
    await using bench = await open(answer, { policy: [{}, policy] });
    const call = bench.acme.request("POST /boxes", {}, options as never);
    if (!refused) return expect((await call).data).toEqual({ ok: true });
    expect(await caught(call)).toMatchObject({
      code: "policy_denied",
      outcome: "not_started",
      message: expect.stringMatching(refused),
    });
    expect(bench.server.requests).toEqual([]);
    expect(bench.events[0]).toMatchObject({ outcome: "policy_denied" });
  });
});

describe("the failures of a request", () => {
  test("a read is repeated", async () => {
    await using bench = await open(status(503, 2));
    expect((await bench.acme.request("POST /find", {}, { effect: "read" })).data).toEqual({ ok: true });
    expect(bench.server.requests).toHaveLength(3);
  });
  test.each([{ effect: "write" }, { effect: "destructive" }, {}] as const)(
    "a request with %j is sent once if it may have been done",
    async (options) => {
      await using bench = await open(status(503));
      const error = await caught(bench.acme.request("POST /boxes", { a: 1 }, options));
      expect(error).toMatchObject({ code: "upstream_error", outcome: "unknown", retryable: false });
      expect(JSON.stringify(error) + error.stack).not.toContain("canary");
      expect(bench.server.requests).toHaveLength(1);
    },
  );
  test("a lost answer to a write is unknown", async () => {
    await using bench = await open((_, response) => void response.socket!.destroy());
    const error = await caught(bench.acme.request("POST /boxes", {}, { effect: "write" }));
    expect(error).toMatchObject({ code: "upstream_unreachable", outcome: "unknown" });
    expect(bench.server.requests).toHaveLength(1);
  });
  test("a write that the platform has not started is repeated", async () => {
    await using bench = await open(status(429, 1));
    await bench.acme.request("POST /boxes", {}, { effect: "write" });
    expect(bench.server.requests).toHaveLength(2);
  });
  test("a refusal has the platform's code, and names no action", async () => {
    await using bench = await open((_, response) => json(response, 400, { error: { code: "bad_box" } }));
    const error = await caught(bench.acme.request("POST /boxes"));
    expect(error).toMatchObject({
      code: "upstream_rejected",
      message: "Acme POST /boxes was refused (HTTP 400 bad_box).",
      hint: "Check the params.",
      platform: { status: 400, code: "bad_box" },
    });
  });
  test("the caller can abort", async () => {
    const stop = new AbortController();
    await using bench = await open(() => stop.abort());
    const call = bench.acme.request("POST /boxes", {}, { effect: "write", signal: stop.signal });
    expect(await caught(call)).toMatchObject({ code: "aborted", outcome: "unknown" });
  });
});

describe("what code learns of a request", () => {
  test("an event with the target and the names of the params", async () => {
    await using bench = await open();
    await bench.acme.request("POST /boxes/{id}", { id: "1", title: "secret" }, { context: { user: 1 } });
    expect(bench.events).toEqual([
      {
        connector: "acme",
        entity: "request",
        action: "POST /boxes/{id}",
        effect: "destructive",
        params: ["id", "title"],
        outcome: "ok",
        ms: expect.any(Number),
        waitedMs: 0,
        dryRun: false,
        retries: 0,
        requestId: "r-1",
        context: { user: 1 },
        callId: undefined,
      },
    ]);
  });
  test("beforeWrite runs before a write, and can stop it", async () => {
    const seen: unknown[] = [];
    const beforeWrite = (context: unknown) => {
      seen.push(context);
      if (context === "stop") throw new Error("canary");
    };
    await using bench = await open(answer, { beforeWrite });
    await bench.acme.request("GET /boxes", {}, { effect: "read", context: "read" });
    await bench.acme.request("POST /boxes", {}, { effect: "write", context: "go" });
    const error = await caught(bench.acme.request("POST /boxes", {}, { context: "stop" }));
    expect(error).toMatchObject({ code: "internal", message: expect.stringMatching(/^beforeWrite/) });
    expect(seen).toEqual(["go", "stop"]);
    expect(bench.server.requests).toHaveLength(2);
  });
});
