import { getEventListeners } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { rejectOnAbort, withTimeout } from "../../../src/core/ground/abort.ts";

afterEach(() => void vi.useRealTimers());

const aborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("aborted")));

test("the function is aborted after its time limit, not before", async () => {
  vi.useFakeTimers();
  let ended = "";
  const run = withTimeout(1000, undefined, aborted).then((how) => (ended = how));
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).toBe("");
  await vi.advanceTimersByTimeAsync(1);
  expect(await run).toBe("aborted");
});

test("the function is aborted when the caller aborts, and no listener remains", async () => {
  vi.useFakeTimers();
  const caller = new AbortController();
  const run = withTimeout(1000, caller.signal, aborted);
  caller.abort();
  expect(await run).toBe("aborted");
  expect(await withTimeout(1000, caller.signal, async ({ aborted: before }) => before)).toBe(true);
  expect(getEventListeners(caller.signal, "abort")).toHaveLength(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("the result or the error of the function is passed on", async () => {
  expect(await withTimeout(1000, undefined, async () => 5)).toBe(5);
  await expect(withTimeout(1000, undefined, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
});

test("a failure after the abort is not an unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
  try {
    const reason = new Error("enough");
    const failed = Promise.reject(new Error("failed"));
    await expect(rejectOnAbort(failed, AbortSignal.abort(reason))).rejects.toBe(reason);
    await new Promise(setImmediate);
  } finally {
    process.off("unhandledRejection", note);
    for (const other of others) process.on("unhandledRejection", other);
  }
  expect(unhandled).toEqual([]);
});
