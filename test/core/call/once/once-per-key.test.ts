import { virtualClock } from "agent-connectors/sandbox";
import { describe, expect, test } from "vitest";
import { createOncePerKey, type OncePerKey } from "../../../../src/core/call/once/once-per-key.ts";
import type { PlannedCall } from "../../../../src/core/call/params/planned-call.ts";
import type { ActionDefinition } from "../../../../src/core/contract/action.ts";
import type { UnknownAttempt } from "../../../../src/core/contract/run-context.ts";
import type { StoreDriver } from "../../../../src/core/contract/store-driver.ts";
import { ConnectorError, type Outcome } from "../../../../src/core/ground/errors.ts";
import { memoryStore } from "../../../../src/core/store/memory-store.ts";

type Run = Parameters<OncePerKey>[1];
type Step = Outcome | "ok";

/** Opens processes that share a store. By default, each run ends with the next outcome of `ends`. */
function open(
  definition: Partial<ActionDefinition> = {},
  { ends = [], store: given }: { ends?: Step[]; store?: StoreDriver } = {},
) {
  const clock = virtualClock(1_000_000);
  // The store forgets the mark of a killed process at the same time as its clock says.
  const store = given ?? memoryStore(clock);
  const attempts: (UnknownAttempt | undefined)[] = [];
  const end: Run = async () => {
    clock.advance(1000);
    const step = ends[attempts.length - 1] ?? "ok";
    if (step !== "ok") throw new ConnectorError("upstream_timeout", `It failed: ${step}.`, { outcome: step });
    return { result: { data: attempts.length, meta: {} }, effects: ["write"] };
  };
  const startProcess = (ownStore: StoreDriver = { ...store }) => {
    const once = createOncePerKey(ownStore, async () => "notes/1", clock);
    return (
      run: Run = end,
      { key = "k", id = "n1", signal }: { key?: string; id?: string; signal?: AbortSignal } = {},
    ) => {
      const compiled = { entity: "notes", action: "set", definition, operation: {} };
      const planned = { compiled, params: { id } } as unknown as PlannedCall;
      return once({ planned, idempotencyKey: key, signal }, (unknownAttempt) => {
        attempts.push(unknownAttempt);
        return run(unknownAttempt);
      });
    };
  };
  return { write: startProcess(), startProcess, attempts, clock, store };
}
const unknown = () => new ConnectorError("upstream_timeout", "Down.", { outcome: "unknown" });

