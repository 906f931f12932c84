import { describe, expect, test } from "vitest";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { createRateLimiter } from "../../../src/core/wire/rate-limiter.ts";
import { virtualClock } from "../../../sandbox/virtual-clock.ts";

const rate = { perMinute: 60, burst: 3 };
const open = (totalWaitMs = 30_000) => {
  const clock = virtualClock(1_000_000);
  return { clock, limiter: createRateLimiter({ clock, totalWaitMs }) };
};

describe("the rate limiter", () => {
  test("allows a burst at once, and then one call per interval, in order", async () => {
    const { clock, limiter } = open();
    const went: [number, number][] = [];
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        limiter.turn("m", rate, undefined).then(() => went.push([index, clock.now() - 1_000_000])),
      ),
    );
    expect(went).toEqual(
      Array.from({ length: 10 }, (_, index) => [index, Math.max(0, index - 2) * 1000] as const),
    );
  });

  test("subtracts earlier waits from the waiting time of a call", async () => {
    const { clock, limiter } = open();
    const waits = { left: 1500 };
    for (let index = 0; index < 4; index++) await limiter.turn("m", rate, undefined, waits);
    expect(waits.left).toBe(500);
    const before = clock.now();
    await expect(limiter.turn("m", rate, undefined, waits)).rejects.toMatchObject({ code: "rate_limited" });
    expect(clock.now()).toBe(before);
    await limiter.turn("m", rate, undefined);
  });

  test("a slower rate refuses at once a waiting call that cannot wait so long, and charges the others", async () => {
    const { limiter } = open();
    const slower = { perMinute: 6, burst: 1 };
    await limiter.turn("m", { perMinute: 60, burst: 1 }, undefined);
    const budgets = [{ left: 30_000 }, { left: 2500 }];
    const [patient, hasty] = budgets.map((waits) =>
      limiter.turn("m", { perMinute: 60, burst: 1 }, undefined, waits),
    );
    const refused = expect(hasty).rejects.toMatchObject({ code: "rate_limited" });
    const last = limiter.turn("m", slower, undefined, { left: 0 });
    await expect(last).rejects.toMatchObject({ code: "rate_limited" });
    await refused;
    expect(budgets[1]!.left).toBe(2500);
    await patient;
  });

  test("does not block calls if the clock is set back by an hour", async () => {
    const { clock } = open();
    let back = 0;
    const limiter = createRateLimiter({
      clock: { ...clock, now: () => clock.now() - back },
      totalWaitMs: 30_000,
    });
    const started = clock.now();
    for (let index = 0; index < 3; index++) await limiter.turn("m", rate, undefined);
    back = 3_600_000;
    for (let index = 0; index < 3; index++) await limiter.turn("m", rate, undefined);
    expect(clock.now() - started).toBe(3000);
  });

  test("keeps lanes independent", async () => {
    const { clock, limiter } = open();
    await Promise.all(Array.from({ length: 6 }, () => limiter.turn("a", rate, undefined)));
    const before = clock.now();
    await limiter.turn("b", rate, undefined);
    expect(clock.now()).toBe(before);
  });

  test("allows a new burst after a pause", async () => {
    const { clock, limiter } = open();
    for (let index = 0; index < 3; index++) await limiter.turn("m", rate, undefined);
    clock.advance(60_000);
    const before = clock.now();
    for (let index = 0; index < 3; index++) await limiter.turn("m", rate, undefined);
    expect(clock.now()).toBe(before);
    await limiter.turn("m", rate, undefined);
    expect(clock.now()).toBe(before + 1000);
  });

  test("a turn beyond the total wait is refused at once, with the seconds to wait", async () => {
    const { clock, limiter } = open(2000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => limiter.turn("m", rate, undefined)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => "fulfilled"),
      ...Array.from({ length: 3 }, () => "rejected"),
    ]);
    expect((outcomes[5] as PromiseRejectedResult).reason).toMatchObject({
      code: "rate_limited",
      retryable: true,
      retry_after: 1,
      outcome: "not_started",
    });
    expect(ConnectorError.is((outcomes[7] as PromiseRejectedResult).reason)).toBe(true);
    expect(clock.now()).toBe(1_002_000);
  });

  test("earlier waits of the call count", async () => {
    const { clock, limiter } = open();
    for (let index = 0; index < 3; index++) await limiter.turn("m", rate, undefined);
    const waits = { left: 2500 };
    await limiter.turn("m", rate, undefined, waits);
    await limiter.turn("m", rate, undefined, waits);
    expect([clock.now(), waits.left]).toEqual([1_002_000, 500]);
    await expect(limiter.turn("m", rate, undefined, waits)).rejects.toMatchObject({
      code: "rate_limited",
      retry_after: 1,
    });
    // Another call has a separate waiting time, so it is not delayed.
    await limiter.turn("m", rate, undefined);
    expect(clock.now()).toBe(1_003_000);
  });

  test("removes an aborted call from the queue, and the others move up", async () => {
    const { clock, limiter } = open();
    for (let index = 0; index < 3; index++) await limiter.turn("m", rate, undefined);
    const caller = new AbortController();
    const gone = limiter.turn("m", rate, caller.signal);
    const next = limiter.turn("m", rate, undefined);
    caller.abort(new Error("left"));
    await expect(gone).rejects.toThrow("left");
    await next;
    expect(clock.now()).toBe(1_001_000);
    await expect(limiter.turn("m", rate, caller.signal)).rejects.toThrow("left");
  });

  test("does not sleep when the last call has been aborted", async () => {
    let sleeping = 0;
    const clock = {
      now: () => 0,
      sleep: (_ms: number, signal?: AbortSignal) =>
        new Promise<void>((_, reject) => {
          sleeping++;
          signal?.addEventListener("abort", () => {
            sleeping--;
            reject(signal.reason as Error);
          });
        }),
    };
    const limiter = createRateLimiter({ clock, totalWaitMs: 30_000 });
    for (let index = 0; index < 3; index++) await limiter.turn("m", rate, undefined);
    const caller = new AbortController();
    const waiting = [limiter.turn("m", rate, caller.signal), limiter.turn("m", rate, caller.signal)];
    expect(sleeping).toBe(1);
    caller.abort(new Error("left"));
    await Promise.allSettled(waiting);
    expect(sleeping).toBe(0);
  });

  test("applies a pause to all calls", async () => {
    const { clock, limiter } = open();
    limiter.pause("m", 10);
    await limiter.turn("m", rate, undefined);
    expect(clock.now()).toBe(1_010_000);
  });

  test("a pause counts for calls that already wait: a call that can no longer wait is refused at once", async () => {
    const { clock, limiter } = open();
    for (let index = 0; index < 3; index++) await limiter.turn("m", rate, undefined);
    const waits = { left: 30_000 };
    const impatient = limiter.turn("m", rate, undefined, waits);
    const patient = limiter.turn("m", rate, undefined, { left: 1_000_000 });
    limiter.pause("m", 600);
    await expect(impatient).rejects.toMatchObject({
      code: "rate_limited",
      outcome: "not_started",
      retry_after: 570,
    });
    expect([clock.now(), waits.left]).toEqual([1_000_000, 30_000]);
    await patient;
    expect(clock.now()).toBe(1_600_000);
  });

  test("a pause is subtracted from the waiting time of a call that can wait for it", async () => {
    const { clock, limiter } = open();
    for (let index = 0; index < 3; index++) await limiter.turn("m", rate, undefined);
    const waits = { left: 30_000 };
    const turn = limiter.turn("m", rate, undefined, waits);
    limiter.pause("m", 20);
    await turn;
    expect([clock.now(), waits.left]).toEqual([1_020_000, 10_000]);
  });

  test("a slower rate counts for calls that already wait too", async () => {
    const { clock, limiter } = open();
    const slow = { perMinute: 1, burst: 1 };
    for (let index = 0; index < 3; index++) await limiter.turn("m", rate, undefined);
    const waiting = Array.from({ length: 5 }, () => limiter.turn("m", rate, undefined));
    limiter.pause("m", 20, slow);
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", ...Array(4).fill("rejected")]);
    expect(clock.now()).toBe(1_020_000);
  });

  test("a second, shorter pause refuses and delays nobody", async () => {
    const { clock, limiter } = open();
    limiter.pause("m", 20);
    const waits = { left: 30_000 };
    const turn = limiter.turn("m", rate, undefined, waits);
    limiter.pause("m", 5);
    await turn;
    expect([clock.now(), waits.left]).toEqual([1_020_000, 10_000]);
  });

  test.each([
    ["calls that wait", 1, "1 other call waits already"],
    ["a pause", 0, "The platform asked for a pause"],
  ])("an error because of %s gives this reason", async (_why, others, reason) => {
    const { limiter } = open(30_000);
    const slow = { perMinute: 1, burst: 1 };
    if (others === 0) limiter.pause("m", 60);
    else await limiter.turn("m", slow, undefined);
    const waiting = Array.from({ length: others }, () =>
      limiter.turn("m", slow, undefined, { left: 90_000 }),
    );
    await expect(limiter.turn("m", slow, undefined)).rejects.toMatchObject({
      hint: expect.stringContaining(reason),
    });
    await Promise.all(waiting);
  });

  test("an error because of the rate itself names the rate, and no call that waits", async () => {
    const { limiter } = open(30_000);
    await limiter.turn("m", { perMinute: 1, burst: 1 }, undefined);
    const error = await limiter.turn("m", { perMinute: 1, burst: 1 }, undefined).catch((one: unknown) => one);
    expect(error).toMatchObject({
      message: expect.stringContaining("needs a wait of 60 s, but this call can wait only 30 s"),
      hint: "The limit is 1 request a minute. Call again after 30 s, or with a longer totalWaitMs.",
      retry_after: 30,
    });
  });
});
