import type { HttpOptions, HttpReply, HttpRequest } from "../../../src/core/contract/wire/http-types.ts";
import { systemClock } from "../../../src/core/ground/clock.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { repeatsWrite } from "../../../src/core/wire/repeatable-writes.ts";
import { createHttp } from "../../../src/core/wire/retries.ts";
import { testClock } from "../../fixtures/clock.ts";
import { type Handler, json, serve } from "../../fixtures/server.ts";
import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";

const secret = "Bearer tok-canary-1";

function client(options: Partial<HttpOptions> = {}) {
  const clock = testClock();
  const http = createHttp({
    clock,
    requestIdHeader: "x-id",
    timeoutMs: 5000,
    totalWaitMs: 30_000,
    ...options,
  });
  const call = (url: string, more: Partial<HttpRequest<string>> = {}) =>
    http({
      what: "Acme notes.list",
      method: "GET",
      url,
      headers: { authorization: secret },
      repeatable: true,
      read: ({ text }) => text,
      ...more,
    });
  const fails = async (url: string, more: Partial<HttpRequest<string>> = {}): Promise<ConnectorError> => {
    const error: unknown = await call(url, more).then(
      (text) => expect.unreachable(`answered ${text.slice(0, 100)}`),
      (thrown: unknown) => thrown,
    );
    if (!ConnectorError.is(error)) throw error;
    expect(JSON.stringify(error) + error.stack).not.toContain("canary");
    return error;
  };
  return { call, fails, clock };
}

const write = { method: "POST", body: "{}", repeatable: false } as const;

/** Returns a handler that runs each of the given handlers once, in order. After that, it responds with 200 "ok". */
const inTurn =
  (...handlers: Handler[]): Handler =>
  (request, response, count) =>
    (handlers[count - 1] ?? ((_, last) => last.end("ok")))(request, response, count);

const status =
  (code: number, headers = {}): Handler =>
  (_, response) =>
    void response.writeHead(code, headers).end("<html>nothing to read</html>");

const reset: Handler = (_, response) => void response.socket!.destroy();

const silence: Handler = () => {};

test("earlier waits reduce the waiting time of a call", async () => {
  const limited = status(429, { "retry-after": "3" });
  await using server = await serve(inTurn(limited, limited, limited));
  const { call, fails } = client();
  const waits = { left: 8000 };
  await fails(server.url, { waits });
  expect([waits.left, server.requests.length]).toEqual([2000, 3]);
  expect(await call(server.url, { waits })).toBe("ok");
});

test("method, address, headers and body arrive as they were given", async () => {
  await using server = await serve((_, response) => json(response, 200, { ok: true }));
  const { call } = client();
  const body = 'a=1&b=%F0%9F%98%80&c={"x":"é"}';
  const headers = { authorization: secret, "content-type": "application/x-www-form-urlencoded" };
  expect(await call(`${server.url}/api/x?q=a%20b`, { ...write, headers, body })).toBe('{"ok":true}');
  const [request] = server.requests;
  expect(request).toMatchObject({ method: "POST", path: "/api/x?q=a%20b", body, headers });
});

