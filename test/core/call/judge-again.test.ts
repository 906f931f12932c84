import { expect, test } from "vitest";
import type { Judgement } from "../../../src/core/contract/judgement.ts";
import { judgeAgain } from "../../../src/core/call/judge-again.ts";

const judged = (from: number): Judgement => ({
  effects: ["spend"],
  raises: [{ path: "budget", cap: "max_daily", from, to: Infinity, key: crypto.randomUUID() }],
});

function start(found: Judgement) {
  let now = 0;
  let reads = 0;
  const check = judgeAgain(judged(10), { now: () => now }, async () => {
    reads += 1;
    return found;
  });
  const after = (ms: number) => {
    now += ms;
    return check();
  };
  return { after, reads: () => reads };
}

test("a write that has not waited is not judged again", async () => {
  const { after, reads } = start(judged(10));
  await after(0);
  await after(999);
  expect(reads()).toBe(0);
});

test("a write that has waited is judged again, and is sent if nothing has changed", async () => {
  const { after, reads } = start(judged(10));
  await after(1000);
  await after(999);
  expect(reads()).toBe(1);
  await after(1);
  expect(reads()).toBe(2);
});

test("a write that would now raise other amounts is not sent", async () => {
  for (const found of [
    judged(9),
    { ...judged(10), effects: ["write"] } as const,
    { effects: ["spend"] } as const,
  ])
    await expect(start(found).after(1000)).rejects.toMatchObject({
      code: "policy_denied",
      outcome: "not_started",
      hint: expect.stringContaining("Call again"),
    });
});