describe("a write with a key", () => {
  test("runs once, and a repeated call gets the first result, marked as repeated", async () => {
    const { write, attempts } = open();
    const [first, second] = await Promise.all([write(), write()]);
    expect([first!.repeated, second!.repeated].toSorted()).toEqual([false, true]);
    expect(second!.result).toEqual(first!.result);
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
      {
        since: 1_000_000,
        until: expect.any(Number),
        error: expect.objectContaining({ code: "upstream_timeout" }),
      },
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

const day = 24 * 3600_000;

describe("a key", () => {
  test.each<Outcome>(["unknown", "partial"])(
    "whose write ended with %s keeps this error, if the action cannot find its earlier write",
    async (outcome) => {
      const { write, attempts } = open({}, { ends: [outcome] });
      for (let nth = 0; nth < 3; nth++)
        await expect(write()).rejects.toMatchObject({ outcome, message: `It failed: ${outcome}.` });
      expect(attempts).toHaveLength(1);
    },
  );
  test("is kept for a day", async () => {
    const clock = virtualClock(1_000_000);
    const { write, attempts } = open({}, { store: memoryStore(clock) });
    await write();
    clock.advance(day - 1);
    await write();
    expect(attempts).toHaveLength(1);
    clock.advance(1);
    await write();
    expect(attempts).toHaveLength(2);
  });
  test("of an action that finds its write runs with the times of the first and the last attempt, until it succeeds", async () => {
    const { write, attempts, clock } = open({ settles: true }, { ends: ["unknown", "partial"] });
    await expect(write()).rejects.toMatchObject({ outcome: "unknown" });
    clock.advance(5000);
    await expect(write()).rejects.toMatchObject({ outcome: "partial" });
    for (let nth = 0; nth < 2; nth++) expect((await write()).result.data).toBe(3);
    const error = expect.objectContaining({ message: "It failed: unknown." }) as ConnectorError;
    expect(attempts).toEqual([
      undefined,
      { since: 1_000_000, until: 1_001_000, error },
      { since: 1_000_000, until: 1_007_000, error },
    ]);
  });
  test("of a fault of the action is in doubt, and the next attempt gets a ConnectorError", async () => {
    const { write, attempts } = open({ settles: true });
    await expect(write(() => Promise.reject(new TypeError("A bug.")))).rejects.toThrow(TypeError);
    await write();
    expect(attempts[1]!.error).toBeInstanceOf(ConnectorError);
    expect(attempts[1]!.error).toMatchObject({ code: "internal", outcome: "unknown" });
  });
  test("that many callers repeat at the same time after an unknown outcome runs once more", async () => {
    const { write, attempts } = open({ settles: true }, { ends: ["unknown"] });
    await expect(write()).rejects.toThrow();
    const both = await Promise.all([write(), write()]);
    expect(both.map(({ result }) => result.data)).toEqual([2, 2]);
    expect(attempts).toHaveLength(2);
  });
});

describe("processes with one store", () => {
  test("run a write once, and the others get its result", async () => {
    const { startProcess, attempts } = open();
    const all = await Promise.all(Array.from({ length: 4 }, () => startProcess()()));
    expect(all.map(({ result }) => result.data)).toEqual([1, 1, 1, 1]);
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect((await startProcess()()).repeated).toBe(true);
    await expect(startProcess()(undefined, { id: "n2" })).rejects.toMatchObject({
      code: "idempotency_key_reused",
      path: "options.idempotencyKey",
    });
    expect(attempts).toHaveLength(1);
  });
  test("wait for a write that runs, and run it if it did nothing", async () => {
    const { startProcess, attempts } = open();
    let fail: (error: unknown) => void = () => {};
    const first = startProcess()(() => new Promise((_, reject) => (fail = reject)));
    await expect.poll(() => attempts.length).toBe(1);
    const second = startProcess()();
    fail(new ConnectorError("cap_exceeded", "No."));
    await expect(first).rejects.toMatchObject({ code: "cap_exceeded" });
    expect((await second).repeated).toBe(false);
  });
  test("get no second run of a write whose process was killed, if the action cannot find it", async () => {
    const { startProcess, attempts, clock } = open();
    void startProcess()(() => new Promise(() => {}));
    await expect.poll(() => attempts.length).toBe(1);
    const error = { code: "idempotency_outcome_unknown", outcome: "unknown" };
    await expect(startProcess()()).rejects.toMatchObject(error);
    expect(clock.now()).toBeGreaterThanOrEqual(1_000_000 + 180_000);
    await expect(startProcess()()).rejects.toMatchObject(error);
    expect(attempts).toHaveLength(1);
  });
  test("look for a write whose process was killed, if the action can find it", async () => {
    const { startProcess, attempts } = open({ settles: true });
    void startProcess()(() => new Promise(() => {}));
    await expect.poll(() => attempts.length).toBe(1);
    expect((await startProcess()()).result.data).toBe(2);
    const error = expect.objectContaining({ code: "idempotency_outcome_unknown" }) as ConnectorError;
    expect(attempts[1]).toEqual({ since: 1_000_000, until: 1_180_000, error });
  });
  test("look for a write that two killed processes may have sent, until the later one can no longer send it", async () => {
    const { startProcess, attempts, clock } = open({ settles: true });
    void startProcess()(() => new Promise(() => {}));
    await expect.poll(() => attempts.length).toBe(1);
    void startProcess()(() => new Promise(() => {}));
    await expect.poll(() => attempts.length).toBe(2);
    const later = clock.now();
    expect(later).toBeGreaterThan(1_000_000);
    await startProcess()();
    expect(attempts[2]).toMatchObject({ since: 1_000_000, until: later + 180_000 });
  });
  test("stop to wait if their caller aborts, and other callers of the process still get the result", async () => {
    const { startProcess, attempts } = open();
    let release: (written: Awaited<ReturnType<Run>>) => void = () => {};
    const first = startProcess()(() => new Promise((resolve) => (release = resolve)));
    await expect.poll(() => attempts.length).toBe(1);
    const other = startProcess();
    const stop = new AbortController();
    const [aborted, waiting] = [other(undefined, { signal: stop.signal }), other()];
    stop.abort();
    await expect(aborted).rejects.toMatchObject({ code: "aborted", outcome: "unknown" });
    release({ result: { data: "done", meta: {} }, effects: ["write"] });
    expect((await first).result.data).toBe("done");
    expect((await waiting).result.data).toBe("done");
  });
  test("a write whose outcome could not be stored returns its result, and is never run again", async () => {
    const inner = memoryStore();
    let writes = 0;
    const lost = () => Promise.reject(new Error("connection lost"));
    const failing = { ...inner, write: (...given: Parameters<StoreDriver["write"]>) => (writes++ > 0 ? lost() : inner.write(...given)) }; // prettier-ignore
    const { startProcess, attempts } = open({}, { store: inner });
    expect((await startProcess(failing)()).result.data).toBe(1);
    await expect(startProcess()()).rejects.toMatchObject({ code: "idempotency_outcome_unknown" });
    expect(attempts).toHaveLength(1);
  }, 15_000);
});
