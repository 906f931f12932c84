import { describe, expect, test } from "vitest";
import type { Operation } from "../../../../src/core/contract/wire/operation.ts";
import { type Handler, json } from "../../../fixtures/server.ts";
import { openWire } from "./open-wire.ts";

const read = async (operation: Partial<Operation>, answer: Handler, args = {}) => {
  const wire = await openWire({ operations: { main: operation } }, {}, answer);
  const reply = await wire.send(args).catch((error: unknown) => error);
  return { ...wire, reply };
};
const answering =
  (status: number, body: string, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

test.for<[Partial<Operation>, number, string, unknown]>([
  [{}, 200, '{"a":1}', { a: 1 }],
  [{}, 200, '{"id":144373194309380061}', { id: "144373194309380061" }],
  [{ method: "POST" }, 201, "", {}],
  [{ method: "DELETE" }, 204, "", {}],
  [{}, 200, " \n", {}],
  [{}, 200, "[1]", [1]],
  [{ response: { kind: "text" } }, 200, "plain", "plain"],
])("%j answered with %s %j is %j", async ([operation, status, body, expected]) => {
  const { reply } = await read(operation, answering(status, body));
  expect(reply).toMatchObject({ body: expected });
});

describe("a refusal", () => {
  test.for<[Partial<Operation>, number, unknown, object]>([
    [{}, 401, { error: { code: "bad_key", message: "Nope" } }, { code: "credential_rejected", message: "Acme main was refused (HTTP 401 bad_key): Nope." }], // prettier-ignore
    [{}, 403, { message: "No right." }, { code: "credential_insufficient_scope", message: "Acme main was refused (HTTP 403): “No right”." }], // prettier-ignore
    [{}, 404, {}, { code: "not_found" }],
    [{}, 410, "gone", { code: "not_found" }],
    [{}, 400, { errors: [{ code: "x", message: "y" }] }, { code: "upstream_rejected", platform: { status: 400, code: "x" } }], // prettier-ignore
    [
      {},
      422,
      { title: "Bad", detail: "Field a" },
      { message: "Acme main was refused (HTTP 422): “Field a”." },
    ],
    [{ errors: { code: ["c"], message: ["m.t"] } }, 400, { c: 7, m: { t: "why" }, message: "no" }, { message: "Acme main was refused (HTTP 400 7): why." }], // prettier-ignore
    [
      { errors: { hints: { "409": "Read it again.", stale: "Read the list." } } },
      409,
      {},
      { hint: "Read it again." },
    ],
    [
      { errors: { hints: { "409": "Read it again.", stale: "Read the list." } } },
      409,
      { code: "stale" },
      { hint: "Read the list." },
    ],
    [
      { method: "POST", errors: { hints: { "500": "Call again." } } },
      500,
      {},
      { hint: expect.stringMatching(/Check/) },
    ],
    [{ errors: { codes: { gone: "not_found" } } }, 400, { code: "gone" }, { code: "not_found" }],
    [
      { errors: { codes: { "409": "idempotency_in_progress" } } },
      409,
      {},
      { code: "idempotency_in_progress" },
    ],
    [{ errors: { codes: { "400": "internal", gone: "not_found" } } }, 400, { code: "gone" }, { code: "not_found" }], // prettier-ignore
    [{ errors: { flag: { path: "ok", equals: false } } }, 200, { ok: false, error: "channel_not_found" }, { code: "upstream_rejected", platform: { status: 200, code: "channel_not_found" } }], // prettier-ignore
    [{ errors: { flag: { path: "error" } } }, 200, { error: "x" }, { code: "upstream_rejected" }],
    [{ method: "POST", body: { kind: "graphql", document: "{ a }" } }, 200, { errors: [{ message: "No field a", extensions: { code: "BAD" } }] }, { message: "Acme main was refused (HTTP 200 BAD): “No field a”.", outcome: "not_started" }], // prettier-ignore
    [{ method: "POST", body: { kind: "graphql", document: "{ a }" } }, 200, { data: { a: 1, b: null }, errors: [{ message: "b failed" }] }, { outcome: "unknown" }], // prettier-ignore
    [{ method: "POST", body: { kind: "graphql", document: "{ a }" }, errors: { flag: { path: "data.a.userErrors" }, message: ["errors.0.message", "data.a.userErrors.0.message"] } }, 200, { data: { a: { userErrors: [{ message: "No title" }] } } }, { message: "Acme main was refused (HTTP 200): “No title”.", outcome: "not_started" }], // prettier-ignore
    [{ method: "POST", body: { kind: "graphql", document: "{ a }" }, errors: { flag: { path: "data.a.ok", equals: false } } }, 200, { data: null, errors: [{ message: "No field a" }] }, { message: "Acme main was refused (HTTP 200): “No field a”.", outcome: "not_started" }], // prettier-ignore
    [{ errors: { faults: { path: "errors", fields: ["field", "code"] } } }, 422, { message: "Wrong", errors: [{ field: "title", code: "missing", index: 1 }, "No body", {}, 7] }, { message: "Acme main was refused (HTTP 422 missing): “Wrong; title missing; No body”." }], // prettier-ignore
    [{ errors: { faults: { path: "errors", fields: ["field"] } } }, 422, { errors: { field: "title" } }, { message: "Acme main was refused (HTTP 422)." }], // prettier-ignore
    [{ method: "POST" }, 500, {}, { code: "upstream_error", outcome: "unknown", retryable: false }],
    [{ method: "POST" }, 501, "", { code: "upstream_rejected", outcome: "not_started", retryable: false }],
    [{ method: "POST" }, 413, "<html>", { code: "upstream_rejected", outcome: "not_started" }],
    [{ method: "POST" }, 200, "<html>", { code: "upstream_invalid_response", outcome: "unknown" }],
    [{}, 200, "<html>", { code: "upstream_invalid_response", outcome: "not_started" }],
  ])("%j answered with %s %j", async ([operation, status, body, expected]) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const { reply } = await read(operation, answering(status, text, { "x-request-id": "q1" }));
    expect(reply).toMatchObject(expected);
    expect(reply).toMatchObject({ platform: { status, request_id: "q1" } });
  });
  test.for([
    ["ok", { errors: [] }],
    ["ok", { errors: null }],
    ["ok", {}],
  ])("%s: %j is no failure of GraphQL", async ([, body]) => {
    const { reply } = await read({ method: "POST", body: { kind: "graphql", document: "{ a }" } }, answering(200, JSON.stringify(body))); // prettier-ignore
    expect(reply).toMatchObject({ body });
  });
});

