import { describe, expect, test } from "vitest";
import { firstOutcome } from "../../../src/core/approval/first-outcome.ts";
import type { StartedWrite } from "../../../src/core/contract/approval.ts";
import type { ToolResult } from "../../../src/core/contract/tool.ts";

const start = 1_000_000;

/** Returns a clock that a sleep moves forward. `steps`: how far the clock is set forward or back after each sleep. */
function clockAt(now: number, steps: readonly number[] = []) {
  const pauses: number[] = [];
  return {
    pauses,
    slept: () => pauses.reduce((sum, ms) => sum + ms, 0),
    now: () => now,
    sleep: async (ms: number) => {
      now += ms + (steps[pauses.length] ?? 0);
      pauses.push(ms);
    },
  };
}

const nothing = async () => ({ at: start });

test("the pauses grow to a second, and the wait ends one minute after the start of the write", async () => {
  const clock = clockAt(start + 30_000);
  expect(await firstOutcome({ at: start }, nothing, undefined, clock)).toBe(undefined);
  expect(clock.pauses.slice(0, 9)).toEqual([10, 20, 40, 80, 160, 320, 640, 1000, 1000]);
  expect(clock.slept()).toBeGreaterThanOrEqual(30_000);
  expect(clock.slept()).toBeLessThan(31_000);
});

test.each([
  ["the clock of the computer that has started the write is an hour ahead", -3_600_000, []],
  ["the clock is set back by an hour", 0, [0, 0, -3_600_000]],
])("if %s, the wait ends after a minute too", async (_, difference, steps) => {
  const clock = clockAt(start + difference, steps);
  expect(await firstOutcome({ at: start }, nothing, undefined, clock)).toBe(undefined);
  expect(clock.slept()).toBeGreaterThanOrEqual(60_000);
  expect(clock.slept()).toBeLessThan(62_000);
});

describe("the store", () => {
  test("may fail for a while", async () => {
    const outcome: ToolResult = { ok: true, text: "{}", data: {}, meta: {} };
    let reads = 0;
    const read = async (): Promise<StartedWrite> => {
      if (++reads < 4) throw new Error("The database restarts.");
      return { at: start, outcome };
    };
    expect(await firstOutcome({ at: start }, read, undefined, clockAt(start))).toBe(outcome);
  });

  test("may never answer: an abort ends the wait", async () => {
    const controller = new AbortController();
    const left = new Error("The person left.");
    const read = () => {
      controller.abort(left);
      return new Promise<never>(() => {});
    };
    await expect(firstOutcome({ at: start }, read, controller.signal, clockAt(start))).rejects.toBe(left);
  });
});
