import { afterEach, beforeEach, expect, test } from "vitest";
import { createRateLimits } from "../../src/limits/rate-limits.ts";
import type { Store } from "../../src/store/store.ts";
import { errorOf } from "../support/errors.ts";
import { memoryStore } from "../support/memory-store.ts";

/** A time that is twenty seconds after the start of a minute. */
const start = 1_900_000_040_000;
let now: number;
let store: Store;
let limited: string[];
beforeEach(async () => {
  now = start;
  limited = [];
  store = await memoryStore();
});
afterEach(() => store.close());

const clock = { now: () => now, sleep: () => Promise.resolve() };
const process = (kind: Store["kind"]) =>
  createRateLimits(
    { ...store, kind },
    clock,
    { perMinute: { workspace: 3, application: 3, client: 2, refused: 1, openid: 1 } },
    (by) => limited.push(by),
  );

test.each(["sqlite", "postgres"] as const)(
  "%s: each name of each kind has a limit for one minute",
  async (kind) => {
    const { count } = process(kind);
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
  },
);

test("the error says when the next minute begins", async () => {
  const { count } = process("sqlite");
  await count("refused", "a");
  const wait = async () => (await errorOf(() => count("refused", "a"))).retry_after;
  expect(await wait()).toBe(40);
  now += 500;
  expect(await wait()).toBe(40);
  now += 39_499;
  expect(await wait()).toBe(1);
});

test("on SQLite, each process has its own counts; on PostgreSQL, all replicas share the counts", async () => {
  const alone = [process("sqlite"), process("sqlite")];
  for (const { count } of alone) await count("refused", "a");
  const replicas = [process("postgres"), process("postgres")] as const;
  await replicas[0].count("refused", "a");
  expect(await errorOf(() => replicas[1].count("refused", "a"))).toMatchObject({ code: "rate_limited" });
});