describe("redirects", () => {
  test.for([301, 302, 303, 307, 308])("a read follows %s within the same origin", async (status) => {
    const { reply, requests } = await read({}, (request, response) =>
      request.path === "/"
        ? response.writeHead(status, { location: "/moved?a=1" }).end()
        : json(response, 200, { ok: 1 }),
    );
    expect(reply).toMatchObject({ body: { ok: 1 } });
    expect(requests.map(({ path }) => path)).toEqual(["/", "/moved?a=1"]);
  });
  test.for<[Partial<Operation>, string]>([
    [{}, "http://127.0.0.1:1/other"],
    [{}, "//evil.example/"],
    [{ method: "POST" }, "/moved"],
    [{}, "/"],
  ])("%j does not follow a redirect to %s", async ([operation, location]) => {
    const { reply, requests } = await read(
      operation,
      (_request, response) => void response.writeHead(307, { location }).end(),
    );
    expect(reply).toMatchObject({ code: "upstream_redirect_refused" });
    expect(requests.length).toBe(location === "/" ? 4 : 1);
  });
  test("304 says that nothing has changed", async () => {
    const wire = { arguments: { etag: { in: "header", name: "If-None-Match" } } } as const;
    const { reply } = await read(wire, answering(304, ""), { etag: '"v1"' });
    expect(reply).toMatchObject({ body: {}, already: "not_modified" });
    const { reply: unasked } = await read({}, answering(304, ""));
    expect(unasked).toMatchObject({ code: "upstream_redirect_refused" });
  });
});

