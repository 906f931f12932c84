import { readCallOptions } from "../../../src/core/call/call-options.ts";
import { readCodeOptions, readEndpoint } from "../../../src/core/open/code-options.ts";
import { describe, expect, test } from "vitest";

const refused = (path: string) => expect.objectContaining({ code: "config_error", path });

const throws = { get fetch() { throw new Error("canary"); } }; // prettier-ignore

describe("code options", () => {
  test.for<[unknown, string]>([
    [null, "code options"],
    ["x", "code options"],
    [[], "code options"],
    [throws, "code options"],
    [{ polcy: {} }, "polcy"],
    [{ ["x".repeat(1e6)]: 1 }, `${"x".repeat(60)}…`],
    [{ fetch: "https://evil.example" }, "fetch"],
    [{ onCall: 5 }, "onCall"],
    [{ policy: [] }, "policy"],
    [{ policy: "read" }, "policy"],
    [{ clock: {} }, "clock"],
    [{ clock: { now: 1, sleep: 2 } }, "clock"],
    ...[-1, NaN, Infinity, 2 ** 31, "30", 1n, 1.5, null].map((value): [unknown, string] => [{ timeoutMs: value }, "timeoutMs"]), // prettier-ignore
  ])("%#", ([code, path]) => expect(() => readCodeOptions(code)).toThrow(refused(path)));
  test("undefined is as good as absent", () => {
    expect(readCodeOptions({ fetch: undefined, timeoutMs: 5 })).toEqual({ timeoutMs: 5 });
    expect(readCodeOptions(undefined)).toEqual({});
  });
});

describe("options of a call", () => {
  const { signal } = new AbortController();
  test("are taken as they are", () => {
    const options = { signal, context: { user: 1 }, idempotencyKey: "k-1", callId: "c" };
    expect(readCallOptions(options)).toEqual(options);
  });
  test.for<[unknown, string]>([
    [null, "options"],
    [5, "options"],
    [signal, "options"],
    [{ signal: {} }, "options.signal"],
    [{ signal: "now" }, "options.signal"],
    [{ signal: null }, "options.signal"],
    [{ idempotency_key: "k" }, "options.idempotency_key"],
    [{ idempotencyKey: "" }, "options.idempotencyKey"],
    [{ idempotencyKey: "with space" }, "options.idempotencyKey"],
    [{ idempotencyKey: "k".repeat(256) }, "options.idempotencyKey"],
    [{ callId: 1 }, "options.callId"],
  ])("%#", ([options, path]) => {
    expect(() => readCallOptions(options)).toThrow(refused(path));
  });
});

describe("an endpoint", () => {
  test.for([
    ["https://api.acme.example", "https://api.acme.example"],
    ["https://api.acme.example/base///", "https://api.acme.example/base"],
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080"],
    ["http://localhost:1/api", "http://localhost:1/api"],
    ["http://[::1]:1", "http://[::1]:1"],
  ])("%s is taken", ([endpoint, expected]) => expect(readEndpoint(endpoint)).toBe(expected));
  test.for<unknown>([
    "http://api.acme.example",
    "http://127.0.0.1.evil.example",
    "http://localhost.evil.example",
    "http://0.0.0.0",
    "http://169.254.169.254/latest",
    "ftp://127.0.0.1",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/plain,x",
    "ws://127.0.0.1",
    "https://user:pass@acme.example",
    "https://acme.example?",
    "https://acme.example?x=1",
    "https://acme.example#",
    "//acme.example",
    "acme.example",
    "",
    " ",
    `https://acme.example${"/".repeat(1e6)}x`,
    5,
    null,
    {},
    ["https://acme.example"],
    new URL("https://acme.example"),
    Symbol("https"),
  ])("%# is refused", (endpoint) => expect(() => readEndpoint(endpoint)).toThrow(refused("endpoint")));
});
