import { slackSandbox, virtualClock } from "agent-connectors/sandbox";
import { expect, test } from "vitest";

test("sleeping moves the time forward instead of waiting", async () => {
  const clock = virtualClock(1_000);
  await clock.sleep(3_600_000);
  expect(clock.now()).toBe(3_601_000);
});

test("concurrent sleepers wake in the order of their time, each with its own", async () => {
  const clock = virtualClock(0);
  const woken: [string, number][] = [];
  const sleeper = async (name: string, ...naps: number[]): Promise<void> => {
    for (const nap of naps) {
      await clock.sleep(nap);
      woken.push([name, clock.now()]);
    }
  };
  await Promise.all([sleeper("slow", 300), sleeper("twice", 100, 100), sleeper("fast", 50)]);
  expect(woken).toEqual([
    ["fast", 50],
    ["twice", 100],
    ["twice", 200],
    ["slow", 300],
  ]);
});

test("an abort ends a sleep and leaves the time alone", async () => {
  const clock = virtualClock(0);
  const abort = new AbortController();
  const sleep = clock.sleep(1_000, abort.signal);
  abort.abort(new Error("enough"));
  await expect(sleep).rejects.toThrow("enough");
  await expect(clock.sleep(1_000, abort.signal)).rejects.toThrow("enough");
  await clock.sleep(10);
  expect(clock.now()).toBe(10);
});

test("advance wakes the sleepers whose time has come", async () => {
  const clock = virtualClock(0);
  const at: number[] = [];
  const sleeps = [20, 10].map((ms) => clock.sleep(ms).then(() => at.push(ms)));
  clock.advance(15);
  expect(clock.now()).toBe(15);
  await sleeps[1];
  expect(at).toEqual([10]);
  await Promise.all(sleeps);
  expect(at).toEqual([10, 20]);
  expect(clock.now()).toBe(20);
});

test("an injected call gets its response before any sleeper wakes, so a time-out by this clock does not win", async () => {
  const { fetch, clock } = slackSandbox();
  const answer = fetch("https://slack.com/api/api.test", {
    method: "POST",
    body: new URLSearchParams({ a: "1" }),
  });
  const first = Promise.race([
    clock.sleep(1).then(() => "time-out"),
    answer.then((response) => response.json()),
  ]);
  expect(await first).toMatchObject({ ok: true });
});