describe("rate limits", () => {
  const rate = { headers: { remaining: "x-left", reset: "x-reset", unit: "seconds" } } as const;
  test("429 and a refusal without remaining requests wait as long as the platform says", async () => {
    for (const [status, headers, wait] of [
      [429, { "retry-after": "7" }, 7000],
      [403, { "x-left": "0", "x-reset": "9" }, 9000],
      [403, { "retry-after": "3" }, 3000],
    ] as const) {
      let count = 0;
      const { reply, clock } = await read({ rate }, (_request, response) =>
        count++ === 0 ? void response.writeHead(status, headers).end("{}") : json(response, 200, { ok: 1 }),
      );
      expect(reply).toMatchObject({ body: { ok: 1 } });
      expect(clock.slept).toContain(wait);
    }
  });
  const refusal = { text: "too many writes", waitSeconds: 20 };
  test.for<[number, Record<string, string>, string, number]>([
    [403, {}, "Too many writes.", 20],
    [403, { "retry-after": "5" }, "Too many writes.", 5],
    // The requests are not used up, so the reset says nothing about the refusal.
    [429, { "x-left": "7", "x-reset": "900" }, "Too many writes.", 20],
    [403, { "x-left": "0", "x-reset": "9" }, "Too many writes.", 9],
  ])(
    "a refusal with status %s, %j and the message %j waits %s seconds",
    async ([status, headers, message, wait]) => {
      let count = 0;
      const { reply, clock } = await read({ method: "POST", rate: { ...rate, refusal } }, (_request, response) =>
      count++ === 0 ? json(response, status, { message }, headers) : json(response, 200, { ok: 1 }),
    ); // prettier-ignore
      expect(reply).toMatchObject({ body: { ok: 1 } });
      expect(clock.slept).toEqual([wait * 1000]);
    },
  );
  test("another refusal with status 403 is no limit", async () => {
    const body = JSON.stringify({ message: "No right to write." });
    const { reply, requests } = await read({ rate: { refusal } }, answering(403, body));
    expect(reply).toMatchObject({ code: "credential_insufficient_scope" });
    expect(requests).toHaveLength(1);
  });
  test("no request is sent until the limit is reset", async () => {
    const epoch = { headers: { ...rate.headers, unit: "epoch" } } as const;
    const { send, clock, requests } = await openWire({ operations: { main: { rate: epoch } } }, {}, (_request, response) =>
      json(response, 200, {}, { "x-left": "0", "x-reset": String(clock.now() / 1000 + 20) }),
    ); // prettier-ignore
    await send();
    const start = clock.now();
    await send();
    expect(clock.now() - start).toBe(20_000);
    expect(requests.length).toBe(2);
    await expect(send({}, { waits: { left: 5000 } })).rejects.toMatchObject({ code: "rate_limited" });
    expect(requests.length).toBe(2);
  });
  test("a declared rate delays requests", async () => {
    const { send, clock } = await openWire({ wire: { rate: { perMinute: 30, burst: 2, lane: "all" } }, operations: { main: {}, other: {} } }); // prettier-ignore
    const start = clock.now();
    await send();
    await send({}, {}, "other");
    await send();
    expect(clock.now() - start).toBe(2000);
  });
});

describe("an idempotency header", () => {
  const operation: Partial<Operation> = { method: "POST", idempotencyHeader: "Idempotency-Key" };
  const options = { idempotencyKey: async () => "k1" };
  test("lets a write of unknown outcome be sent again with the same key", async () => {
    let count = 0;
    const { send, requests } = await openWire({ operations: { main: operation } }, {}, (_request, response) =>
      count++ < 2 ? json(response, 502, {}) : json(response, 200, { id: 1 }),
    );
    expect((await send({ a: 1 }, options)).body).toEqual({ id: 1 });
    expect(requests.map(({ headers }) => headers["idempotency-key"])).toEqual(["k1", "k1", "k1"]);
  });
  test("does not make the outcome known", async () => {
    const { send } = await openWire({ operations: { main: operation } }, {}, answering(502, ""));
    await expect(send({}, options)).rejects.toMatchObject({ code: "upstream_error", outcome: "unknown" });
  });
  test("is not sent with a read", async () => {
    const { send, requests } = await openWire({ operations: { main: { ...operation, method: "GET" } } });
    await send({}, options);
    expect(requests[0]!.headers).not.toHaveProperty("idempotency-key");
  });
});

describe("a repeatable operation", () => {
  const repeatable = {
    reason: "A note is deleted once.",
    source: "https://acme.example",
    done: ["gone", "404"],
  };
  const operation: Partial<Operation> = { method: "POST", repeatable };
  const inTurn = (...answers: [number, object][]): Handler => {
    let count = 0;
    return (_request, response) => json(response, ...answers[count++]!);
  };
  test("is sent again after a lost response", async () => {
    const { reply } = await read(operation, inTurn([502, {}], [200, { id: 1 }]));
    expect(reply).toMatchObject({ body: { id: 1 }, repeated: "upstream_error" });
    expect(reply).not.toHaveProperty("already");
  });
  test.for<[number, object, string]>([
    [404, {}, "404"],
    [400, { code: "gone" }, "gone"],
  ])("has succeeded if the repetition is refused with %s %j", async ([status, body, already]) => {
    const { reply } = await read(operation, inTurn([502, {}], [status, body]));
    expect(reply).toMatchObject({ body: {}, repeated: "upstream_error", already });
  });
  test("is refused with the same code if the first request got a response", async () => {
    const { reply, requests } = await read(operation, inTurn([404, {}]));
    expect(reply).toMatchObject({ code: "not_found", outcome: "not_started" });
    expect(requests.length).toBe(1);
  });
  test("is not sent again if the argument `single` has several values", async () => {
    const one: Partial<Operation> = { method: "POST", repeatable: { ...repeatable, single: "users" } };
    const both = await read(one, inTurn([502, {}], [200, {}]), { users: ["a", "b"] });
    expect([both.reply, both.requests.length]).toMatchObject([{ outcome: "unknown" }, 1]);
    const same = await read(one, inTurn([502, {}], [200, {}]), { users: ["a", "a"] });
    expect(same.reply).toMatchObject({ repeated: "upstream_error" });
  });
});

