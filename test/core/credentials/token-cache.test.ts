import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredTokens, TokenStore } from "../../../src/core/contract/tokens.ts";
import { ConnectorError } from "../../../src/core/ground/errors.ts";
import { createTokenCache, type TokenCacheOptions } from "../../../src/core/credentials/token-cache.ts";
import { memoryTokenStore } from "../../../src/core/credentials/token-store.ts";
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

test("a token is fetched once for all callers, and again shortly before it expires", async () => {
  const { clock, tokens, asked } = bench();
  const all = await Promise.all(Array.from({ length: 200 }, () => tokens.get(undefined)));
  expect(new Set(all.map(({ access_token }) => access_token))).toEqual(new Set(["token-1"]));
  await clock.sleep(3_299_000);
  expect((await tokens.get(undefined)).access_token).toBe("token-1");
  await clock.sleep(2_000);
  expect((await tokens.get(undefined)).access_token).toBe("token-2");
  expect(asked()).toBe(2);
});

test("after a refusal, an old token is refreshed once for all callers, but a new token is not", async () => {
  const { clock, tokens, asked } = bench();
  const old = await tokens.get(undefined);
  expect(await tokens.getNewer(old, undefined)).toBeUndefined();
  await clock.sleep(61_000);
  const all = await Promise.all(Array.from({ length: 50 }, () => tokens.getNewer(old, undefined)));
  expect(new Set(all.map((token) => token?.access_token))).toEqual(new Set(["token-2"]));
  expect((await tokens.getNewer(old, undefined))?.access_token).toBe("token-2");
  expect(asked()).toBe(2);
});

test("an aborted caller gets the reason of the signal, and the others still get the token", async () => {
  const { tokens, asked } = bench();
  const stop = new AbortController();
  const left = tokens.get(stop.signal);
  const stayed = tokens.get(undefined);
  stop.abort(new Error("enough"));
  await expect(left).rejects.toThrow("enough");
  expect((await stayed).access_token).toBe("token-1");
  expect(asked()).toBe(1);
});

test("if a refresh fails, all waiting calls fail, and the next call tries again", async () => {
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
  expect((await tokens.get(undefined)).access_token).toBe("t");
});

const later = (clock: { now(): number }, access_token: string, seconds = 3600, age = 0) => ({
  access_token,
  obtained_at: clock.now() - age,
  expires_at: clock.now() + seconds * 1000,
});
const shared = (clock = testClock()) => {
  const store = memoryTokenStore();
  const sent: (string | undefined)[] = [];
  const refresh = async (refreshToken: string | undefined) => {
    sent.push(refreshToken);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return { access_token: `a${sent.length}`, refresh_token: `r${sent.length}`, expires_in: 3600 };
  };
  const open = (more: Partial<TokenCacheOptions> = {}, by: typeof refresh = refresh) =>
    createTokenCache(by, { clock, earlyMs: 300_000, store, ...more });
  return { clock, store, sent, open };
};
const put = (store: TokenStore, tokens: StoredTokens) => store.exchange(async () => tokens);
const initial = { access_token: "a0", refresh_token: "r0", obtained_at: -Infinity, expires_at: Infinity };

test("the first tokens are used until they are refused, even if their lifetime is unknown", async () => {
  const { open, sent } = shared();
  const tokens = open({ initial });
  expect(await tokens.get(undefined)).toBe(initial);
  expect(await tokens.getNewer(initial, undefined)).toMatchObject({
    access_token: "a1",
    refresh_token: "r1",
  });
  expect((await tokens.get(undefined)).access_token).toBe("a1");
  expect(sent).toEqual(["r0"]);
});

test("caches that share a store refresh once, always with the newest refresh token", async () => {
  const { clock, open, sent } = shared();
  const caches = [open({ initial }), open({ initial }), open({ initial })];
  for (const round of [1, 2, 3]) {
    const all = await Promise.all(
      caches.map(async (cache) => (round === 1 ? cache.getNewer(initial, undefined) : cache.get(undefined))),
    );
    expect(new Set(all.map((token) => token?.access_token))).toEqual(new Set([`a${round}`]));
    await clock.sleep(3_400_000);
  }
  expect(sent).toEqual(["r0", "r1", "r2"]);
});

test("stored tokens are used instead of the first tokens", async () => {
  const { clock, store, open, sent } = shared();
  await put(store, { ...later(clock, "a9"), refresh_token: "r9" });
  const tokens = open({ initial });
  expect((await tokens.get(undefined)).access_token).toBe("a9");
  await clock.sleep(3_400_000);
  await tokens.get(undefined);
  expect(sent).toEqual(["r9"]);
});