describe("rate limits", () => {
  test.for<[string, object, number]>([
    ["in seconds", { "retry-after": "7" }, 7000],
    ["as a date", { "retry-after": new Date(Date.UTC(2026, 0, 1, 0, 0, 12)).toUTCString() }, 12_000],
    ["as a date that is over", { "retry-after": new Date(0).toUTCString() }, 1000],
    ["as 0", { "retry-after": "0" }, 1000],
  ])("a write waits after a 429 with Retry-After %s", async ([, headers, ms]) => {
    await using server = await serve(inTurn(status(429, headers)));
    const { call, clock } = client();
    expect(await call(server.url, write)).toBe("ok");
    expect(clock.slept).toEqual([ms]);
  });
  test.for([{}, { "retry-after": "soon 5" }, { "retry-after": "-5" }])(
    "without a valid time (%j), a call waits longer each time, and then gives up",
    async (headers) => {
      await using server = await serve(status(429, headers));
      const { fails, clock } = client();
      expect(await fails(server.url)).toMatchObject({ code: "upstream_rate_limited", retryable: true });
      expect(server.requests.length).toBe(4);
      expect(clock.slept.every((ms, index) => ms >= 250 * 2 ** index && ms <= 500 * 2 ** index)).toBe(true);
    },
  );
  test("the sum of all waits stays within the limit, and then the error says how long to wait", async () => {
    await using server = await serve(status(429, { "retry-after": "12", "x-id": "r9" }));
    const { fails, clock } = client();
    const error = await fails(server.url);
    expect(clock.slept).toEqual([12_000, 12_000]);
    expect(error).toMatchObject({
      code: "upstream_rate_limited",
      retryable: true,
      retry_after: 12,
      outcome: "not_started",
      platform: { status: 429, request_id: "r9" },
    });
  });
  test("the error leaves out a request id that contains the token of the request", async () => {
    await using server = await serve(status(501, { "x-id": "trace-tok-canary-1" }));
    expect((await client().fails(server.url)).platform).toEqual({ status: 501 });
  });
  test("if Retry-After is two hours, the call fails at once, and the error has the full time", async () => {
    await using server = await serve(status(429, { "retry-after": "7200" }));
    const { fails, clock } = client();
    expect(await fails(server.url)).toMatchObject({ retry_after: 7200 });
    expect(clock.slept).toEqual([]);
  });
  test("a rate limit in the body of a response counts in the same way", async () => {
    await using server = await serve(inTurn((_, response) => void response.end("limited")));
    const { call, clock } = client();
    const read = ({ text }: { text: string }) => {
      if (text === "limited")
        throw new ConnectorError("upstream_rate_limited", "limited", { retry_after: 3 });
      return text;
    };
    expect(await call(server.url, { ...write, read })).toBe("ok");
    expect(clock.slept).toEqual([3000]);
  });
  test.for([NaN, -1, Infinity])("a retry_after of %s is not waited for", async (retry_after) => {
    await using server = await serve(inTurn());
    const { fails, clock } = client();
    const read = () => {
      throw new ConnectorError("upstream_rate_limited", "limited", { retry_after });
    };
    await fails(server.url, { read });
    expect([server.requests.length, clock.slept]).toEqual([1, []]);
  });
});

describe("faults of the platform", () => {
  const faults: [string, Handler, string][] = [
    ["500 with HTML", status(500), "upstream_error"],
    ["503 with Retry-After", status(503, { "retry-after": "2" }), "upstream_error"],
    ["reset after the request", reset, "upstream_unreachable"],
    [
      "a body cut short",
      (_, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("only this", () => response.socket!.destroy());
      },
      "upstream_unreachable",
    ],
  ];
  test.for(faults)("%s: a read is repeated", async ([, handler]) => {
    await using server = await serve(inTurn(handler, handler));
    const { call, clock } = client();
    expect(await call(server.url)).toBe("ok");
    expect(clock.slept.length).toBe(2);
  });
  test.for(faults)(
    "%s: after several attempts, a read fails with a retryable error",
    async ([, handler, code]) => {
      await using server = await serve(handler);
      const { fails } = client();
      expect(await fails(server.url)).toMatchObject({ code, outcome: "not_started", retryable: true });
      expect(server.requests.length).toBeGreaterThan(3);
    },
  );
  test.for(faults)("%s: a write is never sent again", async ([, handler, code]) => {
    await using server = await serve(handler);
    const { fails, clock } = client();
    const error = await fails(server.url, write);
    expect(error).toMatchObject({ code, outcome: "unknown", retryable: false });
    expect(error.hint).toMatch(/not known whether/);
    expect([server.requests.length, clock.slept]).toEqual([1, []]);
  });
  test("a 503 with Retry-After is repeated after this time", async () => {
    await using server = await serve(inTurn(status(503, { "retry-after": "2" })));
    const { call, clock } = client();
    await call(server.url);
    expect(clock.slept).toEqual([2000]);
  });
  test("if the connection is refused, nothing was sent, so a write is repeated too", async () => {
    const server = await serve(silence);
    await server[Symbol.asyncDispose]();
    const { fails, clock } = client();
    const error = await fails(server.url, write);
    expect(error).toMatchObject({ code: "upstream_unreachable", outcome: "not_started", retryable: true });
    expect(error.message).toContain("ECONNREFUSED");
    expect(clock.slept.length).toBe(3);
  });
  test.for([
    ["upstream_invalid_response", 1, 4],
    ["upstream_error", 1, 4],
    ["upstream_rate_limited", 4, 4],
    ["upstream_rejected", 1, 1],
  ] as const)("%s from the connector: a write is sent %d times, a read %d", async ([code, writes, reads]) => {
    await using server = await serve(inTurn());
    const { fails } = client();
    const read = () => {
      throw new ConnectorError(code, "as the body says");
    };
    await fails(server.url, { ...write, read });
    expect(server.requests.length).toBe(writes);
    await fails(server.url, { read });
    expect(server.requests.length - writes).toBe(reads);
  });
  test("if the outcome is unknown, a retryable error of the connector is not repeated", async () => {
    await using server = await serve(inTurn());
    const read = () => {
      throw new ConnectorError("upstream_error", "half done", { outcome: "unknown", retryable: true });
    };
    await client().fails(server.url, { ...write, read });
    expect(server.requests.length).toBe(1);
  });
  test("a request id that contains the token is not shown", async () => {
    await using limited = await serve(status(429, { "x-id": `for ${secret}`, "retry-after": "99" }));
    expect((await client().fails(limited.url)).platform).toEqual({ status: 429 });
  });
  test("other errors of `read` are passed on unchanged", async () => {
    await using server = await serve(inTurn());
    const fault = new TypeError("a fault of the connector");
    const read = () => {
      throw fault;
    };
    await expect(client().call(server.url, { read })).rejects.toBe(fault);
  });
});