describe("polling", () => {
  const location = { at: { header: "location" }, everySeconds: 3 } as const;
  const states = (list: [number, object, Record<string, string>?][]): Handler => {
    let count = 0;
    return (_request, response) => {
      const [status, body, headers] = list[Math.min(count++, list.length - 1)]!;
      json(response, status, body, headers);
    };
  };
  test("asks for the state until the work has ended", async () => {
    const { reply, requests, clock } = await read(
      { method: "POST", path: "/jobs", polling: location },
      states([
        [202, {}, { location: "/jobs/1" }],
        [202, {}, { "retry-after": "5" }],
        [200, { rows: 2 }],
      ]),
    );
    expect(reply).toMatchObject({ body: { rows: 2 } });
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /jobs", "GET /jobs/1", "GET /jobs/1"]); // prettier-ignore
    expect(clock.slept).toEqual([3000, 5000]);
  });
  const byState = {
    at: { path: "url" },
    state: { path: "state", done: ["DONE"], failed: ["FAILED"] },
  } as const;
  test("reads the state from a field", async () => {
    const job = (state: string) => ({ url: "/j/1", state });
    const { reply } = await read({ method: "POST", polling: byState }, states([[200, job("NEW")], [200, job("RUN")], [200, job("DONE")]])); // prettier-ignore
    expect(reply).toMatchObject({ body: { state: "DONE" } });
    const { reply: failed } = await read({ method: "POST", polling: byState }, states([[200, job("NEW")], [200, job("FAILED")]])); // prettier-ignore
    expect(failed).toMatchObject({
      code: "upstream_rejected",
      message: 'Acme main has failed (state "FAILED").',
      outcome: "unknown",
    });
    const { reply: failedRead } = await read({ polling: byState }, states([[200, job("FAILED")]]));
    expect(failedRead).toMatchObject({ code: "upstream_rejected", outcome: "not_started" });
  });
  test("ends with a warning when the call can wait no longer", async () => {
    const { reply, clock } = await read({ method: "POST", polling: { ...location, everySeconds: 8 } }, states([[202, { id: 1 }, { location: "/j" }]])); // prettier-ignore
    expect(reply).toMatchObject({ warnings: ["Acme main: the platform accepted it and still works on it."] });
    expect(clock.slept).toEqual([8000, 8000, 8000]);
  });
  test("does not send credentials to another address", async () => {
    const { reply, requests } = await read({ method: "POST", polling: location }, states([[202, {}, { location: "https://evil.example/" }]])); // prettier-ignore
    expect(reply).toMatchObject({ code: "upstream_invalid_response", outcome: "unknown" });
    expect(requests.length).toBe(1);
  });
});

test("a file is a stream, and a refused file is an error", async () => {
  const file: Partial<Operation> = { response: { kind: "file" } };
  const { reply } = await read(file, answering(200, "bytes", { "content-type": "text/csv" }));
  const { body } = reply as { body: ReadableStream<Uint8Array> };
  expect(await new Response(body).text()).toBe("bytes");
  const { reply: refused } = await read(file, answering(404, '{"message":"no file"}'));
  expect(refused).toMatchObject({
    code: "not_found",
    message: "Acme main was refused (HTTP 404): “no file”.",
  });
});

// Examples of RFC 8288 §3.5 and of GitHub's documentation of pagination.
test.for<[header: string, next: string | undefined]>([
  ['<http://example.com/TheBook/chapter2?p=2>; rel="previous"; title="previous chapter"', undefined],
  ['</?page=1>; rel="prev", </?page=3>; rel="next"', "page=3"],
  ["</?page=3>; rel=next", "page=3"],
  ['</?page=3>;rel="start NEXT http://example.net/relation/other"', "page=3"],
  ['</?a=1>; title="x, <y>; rel=next"; rel="last", </?a=2>; rel="next"', "a=2"],
  ['</?page=3>; rel="first"; rel="next"', undefined],
  ['</?page=3&api_key=secret>; rel="next"', "page=3"],
  ["", undefined],
  ["</>; rel=next", undefined],
])("the link header %s leads to %s", async ([link, next]) => {
  const operation: Partial<Operation> = { paging: { kind: "link", default: 2, max: 5 } };
  const schemes = { key: { kind: "query", name: "api_key", value: "{key}" } } as const;
  const { send, requests } = await openWire(
    { auth: { key: { key: { description: "key" } } }, schemes, operations: { main: operation } },
    { key: "secret" },
    (_request, response) => json(response, 200, [], { link }),
  );
  expect((await send()).nextQuery).toBe(next);
  // The params of the call replace those of the cursor, and the key is sent once.
  await send({ page: 9 }, { nextQuery: "page=3&color=a&color=b" });
  expect(requests[1]!.path).toBe("/?page=9&color=a&color=b&api_key=secret");
});