test("tokens are stored with their expiry time before they are used", async () => {
  const { clock, store, open } = shared();
  const order: string[] = [];
  const tokens = open({
    initial,
    store: {
      ...store,
      async exchange(change) {
        const changed = await store.exchange(async (stored) => {
          const tokens = await change(stored);
          await new Promise((resolve) => setTimeout(resolve, 5));
          return tokens;
        });
        order.push("stored");
        return changed;
      },
    },
  });
  await tokens.getNewer(initial, undefined).then(() => order.push("used"));
  expect(order).toEqual(["stored", "used"]);
  expect(await store.read()).toEqual({ ...later(clock, "a1"), refresh_token: "r1" });
});

test("if a token is refused, a different stored token is used, even if the refused token is young", async () => {
  const { clock, store, open, sent } = shared();
  await put(store, later(clock, "young"));
  const tokens = open();
  const young = await tokens.get(undefined);
  expect(await tokens.getNewer(young, undefined)).toBeUndefined();
  await put(store, later(clock, "newer"));
  expect((await tokens.getNewer(young, undefined))?.access_token).toBe("newer");
  expect(sent).toEqual([]);
});

test("a token that has expired according to the platform is renewed, even if it is young", async () => {
  const { clock, store, open } = shared();
  await put(store, later(clock, "young"));
  const tokens = open();
  const young = await tokens.get(undefined);
  expect((await tokens.getNewer(young, undefined, true))?.access_token).toBe("a1");
});

test("a refused token is renewed if the clock was set back since the token was fetched", async () => {
  const { clock, tokens } = bench();
  const fetched = await tokens.get(undefined);
  await clock.sleep(-86_400_000);
  expect((await tokens.getNewer(fetched, undefined))?.access_token).toBe("token-2");
});

test("a token that another process fetched long ago is not young", async () => {
  const { clock, store, open } = shared();
  await put(store, later(clock, "old", 3000, 600_000));
  const tokens = open();
  const old = await tokens.get(undefined);
  expect((await tokens.getNewer(old, undefined))?.access_token).toBe("a1");
});

test("if a refresh token is refused and the store has newer tokens, the newer tokens are used", async () => {
  const { clock, store, open } = shared();
  const refused = new ConnectorError("reauth_required", "no");
  // The other process has lost its lock, so it does not wait.
  let kept: StoredTokens | undefined;
  const read = async () => kept ?? store.read();
  const tokens = open({ initial, store: { ...store, read } }, async () => {
    kept = later(clock, "of another process");
    throw refused;
  });
  expect((await tokens.getNewer(initial, undefined))?.access_token).toBe("of another process");
});

test("if another process has stored newer tokens during the refresh, the newer tokens are used", async () => {
  const { clock, store, open, sent } = shared();
  const newer = later(clock, "of another process");
  const exchange: TokenStore["exchange"] = async (change) => {
    await change(await store.read());
    return newer;
  };
  const tokens = open({ initial, store: { ...store, exchange } });
  expect(await tokens.getNewer(initial, undefined)).toBe(newer);
  expect([await tokens.get(undefined), sent]).toEqual([newer, ["r0"]]);
});

test.each(["reauth_required", "credential_rejected"] as const)(
  "after %s the same refresh token is not sent again for half a minute; a newer one is sent at once",
  async (code) => {
    const { clock, store, open } = shared();
    const error = new ConnectorError(code, "no");
    const sent: (string | undefined)[] = [];
    const tokens = open({ initial }, async (refreshToken) => {
      sent.push(refreshToken);
      throw error;
    });
    const ask = () => tokens.getNewer(initial, undefined).catch((error: unknown) => error);
    expect([await ask(), await ask(), sent]).toEqual([error, error, ["r0"]]);
    await clock.sleep(29_999);
    expect([await ask(), sent]).toEqual([error, ["r0"]]);
    await clock.sleep(1);
    expect([await ask(), sent]).toEqual([error, ["r0", "r0"]]);
    await put(store, { ...later(clock, "a5", 0), refresh_token: "r5" });
    expect([await ask(), sent]).toEqual([error, ["r0", "r0", "r5"]]);
  },
);

test.each([new ConnectorError("upstream_error", "no"), new Error("no")])(
  "after another failure, the next call requests tokens at once: %s",
  async (error) => {
    const { open } = shared();
    let asked = 0;
    const tokens = open({}, async () => {
      if (++asked === 1) throw error;
      return { access_token: "t", refresh_token: "r", expires_in: 3600 };
    });
    await expect(tokens.get(undefined)).rejects.toBe(error);
    expect((await tokens.get(undefined)).access_token).toBe("t");
  },
);