describe("a repeatable write", () => {
  const repeatable = { ...write, retry: repeatsWrite };
  const cut: Handler = (_, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("only this", () => response.socket!.destroy());
  };
  const read = ({ text, repeated }: HttpReply) => `${text} after ${repeated}`;
  test.for<[string, Handler, string]>([
    ["500", status(500), "upstream_error"],
    ["503", status(503, { "retry-after": "2" }), "upstream_error"],
    ["a reset", reset, "upstream_unreachable"],
    ["a cut body", cut, "upstream_unreachable"],
  ])("is sent again after %s, and the reply says so", async ([, handler, code]) => {
    await using server = await serve(inTurn(handler, status(429, { "retry-after": "1" }), handler));
    expect(await client().call(server.url, { ...repeatable, read })).toBe(`ok after ${code}`);
    expect(server.requests.length).toBe(4);
  });
  test("is not marked as repeated after an error that proves that nothing was done", async () => {
    await using server = await serve(inTurn(status(429, { "retry-after": "1" })));
    expect(await client().call(server.url, { ...repeatable, read })).toBe("ok after undefined");
  });
  test("is sent again after a timeout, as long as the waiting time of the call lasts", async () => {
    await using server = await serve(silence);
    const waits = { left: 1100 };
    const { fails } = client({ timeoutMs: 60 });
    expect(await fails(server.url, { ...repeatable, waits })).toMatchObject({
      code: "upstream_timeout",
      outcome: "unknown",
    });
    // The first wait takes at most 500 ms, so a second request follows.
    expect(server.requests.length).toBeGreaterThan(1);
    expect(waits.left).toBeGreaterThanOrEqual(0);
    const short = { left: 40 };
    await fails(server.url, { ...repeatable, waits: short });
    expect(short.left).toBe(40);
  });
  test("counts every wait and the time limit of every further attempt, so that a call has an end", async () => {
    await using server = await serve(silence);
    const waits = { left: 100_000 };
    const { fails, clock } = client({ timeoutMs: 60 });
    await fails(server.url, { ...repeatable, waits });
    const slept = clock.slept.reduce((sum, ms) => sum + ms, 0);
    expect(server.requests.length).toBe(4);
    expect(100_000 - waits.left).toBeCloseTo(slept + 3 * 60);
  });
  test.for<[string, Handler]>([
    ["a refusal", status(501)],
    ["a long rate limit", status(429, { "retry-after": "7200" })],
  ])("has an unknown outcome if %s follows a lost response", async ([, handler]) => {
    await using server = await serve(inTurn(reset, handler));
    expect(await client().fails(server.url, repeatable)).toMatchObject({
      outcome: "unknown",
      retryable: false,
      hint: expect.stringContaining("not known whether"),
    });
    expect(server.requests.length).toBe(2);
  });
  test("has an unknown outcome if the caller aborts the wait after a lost response", async () => {
    await using server = await serve(reset);
    const abort = new AbortController();
    const clock = {
      now: () => 0,
      sleep: async (_ms: number, signal?: AbortSignal) => {
        abort.abort();
        signal!.throwIfAborted();
      },
    };
    const error = await client({ clock }).fails(server.url, { ...repeatable, signal: abort.signal });
    expect(error).toMatchObject({ code: "aborted", outcome: "unknown" });
  });
  test("is not sent again after a refused redirect or a response that is too large", async () => {
    await using server = await serve(inTurn(status(302, { location: "/" })));
    expect(await client().fails(server.url, repeatable)).toMatchObject({ outcome: "unknown" });
    expect(server.requests.length).toBe(1);
  });
});

