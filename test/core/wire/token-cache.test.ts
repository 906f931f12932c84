import { expect, test } from "vitest";
import { createTokenCache } from "../../../src/core/wire/token-cache.ts";
import { testClock } from "../../fixtures/clock.ts";

function bench(expires_in = 3600) {
  const clock = testClock();
  let asked = 0;
  const tokens = createTokenCache(
    async () => {
      asked++;
      await new Promise((resolve) => setTimeout(resolve, 1));
      return { access_token: `token-${asked}`, expires_in };
    },
    { clock, earlyMs: 300_000 },
  );
  return { clock, tokens, asked: () => asked };
}

test("a token is fetched once, however many wait for it, and again shortly before it ends", async () => {
  const { clock, tokens, asked } = bench();
  const all = await Promise.all(Array.from({ length: 200 }, () => tokens.get(undefined)));
  expect(new Set(all.map(({ value }) => value))).toEqual(new Set(["token-1"]));
  await clock.sleep(3_299_000);
  expect((await tokens.get(undefined)).value).toBe("token-1");
  await clock.sleep(2_000);
  expect((await tokens.get(undefined)).value).toBe("token-2");
  expect(asked()).toBe(2);
});

test("after a refusal, an old token is refreshed once for all callers, but a new token is not", async () => {
  const { clock, tokens, asked } = bench();
  const old = await tokens.get(undefined);
  expect(await tokens.getNewer(old, undefined)).toBeUndefined();
  await clock.sleep(61_000);
  const all = await Promise.all(Array.from({ length: 50 }, () => tokens.getNewer(old, undefined)));
  expect(new Set(all.map((token) => token?.value))).toEqual(new Set(["token-2"]));
  expect((await tokens.getNewer(old, undefined))?.value).toBe("token-2");
  expect(asked()).toBe(2);
});

test("an aborted caller gets the reason of the signal, and the others still get the token", async () => {
  const { tokens, asked } = bench();
  const stop = new AbortController();
  const left = tokens.get(stop.signal);
  const stayed = tokens.get(undefined);
  stop.abort(new Error("enough"));
  await expect(left).rejects.toThrow("enough");
  expect((await stayed).value).toBe("token-1");
  expect(asked()).toBe(1);
});

test("a refresh that fails fails every waiter, and the next call tries again", async () => {
  let asked = 0;
  const tokens = createTokenCache(
    async () => {
      asked++;
      if (asked === 1) throw new Error("no");
      return { access_token: "t", expires_in: 3600 };
    },
    { clock: testClock(), earlyMs: 0 },
  );
  const both = await Promise.allSettled([tokens.get(undefined), tokens.get(undefined)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await tokens.get(undefined)).value).toBe("t");
});

test("code around a refresh can return a token instead, and its failure fails the call", async () => {
  const clock = testClock();
  let shared: string | undefined = "of another process";
  const tokens = createTokenCache(async () => ({ access_token: "own", expires_in: 3600 }), {
    clock,
    earlyMs: 300_000,
    around: async (refresh) => {
      if (shared === "") throw new Error("no store");
      return shared === undefined ? refresh() : { access_token: shared, expires_in: 600 };
    },
  });
  expect((await tokens.get(undefined)).value).toBe("of another process");
  shared = undefined;
  await clock.sleep(301_000);
  expect((await tokens.get(undefined)).value).toBe("own");
  shared = "";
  await clock.sleep(3_600_000);
  await expect(tokens.get(undefined)).rejects.toThrow("no store");
});

test("a refused token is refreshed if another process fetched it long ago", async () => {
  const clock = testClock();
  let shared = true;
  const tokens = createTokenCache(async () => ({ access_token: "own", expires_in: 3600 }), {
    clock,
    earlyMs: 300_000,
    around: async (refresh) =>
      shared ? { access_token: "old", expires_in: 3000, obtained: clock.now() - 600_000 } : refresh(),
  });
  const old = await tokens.get(undefined);
  shared = false;
  expect((await tokens.getNewer(old, undefined))?.value).toBe("own");
});

test("an initial token is used until it is refused", async () => {
  const clock = testClock();
  let asked = 0;
  const initial = { value: "given", obtained: -Infinity, expires: Infinity };
  const tokens = createTokenCache(async () => ({ access_token: `token-${++asked}`, expires_in: 3600 }), {
    clock,
    earlyMs: 300_000,
    initial,
  });
  expect(await tokens.get(undefined)).toBe(initial);
  expect((await tokens.getNewer(initial, undefined))?.value).toBe("token-1");
  expect((await tokens.get(undefined)).value).toBe("token-1");
  expect(asked).toBe(1);
});