test("tokens that could not be stored are stored by the next call, and not fetched again", async () => {
  const { store, open, sent } = shared();
  let broken = true;
  const tokens = open({
    initial,
    store: {
      ...store,
      exchange: async (change) =>
        store.exchange(async (stored) => {
          const changed = await change(stored);
          if (broken) throw new Error("full");
          return changed;
        }),
    },
  });
  await expect(tokens.getNewer(initial, undefined)).rejects.toThrow("full");
  broken = false;
  expect((await tokens.getNewer(initial, undefined))?.access_token).toBe("a1");
  expect([(await store.read())?.access_token, sent]).toEqual(["a1", ["r0"]]);
});

test("tokens that could not be stored are dropped if the store has got other tokens since then", async () => {
  const { clock, store, open } = shared();
  let broken = true;
  const tokens = open({
    initial,
    store: {
      ...store,
      exchange: async (change) =>
        store.exchange(async (stored) => {
          const changed = await change(stored);
          if (broken) throw new Error("full");
          return changed;
        }),
    },
  });
  await expect(tokens.getNewer(initial, undefined)).rejects.toThrow("full");
  broken = false;
  await put(store, { ...later(clock, "other", 0), refresh_token: "r7" });
  expect((await tokens.getNewer(initial, undefined))?.access_token).toBe("a2");
});

test("tokens with a short lifetime are renewed in the second half of this lifetime", async () => {
  const { clock, open, sent } = shared();
  const tokens = open({}, async () => {
    sent.push(undefined);
    return { access_token: `s${sent.length}`, refresh_token: "r", expires_in: 100 };
  });
  await tokens.get(undefined);
  await clock.sleep(49_000);
  expect((await tokens.get(undefined)).access_token).toBe("s1");
  await clock.sleep(2_000);
  expect((await tokens.get(undefined)).access_token).toBe("s2");
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const step = fc.record({
  cache: fc.nat(2),
  refuses: fc.boolean(),
  expired: fc.boolean(),
  /** The call begins after this many turns of the event loop, so that calls overlap. */
  after: fc.nat(12),
  sleep: fc.constantFrom(0, 0, 61_000, 3_400_000),
});

test("a token that the platform has refused is never returned for the refused one, whatever overlaps", async () => {
  let replaced = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const clock = testClock();
      const inner = memoryTokenStore();
      const store: TokenStore = {
        async read() {
          const found = await inner.read();
          for (let turns = 0; turns < 3; turns++) await turn();
          return found;
        },
        exchange: (change) => inner.exchange(change),
      };
      let fetched = 0;
      const refresh = async () => {
        await turn();
        return { access_token: `a${++fetched}`, expires_in: 3600 };
      };
      const caches = Array.from({ length: 3 }, () =>
        createTokenCache(refresh, { clock, earlyMs: 300_000, store }),
      );
      let last = await caches[0]!.get(undefined);
      await Promise.all(
        steps.map(async ({ cache, refuses, expired, after, sleep }) => {
          for (let turns = 0; turns < after; turns++) await turn();
          await clock.sleep(sleep);
          if (!refuses) {
            last = await caches[cache]!.get(undefined);
            return;
          }
          const refused = last;
          const newer = await caches[cache]!.getNewer(refused, undefined, expired);
          expect(newer?.access_token).not.toBe(refused.access_token);
          if (newer) replaced++;
        }),
      );
    }),
    { numRuns: 300, seed: 13 },
  );
  expect(replaced).toBeGreaterThan(100);
});

test("a response without a refresh token keeps the refresh token that was issued last", async () => {
  const clock = testClock();
  const store = memoryTokenStore();
  const sent: (string | undefined)[] = [];
  const tokens = createTokenCache(
    async (refreshToken) => {
      sent.push(refreshToken);
      const access_token = `token-${sent.length}`;
      return sent.length === 1
        ? { access_token, refresh_token: "R2", expires_in: 3600 }
        : { access_token, expires_in: 3600 };
    },
    { clock, earlyMs: 300_000, store },
  );
  for (let refresh = 0; refresh < 3; refresh++) {
    await tokens.get(undefined);
    await clock.sleep(3_600_000);
  }
  expect(sent).toEqual([undefined, "R2", "R2"]);
  expect((await store.read())?.refresh_token).toBe("R2");
});