test("a write that the server does not implement was not started", async () => {
  await using server = await serve(status(501));
  expect(await client().fails(server.url, write)).toMatchObject({
    code: "upstream_rejected",
    outcome: "not_started",
    retryable: false,
  });
});

describe("redirects", () => {
  test.for([301, 302, 303, 307, 308])("%d is not followed, and the credentials stay here", async (code) => {
    await using other = await serve(inTurn());
    await using server = await serve(status(code, { location: `${other.url}/steal` }));
    const { fails } = client();
    expect(await fails(server.url)).toMatchObject({ code: "upstream_redirect_refused", retryable: false });
    expect(await fails(server.url, write)).toMatchObject({ outcome: "unknown" });
    expect([server.requests.length, other.requests.length]).toEqual([2, 0]);
  });
});

describe("size", () => {
  const limit = 10 * 1024 * 1024;
  test("10 MiB are read", async () => {
    await using server = await serve((_, response) => void response.end(Buffer.alloc(limit, "x")));
    expect((await client().call(server.url)).length).toBe(limit);
  });
  test("a larger body is refused because of its Content-Length, before it is read", async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, { "content-length": String(limit + 1) }).write("x");
    });
    expect(await client().fails(server.url)).toMatchObject({ code: "upstream_response_too_large" });
  });
  test("a body of unknown length fails when it exceeds the limit", async () => {
    let stopped = false;
    await using server = await serve((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, "x");
      const more = () => void (response.destroyed ? (stopped = true) : response.write(chunk, more));
      response.on("close", () => (stopped = true));
      more();
    });
    const error = await client().fails(server.url, write);
    expect(error).toMatchObject({
      code: "upstream_response_too_large",
      outcome: "unknown",
      retryable: false,
    });
    await expect.poll(() => stopped).toBe(true);
  });
  test("characters of several bytes can be split between chunks", async () => {
    await using server = await serve((_, response) => {
      const bytes = Buffer.from("é😀");
      response.write(bytes.subarray(0, 1), () => setImmediate(() => response.end(bytes.subarray(1))));
    });
    expect(await client().call(server.url)).toBe("é😀");
  });
});

