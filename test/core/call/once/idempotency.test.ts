import { createIdempotency } from "../../../../src/core/call/once/idempotency.ts";
import type { UnknownAttempt } from "../../../../src/core/contract/run-context.ts";
import type { Result } from "../../../../src/core/contract/result.ts";
import { ConnectorError, type Outcome } from "../../../../src/core/ground/errors.ts";
import { virtualClock } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";

const failed = (outcome: Outcome) =>
  new ConnectorError("upstream_error", `It failed: ${outcome}.`, { outcome });

/** Returns a function that runs a write with the idempotency key `k`. Each run ends with the next outcome of `ends`. */
function open(settles: boolean, ...ends: (Outcome | "ok")[]) {
  const clock = virtualClock(1_000_000);
  const once = createIdempotency<Result>(clock);
  const runs: (UnknownAttempt | undefined)[] = [];
  const write = (key = "k", fingerprint = "a") =>
    once({
      key,
      requestHash: fingerprint,
      settles,
      run: async (doubt) => {
        runs.push(doubt);
        clock.advance(1000);
        const end = ends[runs.length - 1] ?? "ok";
        if (end !== "ok") throw failed(end);
        return { data: runs.length, meta: {} };
      },
    });
  return { clock, write, runs };
}

describe("a repeated call gets the first outcome", () => {
  test("if the outcome was a success", async () => {
    const { write, runs } = open(false, "ok");
    expect(await Promise.all([write(), write(), write()])).toEqual(
      Array.from({ length: 3 }, () => ({ data: 1, meta: {} })),
    );
    expect(runs).toEqual([undefined]);
  });
  test.each<Outcome>(["unknown", "partial"])(
    "if the outcome was %s and the action cannot find its earlier write",
    async (outcome) => {
      const { write, runs } = open(false, outcome);
      for (let nth = 0; nth < 3; nth++) await expect(write()).rejects.toMatchObject({ outcome });
      expect(runs).toHaveLength(1);
    },
  );
  test("but not if the first call did not start, was a day ago or had another key", async () => {
    const { write, runs, clock } = open(false, "not_started");
    await expect(write()).rejects.toMatchObject({ outcome: "not_started" });
    expect((await write()).data).toBe(2);
    expect((await write("other")).data).toBe(3);
    clock.advance(24 * 3600_000);
    expect((await write()).data).toBe(4);
    expect(runs).toHaveLength(4);
  });
  test("for a day, to the millisecond", async () => {
    const { write, runs, clock } = open(false);
    await write();
    clock.advance(24 * 3600_000 - 1001);
    await write();
    expect(runs).toHaveLength(1);
    clock.advance(1);
    await write();
    expect(runs).toHaveLength(2);
  });
  test("for at most 1,000 keys; the oldest is dropped first", async () => {
    const { write, runs } = open(false);
    for (let nth = 0; nth < 1000; nth++) await write(`key ${nth}`);
    await write("key 0");
    expect(runs).toHaveLength(1000);
    await write("key 1000");
    await write("key 1");
    expect(runs).toHaveLength(1001);
    await write("key 0");
    expect(runs).toHaveLength(1002);
    await write("key 2");
    expect(runs).toHaveLength(1002);
    await write("key 1");
    expect(runs).toHaveLength(1003);
  });
  test("even if an older call with the key ends with not_started after more than a day", async () => {
    const clock = virtualClock(0);
    const once = createIdempotency<Result>(clock);
    const write = (run: () => Promise<Result>) => once({ key: "k", requestHash: "a", settles: false, run });
    let fail: (error: unknown) => void = () => {};
    const older = write(() => new Promise((_, reject) => (fail = reject)));
    clock.advance(24 * 3600_000);
    await write(async () => ({ data: "first", meta: {} }));
    fail(failed("not_started"));
    await expect(older).rejects.toMatchObject({ outcome: "not_started" });
    expect((await write(async () => ({ data: "second", meta: {} }))).data).toBe("first");
  });
  test("a different call with the same key is refused", async () => {
    const { write } = open(false);
    await write("k", "a");
    expect(() => write("k", "b")).toThrow(
      expect.objectContaining({
        code: "idempotency_key_reused",
        path: "options.idempotencyKey",
        message: expect.stringMatching(/another call/),
        hint: expect.stringMatching(/new key/),
      }),
    );
  });
});

describe("an action that can find its own earlier write", () => {
  test("runs again with the time of the first call while the outcome is unknown, but not after a success", async () => {
    const { write, runs, clock } = open(true, "unknown", "partial", "ok");
    await expect(write()).rejects.toMatchObject({ outcome: "unknown" });
    clock.advance(5000);
    await expect(write()).rejects.toMatchObject({ outcome: "partial" });
    expect((await write()).data).toBe(3);
    expect((await write()).data).toBe(3);
    const error = expect.objectContaining({ outcome: "unknown" }) as ConnectorError;
    expect(runs).toEqual([
      undefined,
      { since: 1_000_000, until: 1_001_000, error },
      { since: 1_000_000, until: 1_007_000, error },
    ]);
  });
  test("gets a ConnectorError of the first call, even if the first call threw something else", async () => {
    const once = createIdempotency<Result>(virtualClock(0));
    const attempts: (UnknownAttempt | undefined)[] = [];
    const write = () =>
      once({
        key: "k",
        requestHash: "a",
        settles: true,
        run: async (attempt) => {
          attempts.push(attempt);
          if (attempts.length === 1) throw new TypeError("A bug.");
          return { data: 1, meta: {} };
        },
      });
    await expect(write()).rejects.toThrow(TypeError);
    await write();
    expect(attempts[1]!.error).toBeInstanceOf(ConnectorError);
    expect(attempts[1]!.error).toMatchObject({ code: "internal", outcome: "unknown" });
  });
  test("runs once for all callers that repeat it at the same time", async () => {
    const { write, runs } = open(true, "unknown", "ok");
    await expect(write()).rejects.toThrow();
    expect(await Promise.all([write(), write()])).toMatchObject([{ data: 2 }, { data: 2 }]);
    expect(runs).toHaveLength(2);
  });
  test("stays in doubt after a second attempt with the outcome not_started, until an attempt succeeds", async () => {
    const { write, runs } = open(true, "unknown", "not_started", "ok");
    for (let nth = 0; nth < 2; nth++) await expect(write()).rejects.toMatchObject({ outcome: "unknown" });
    await write();
    await write();
    expect(runs.map((doubt) => doubt?.since)).toEqual([undefined, 1_000_000, 1_000_000]);
  });
});
