import { virtualClock } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { createOncePerKey, type OncePerKey } from "../../../../src/core/call/once/once-per-key.ts";
import type { PlannedCall } from "../../../../src/core/call/params/planned-call.ts";
import type { ActionDefinition } from "../../../../src/core/contract/action.ts";
import { ConnectorError } from "../../../../src/core/ground/errors.ts";

type Run = Parameters<OncePerKey>[1];

function open(definition: Partial<ActionDefinition> = {}) {
  const once = createOncePerKey(virtualClock(1_000_000));
  const attempts: unknown[] = [];
  const write = (
    run: Run = async () => ({ result: { data: attempts.length, meta: {} }, effects: ["write"] }),
    { key = "k", id = "n1", signal }: { key?: string; id?: string; signal?: AbortSignal } = {},
  ) => {
    const compiled = { entity: "notes", action: "set", definition, operation: {} };
    const planned = { compiled, params: { id } } as unknown as PlannedCall;
    return once({ planned, idempotencyKey: key, signal }, (unknownAttempt) => {
      attempts.push(unknownAttempt);
      return run(unknownAttempt);
    });
  };
  return { write, attempts };
}
const unknown = () => new ConnectorError("upstream_timeout", "Down.", { outcome: "unknown" });

describe("a write with a key", () => {
  test("runs once, and a repeated call gets the first result, marked as repeated", async () => {
    const { write, attempts } = open();
    const [first, second] = await Promise.all([write(), write()]);
    expect([first!.repeated, second!.repeated].toSorted()).toEqual([false, true]);
    expect(second!.result).toBe(first!.result);
    expect(second!.effects).toEqual(["write"]);
    await expect(write(undefined, { id: "n2" })).rejects.toMatchObject({ code: "idempotency_key_reused" });
    await write(undefined, { key: "other" });
    expect(attempts).toHaveLength(2);
  });
  test("runs again after an unknown outcome only if the action can find its earlier write", async () => {
    const { write, attempts } = open({ settles: true });
    await expect(write(() => Promise.reject(unknown()))).rejects.toMatchObject({ outcome: "unknown" });
    expect((await write()).result.data).toBe(2);
    expect(attempts).toEqual([
      undefined,
      { since: 1_000_000, until: 1_000_000, error: expect.objectContaining({ code: "upstream_timeout" }) },
    ]);
    const other = open();
    for (let nth = 0; nth < 2; nth++)
      await expect(other.write(() => Promise.reject(unknown()))).rejects.toMatchObject({
        outcome: "unknown",
      });
    expect(other.attempts).toHaveLength(1);
  });
  test("stays in doubt if a second run did nothing, and the third run still looks for the first", async () => {
    const { write, attempts } = open({ settles: true });
    await expect(write(() => Promise.reject(unknown()))).rejects.toMatchObject({ outcome: "unknown" });
    const aborted = new ConnectorError("aborted", "notes.set was aborted before anything was sent.");
    await expect(write(() => Promise.reject(aborted))).rejects.toMatchObject({
      code: "aborted",
      outcome: "unknown",
      retryable: false,
    });
    await write();
    expect(attempts.map((attempt) => (attempt as { since?: number } | undefined)?.since)).toEqual([
      undefined,
      1_000_000,
      1_000_000,
    ]);
  });
  test("runs again if the first run certainly did nothing", async () => {
    const { write, attempts } = open();
    const denied = new ConnectorError("cap_exceeded", "No.");
    await expect(write(() => Promise.reject(denied))).rejects.toBe(denied);
    expect((await write()).repeated).toBe(false);
    expect(attempts).toHaveLength(2);
  });
  test("gives its own error to the caller that runs it, if this caller aborts", async () => {
    const stop = new AbortController();
    const error = new ConnectorError("aborted", "The request was not sent.", { outcome: "not_started" });
    const { write, attempts } = open();
    const first = write(
      () => new Promise((_, reject) => stop.signal.addEventListener("abort", () => reject(error))),
      { signal: stop.signal },
    );
    await expect.poll(() => attempts.length).toBe(1);
    stop.abort();
    await expect(first).rejects.toBe(error);
  });
  test("reports no abort to a second caller if the action throws an error that is no ConnectorError", async () => {
    const { write } = open();
    const bug = new TypeError("A bug.");
    await expect(write(() => Promise.reject(bug))).rejects.toBe(bug);
    await expect(write()).rejects.toMatchObject({ code: "internal", outcome: "unknown" });
  });
  test("continues for the first caller if a second caller stops waiting", async () => {
    let release: (written: Awaited<ReturnType<Run>>) => void = () => {};
    const { write, attempts } = open();
    const first = write(() => new Promise((resolve) => (release = resolve)));
    await expect.poll(() => attempts.length).toBe(1);
    const stop = new AbortController();
    const second = write(undefined, { signal: stop.signal });
    await Promise.resolve();
    stop.abort();
    await expect(second).rejects.toMatchObject({
      code: "aborted",
      outcome: "unknown",
      message: expect.stringMatching(/^notes\.set was aborted/),
    });
    release({ result: { data: "done", meta: {} }, effects: ["write"] });
    expect((await first).result.data).toBe("done");
  });
});
