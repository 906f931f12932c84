import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSealer } from "../../src/credentials/sealing.ts";
import { createTokenStores } from "../../src/credentials/token-stores.ts";
import { deleteUnusedRefreshLeases, renewRefreshLeases } from "../../src/store/queries/refresh-leases.ts";
import type { Store } from "../../src/store/store.ts";
import { faultyStore } from "../support/faulty-store.ts";
import { ringOf } from "../support/keys.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

// One replica refreshes tokens at a time. It holds a lease, which is a row, so it needs no connection meanwhile.

const sealer = createSealer(ringOf({ k1: 1 }));
const tokensOf = (access_token: string) => ({
  access_token,
  refresh_token: "r",
  obtained_at: 1,
  expires_at: 2,
});

const begin = () => () => {};

onBothStores((newLocation) => {
  let stores: Store[];
  beforeEach(async () => {
    const location = await newLocation();
    stores = [connectTo(location), connectTo(location)];
    await stores[0]!.migrate();
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
  });
  /** The clocks of replicas differ, but only the clock of the database counts for leases. */
  const replica = (index: number, store = stores[index]!) => {
    const outcomes: string[] = [];
    const clock = { now: () => Date.now() + index * 86_400_000, sleep: async () => {} };
    const credentials = createTokenStores(store, sealer, clock, {
      begin,
      onEnd: (outcome) => outcomes.push(outcome),
    }).of("o1", "id");
    return { ...credentials, outcomes };
  };
  const endLease = () => stores[0]!.db.updateTable("refresh_leases").set({ expires_at: 1 }).execute();
  const lease = () => stores[0]!.db.selectFrom("refresh_leases").selectAll().executeTakeFirstOrThrow();
  /** The number of milliseconds until the lease expires. */
  const leftMs = async () => {
    const left = sql<number>`expires_at - ${stores[0]!.now}`.as("left_ms");
    return (await stores[0]!.db.selectFrom("refresh_leases").select(left).executeTakeFirstOrThrow()).left_ms;
  };

  test("a replica waits for the refresh of another replica, and then gets its tokens", async () => {
    const [one, two] = [replica(0), replica(1)];
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = one.update("", async () => {
      asked.resolve();
      await gate.promise;
      return tokensOf("first");
    });
    await asked.promise;
    const seen: unknown[] = [];
    const second = two.update("", async (stored) => {
      seen.push(stored);
      return undefined;
    });
    gate.resolve();
    expect([await first, await second, seen]).toEqual([tokensOf("first"), undefined, [tokensOf("first")]]);
    expect([one.outcomes, two.outcomes]).toEqual([["fetched"], ["shared"]]);
  });

  test("if a replica lost its lease, the newer tokens of its successor stay, and both use them", async () => {
    const [frozen, successor] = [replica(0), replica(1)];
    const kept = await frozen.update("", async () => {
      await endLease();
      await successor.update("", async () => tokensOf("newer"));
      return tokensOf("older");
    });
    expect([kept, await frozen.read("")]).toEqual([tokensOf("newer"), tokensOf("newer")]);
    expect(frozen.outcomes).toEqual(["shared"]);
  });

  test("the successor's tokens replace the tokens that a slower replica has stored meanwhile", async () => {
    const [frozen, successor] = [replica(0), replica(1)];
    let stored: unknown;
    await frozen.update("", async () => {
      await endLease();
      const next = Promise.withResolvers<void>();
      void successor
        .update("", async () => {
          next.resolve();
          await expect.poll(() => successor.read("")).toEqual(tokensOf("older"));
          return tokensOf("newer");
        })
        .then((tokens) => (stored = tokens));
      await next.promise;
      return tokensOf("older");
    });
    await expect.poll(() => stored).toEqual(tokensOf("newer"));
    expect(await frozen.read("")).toEqual(tokensOf("newer"));
  });

  test("if the successor gets no tokens, the tokens of the slower replica are not lost", async () => {
    const [frozen, successor] = [replica(0), replica(1)];
    const refused = new Error("The refresh token was used already.");
    const kept = await frozen.update("", async () => {
      await endLease();
      await expect(successor.update("", () => Promise.reject(refused))).rejects.toBe(refused);
      return tokensOf("only");
    });
    expect([kept, await successor.read("")]).toEqual([tokensOf("only"), tokensOf("only")]);
    await successor.update("", async () => tokensOf("next"));
    expect(await frozen.read("")).toEqual(tokensOf("next"));
  });

  test("a lease is renewed while the platform answers", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      await replica(0).update("", async () => {
        await endLease();
        vi.advanceTimersByTime(3000);
        await expect.poll(leftMs).toBeGreaterThan(1000);
        return undefined;
      });
      expect([(await lease()).expires_at, vi.getTimerCount()]).toEqual([0, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("a lease that another replica has taken is neither renewed nor ended", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const other = { holder: "another", fence: 9, expires_at: 5 };
      await replica(0).update("", async () => {
        await stores[0]!.db.updateTable("refresh_leases").set(other).execute();
        vi.advanceTimersByTime(3000);
        return undefined;
      });
      expect(await lease()).toEqual({ id: "id", ...other });
    } finally {
      vi.useRealTimers();
    }
  });

  test("the lease of a killed replica ends by the clock of the database", async () => {
    await replica(0).update("", async () => undefined);
    const expires_at = sql<number>`${stores[0]!.now} + 100`;
    await stores[0]!.db.updateTable("refresh_leases").set({ holder: "killed", expires_at }).execute();
    await replica(1).update("", async () => {
      // The lease of this replica lasts for 10 s.
      expect(await leftMs()).toBeGreaterThan(1000);
      return undefined;
    });
    expect((await lease()).fence).toBe(2);
  });

  test("a lease of a killed replica ends, even if the clock of the database was set back", async () => {
    await replica(0).update("", async () => undefined);
    const expires_at = sql<number>`${stores[0]!.now} + 3600000`;
    await stores[0]!.db.updateTable("refresh_leases").set({ holder: "killed", expires_at }).execute();
    await replica(1).update("", async () => undefined);
    expect((await lease()).fence).toBe(2);
  });

  test("a renewal that comes too late does not bring an ended lease back", async () => {
    const [{ db, now }] = stores as [Store];
    await replica(0).update("", async () => undefined);
    const { holder } = await lease();
    await renewRefreshLeases(db, { ids: ["id"], holder }, { now, leaseMs: 10_000 });
    expect((await lease()).expires_at).toBe(0);
  });

  test("after a lost response to its lease, a replica takes the lease again at once", async () => {
    const faulty = faultyStore(stores[0]!);
    const one = replica(0, faulty.store);
    faulty.failAt(1, "killed after");
    await expect(one.update("", async () => tokensOf("never"))).rejects.toMatchObject({
      code: "storage_unavailable",
      outcome: "not_started",
    });
    faulty.heal();
    expect(await leftMs()).toBeGreaterThan(1000);
    expect(await one.update("", async () => tokensOf("a"))).toEqual(tokensOf("a"));
  });

  test("after a lost response to a write, the replica recognizes its own tokens", async () => {
    const faulty = faultyStore(stores[0]!);
    let writes = 0;
    const clock = { now: Date.now, sleep: async () => faulty.heal() };
    const one = createTokenStores(faulty.store, sealer, clock, { begin, onEnd: () => {} }).of("o1", "id");
    const kept = await one.update("", async () => {
      faulty.failAt(1, "killed after");
      writes++;
      return tokensOf("a");
    });
    expect([kept, await one.read(""), writes]).toEqual([tokensOf("a"), tokensOf("a"), 1]);
  });

  test("a fence stays greater than the fence of stored tokens, even without a row of an earlier lease", async () => {
    const [one, two] = [replica(0), replica(1)];
    for (const name of ["a", "b"]) await one.update("", async () => tokensOf(name));
    await stores[0]!.db.deleteFrom("refresh_leases").execute();
    expect(await two.update("", async () => tokensOf("c"))).toEqual(tokensOf("c"));
    expect((await lease()).fence).toBe(3);
  });

  test("the lease of deleted tokens is deleted after its end, and no other lease", async () => {
    const [{ db, now }] = stores as [Store];
    const left = async () => (await db.selectFrom("refresh_leases").selectAll().execute()).length;
    await replica(0).update("", async () => tokensOf("a"));
    await deleteUnusedRefreshLeases(db, now);
    expect(await left()).toBe(1);
    await replica(0).update("", async () => {
      await db.deleteFrom("platform_tokens").execute();
      await deleteUnusedRefreshLeases(db, now);
      expect(await left()).toBe(1);
      return undefined;
    });
    await deleteUnusedRefreshLeases(db, now);
    expect(await left()).toBe(0);
  });
});
