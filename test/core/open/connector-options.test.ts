import { readCallOptions } from "../../../src/core/call/call-options.ts";
import { readConnectorOptions } from "../../../src/core/open/connector-options.ts";
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
    [{ policy: [{}, "read"] }, "policy"],
    [{ policy: "read" }, "policy"],
    [{ clock: {} }, "clock"],
    [{ clock: { now: 1, sleep: 2 } }, "clock"],
    ...[-1, NaN, Infinity, 2 ** 31, "30", 1n, 1.5, null].map((value): [unknown, string] => [{ timeoutMs: value }, "timeoutMs"]), // prettier-ignore
  ])("%#", ([code, path]) => expect(() => readConnectorOptions(code)).toThrow(refused(path)));
  test("undefined counts as absent", () => {
    expect(readConnectorOptions({ fetch: undefined, timeoutMs: 5 })).toEqual({ timeoutMs: 5 });
    expect(readConnectorOptions(undefined)).toEqual({});
  });
});

describe("options of a call", () => {
  const { signal } = new AbortController();
  test("are accepted unchanged", () => {
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
