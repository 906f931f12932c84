import { expect, test, vi } from "vitest";
import { beginEvent, emitEvent } from "../../../src/core/call/call-event.ts";
import { readCallOptions } from "../../../src/core/call/call-options.ts";

test("the event of a call contains no name of more than 60 characters", () => {
  expect(beginEvent("acme", "x".repeat(61), "y".repeat(60))).toEqual({
    connector: "acme",
    entity: `${"x".repeat(60)}…`,
    action: "y".repeat(60),
    effect: undefined,
    params: [],
    outcome: "ok",
    ms: 0,
    waitedMs: 0,
    dryRun: false,
    retries: 0,
    requestId: undefined,
    context: undefined,
    callId: undefined,
    sent: false,
  });
  expect(beginEvent("acme", "z".repeat(60), "y".repeat(61))).toMatchObject({
    entity: "z".repeat(60),
    action: `${"y".repeat(60)}…`,
  });
  expect(beginEvent("acme", 5, undefined)).toMatchObject({ entity: "", action: "" });
});

test("the event does not say whether something was sent", () => {
  const listener = vi.fn<(event: object) => void>();
  emitEvent(listener, { ...beginEvent("acme", "notes", "get"), sent: true });
  expect(listener).toHaveBeenCalledTimes(1);
  expect(listener.mock.calls[0]![0]).not.toHaveProperty("sent");
  expect(listener.mock.calls[0]![0]).toMatchObject({ connector: "acme", entity: "notes" });
  emitEvent(undefined, beginEvent("acme", "notes", "get"));
});

test("options of a call are checked, and the error has their path", () => {
  const { signal } = new AbortController();
  const options = { signal, context: { a: 1 }, idempotencyKey: "k", callId: "c" };
  expect(readCallOptions(options)).toEqual(options);
  expect(readCallOptions(undefined)).toEqual({});
  const refused = (path: string, message: RegExp) =>
    expect.objectContaining({ code: "config_error", path, message: expect.stringMatching(message) });
  expect(() => readCallOptions({ idempotencyKey: "" })).toThrow(refused("options.idempotencyKey", /255/));
  expect(() => readCallOptions({ callId: 5 })).toThrow(refused("options.callId", /a string/));
  expect(() => readCallOptions({ signal: {} })).toThrow(refused("options.signal", /AbortSignal/));
  expect(() => readCallOptions({ singal: signal })).toThrow(refused("options.singal", /in the options/));
  expect(() => readCallOptions("k")).toThrow(refused("options", /^options .*got a text/));
});
