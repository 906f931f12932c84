import { afterEach, beforeEach, expect, test } from "vitest";
import * as fc from "fast-check";
import { createRateLimits } from "../../src/limits/rate-limits.ts";
import type { Store } from "../../src/store/store.ts";
import { errorOf } from "../support/errors.ts";
import { connectTo, onBothStores } from "../support/stores.ts";
import { rates } from "./rates.ts";

/** A time that is twenty seconds after the start of a minute. */
const start = 1_900_000_040_000;

onBothStores((newLocation) => {
  let now: number;
  let stores: Store[];
  let limited: string[];
  beforeEach(async () => {
    now = start;
    limited = [];
    const location = await newLocation();
    stores = [connectTo(location), connectTo(location)];
    await stores[0]!.migrate();
  });
  afterEach(() => Promise.all(stores.map((store) => store.close())));

  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const small = rates(1, { workspace: 3, application: 3, client: 2 });
  /** A new process, which keeps nothing of an earlier one. */
  const startProcess = (perMinute = small, store = stores[0]!) =>
    createRateLimits(store, clock, { perMinute }, (by) => limited.push(by));
  const limitOf = (workspace: number) => ({ ...small, workspace });
  /** Returns how many of these requests the limit lets pass. They are all sent at once. */
  const passed = async ({ count }: ReturnType<typeof startProcess>, requests: number, name = "w1") => {
    const ended = await Promise.allSettled(Array.from({ length: requests }, () => count("workspace", name)));
    const errors = ended.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    for (const error of errors) expect(error).toMatchObject({ code: "rate_limited" });
    return requests - errors.length;
  };

  test("each name of each kind has a limit for one minute", async () => {
    const { count } = startProcess();
    for (let request = 0; request < 3; request++) await count("workspace", "w1");
    now += 39_999;
    expect(await errorOf(() => count("workspace", "w1"))).toMatchObject({
      code: "rate_limited",
      message: "More than 3 requests in a minute (workspace).",
      hint: "Nothing was done. Call again after 1 s.",
      retry_after: 1,
    });
    await count("workspace", "w2");
    await count("client", "w1");
    await count("client", "w1");
    expect(await errorOf(() => count("client", "w1"))).toMatchObject({
      message: expect.stringContaining("(client)"),
    });
    expect(limited).toEqual(["workspace", "client"]);
    now += 1;
    for (let request = 0; request < 3; request++) await count("workspace", "w1");
  });

  test("the error says when the next minute begins", async () => {
    const { count } = startProcess();
    await count("refused", "a");
    const wait = async () => (await errorOf(() => count("refused", "a"))).retry_after;
    expect(await wait()).toBe(40);
    now += 500;
    expect(await wait()).toBe(40);
    now += 39_499;
    expect(await wait()).toBe(1);
  });

  test("one process lets exactly the limit pass, and few of the requests need a statement", async () => {
    const [store] = stores as [Store];
    let statements = 0;
    const counting: Store = { ...store, unsynced: (run) => (statements++, store.unsynced(run)) };
    const process = startProcess(limitOf(600), counting);
    let total = 0;
    for (let burst = 0; burst < 70; burst++) total += await passed(process, 10);
    expect(total).toBe(600);
    expect(statements).toBeLessThan(60);
    const before = statements;
    expect(await passed(process, 10)).toBe(0);
    expect(statements).toBe(before);
  });

  test("processes that are killed and started again never let more pass than the limit, and few less", async () => {
    const burst = fc.record({
      process: fc.nat(2),
      requests: fc.integer({ min: 1, max: 60 }),
      kill: fc.boolean(),
    });
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.array(burst, { minLength: 1, maxLength: 12 }),
        async (limit, bursts) => {
          const name = `w${tried++}`;
          const begin = (index: number) => startProcess(limitOf(limit), stores[index % 2]);
          const processes = [begin(0), begin(1), begin(2)];
          let total = 0;
          let lost = 0;
          for (const { process, requests, kill } of bursts) {
            // Two processes take from the same count at the same moment.
            const other = processes[(process + 1) % 3]!;
            const counts = await Promise.all([
              passed(processes[process]!, requests, name),
              passed(other, 3, name),
            ]);
            total += counts[0] + counts[1];
            if (!kill) continue;
            processes[process] = begin(process);
            lost++;
          }
          expect(total).toBeLessThanOrEqual(limit);
          // A killed process loses at most its portion, and each other process still has one.
          let rest = 0;
          for (const process of processes) rest += await passed(process, limit, name);
          expect(total + rest).toBeLessThanOrEqual(limit);
          expect(total + rest).toBeGreaterThanOrEqual(limit - lost * Math.max(1, Math.floor(limit / 8)));
        },
      ),
      { numRuns: 25 },
    );
  });

  test("the counts of a minute outlive a restart", async () => {
    expect(await passed(startProcess(), 2)).toBe(2);
    expect(await passed(startProcess(), 2)).toBe(1);
  });
});