describe("time", () => {
  test.for<[string, Handler]>([
    ["silence", silence],
    ["headers, then silence", (_, response) => void response.writeHead(200).write("{")],
  ])("%s ends at the limit, and is not tried again", async ([, handler]) => {
    await using server = await serve(handler);
    // On a busy machine, the server needs some time to get a request.
    const { fails } = client({ timeoutMs: 300 });
    expect(await fails(server.url)).toMatchObject({ code: "upstream_timeout", outcome: "not_started" });
    expect(await fails(server.url, write)).toMatchObject({ code: "upstream_timeout", outcome: "unknown" });
    expect(server.requests.length).toBe(2);
  });
  test("a fetch that ignores its signal also ends at the limit", async () => {
    const { fails } = client({ timeoutMs: 10, fetch: () => new Promise(() => {}) });
    expect(await fails("https://acme.example")).toMatchObject({ code: "upstream_timeout" });
  });
  test("no timer and no listener remains", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    await using server = await serve(inTurn(status(404), status(500), reset, status(302, { location: "/" })));
    const { call } = client({ totalWaitMs: 0 });
    const { signal } = new AbortController();
    const before = timers();
    for (let index = 0; index < 6; index++) await call(server.url, { signal }).catch(() => {});
    // The number can be lower than before, because a timer of an earlier test can end in the meantime.
    expect(timers()).toBeLessThanOrEqual(before);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("abort", () => {
  test("before the request: nothing is sent", async () => {
    await using server = await serve(inTurn());
    const error = await client().fails(server.url, {
      ...write,
      signal: AbortSignal.abort(new Error(secret)),
    });
    expect(error).toMatchObject({ code: "aborted", outcome: "not_started", retryable: false });
    expect(server.requests.length).toBe(0);
  });
  test.for<[string, boolean, string]>([
    ["a read", true, "not_started"],
    ["a write", false, "unknown"],
  ])("during %s", async ([, repeatable, outcome]) => {
    const abort = new AbortController();
    await using server = await serve(() => abort.abort());
    const error = await client().fails(server.url, { repeatable, signal: abort.signal });
    expect(error).toMatchObject({ code: "aborted", outcome, retryable: false });
    expect(server.requests.length).toBe(1);
  });
  test("during a fetch that ignores its signal", async () => {
    const abort = new AbortController();
    const fetch = () => (setImmediate(() => abort.abort()), new Promise<Response>(() => {}));
    expect(await client({ fetch }).fails("https://acme.example", { signal: abort.signal })).toMatchObject({
      code: "aborted",
    });
  });
  test("during a wait: the call ends at once, and nothing more is sent", async () => {
    const abort = new AbortController();
    const sleep = (ms: number, signal?: AbortSignal) => {
      setImmediate(() => abort.abort());
      return systemClock.sleep(ms, signal);
    };
    await using server = await serve(status(429, { "retry-after": "20" }));
    const { fails } = client({ clock: { ...systemClock, sleep } });
    const error = await fails(server.url, { ...write, signal: abort.signal });
    expect(error).toMatchObject({ code: "aborted", outcome: "not_started" });
    expect(server.requests.length).toBe(1);
  });
  test("a clock that fails is not an abort", async () => {
    await using server = await serve(status(429, { "retry-after": "1" }));
    const fault = new Error("no clock");
    const clock = { ...systemClock, sleep: () => Promise.reject(fault) };
    await expect(client({ clock }).call(server.url)).rejects.toBe(fault);
  });
});

describe("an injected fetch that misbehaves", () => {
  const leak = (cause: unknown) => Object.assign(new Error(`failed with ${secret}`, { cause }), { headers: { authorization: secret } }); // prettier-ignore
  test.for<[string, () => Promise<Response>]>([
    ["throws the request's headers", () => Promise.reject(leak(leak(undefined)))],
    ["throws at once", () => { throw leak(undefined); }], // prettier-ignore
    ["throws text", () => Promise.reject(secret)], // oxlint-disable-line prefer-promise-reject-errors
    ["throws an error whose cause throws", () => Promise.reject(Object.defineProperty(new Error("x"), "cause", { get() { throw leak(1); } }))], // prettier-ignore
    ["throws a code that is no code", () => Promise.reject(Object.assign(new Error("x"), { code: secret }))],
    ["answers nothing", () => Promise.resolve(undefined as unknown as Response)],
    ["answers something else", () => Promise.resolve({} as Response)],
  ])("%s: the call gets a ConnectorError without the secret", async ([, fetch]) => {
    expect(await client({ fetch, totalWaitMs: 0 }).fails("https://acme.example")).toMatchObject({
      code: "upstream_unreachable",
    });
    expect(await client({ fetch }).fails("https://acme.example", write)).toMatchObject({
      outcome: "unknown",
    });
  });
  test.for(["DEPTH_ZERO_SELF_SIGNED_CERT", "ENOTFOUND", "CERT_HAS_EXPIRED"])(
    "%s deep in the causes: nothing was sent",
    async (code) => {
      const cause = new AggregateError([Object.assign(new Error("deep"), { code })]);
      const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
      expect(await client({ fetch }).fails("https://acme.example", write)).toMatchObject({
        outcome: "not_started",
        message: `Acme notes.list: the connection to acme.example failed (${code}).`,
      });
    },
  );
  test.for([
    ["read", "EHOSTUNREACH"],
    ["write", "ENETUNREACH"],
  ])(
    "a %s on an open connection (%s) does not show whether the request was received",
    async ([syscall, code]) => {
      const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
      const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
      expect(await client({ fetch }).fails("https://acme.example", write)).toMatchObject({
        outcome: "unknown",
        message: `Acme notes.list: the connection to acme.example failed (${code}).`,
      });
    },
  );
});
