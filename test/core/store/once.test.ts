import { describe, expect, test } from "vitest";
import type { StoreDriver } from "../../../src/core/contract/store-driver.ts";
import { memoryStore } from "../../../src/core/store/memory-store.ts";
import { createOnce, type OnceUse } from "../../../src/core/store/once.ts";
import { virtualClock } from "../../../sandbox/virtual-clock.ts";

const use: OnceUse<string> = {
  name: "answers",
  keptSeconds: 3600,
  limitSeconds: 60,
  is: (outcome): outcome is string => typeof outcome === "string",
};

/** A store that fails while `broken` is true: before or after it has done what was asked. */
function breakable(store: StoreDriver) {
  const state = { broken: undefined as "before" | "after" | undefined };
  const guard = async <T>(run: () => Promise<T>): Promise<T> => {
    if (state.broken === "before") throw new Error("no connection");
    const result = await run();
    if (state.broken === "after") state.broken = "before";
    if (state.broken) throw new Error("connection reset");
    return result;
  };
  const driver: StoreDriver = {
    ...store,
    read: (key) => (state.broken === "before" ? Promise.reject(new Error("no connection")) : store.read(key)),
    write: (...args) => guard(() => store.write(...args)),
    delete: (...args) => guard(() => store.delete(...args)),
  };
  return { driver, state };
}

describe("claim", () => {
  test("of many callers in several processes, one is the first", async () => {
    const store = memoryStore();
    const processes = [createOnce(use), createOnce(use), createOnce(use)];
    const claims = await Promise.all(
      Array.from({ length: 30 }, (_, index) => processes[index % 3]!.claim({ ...store }, "a", "f")),
    );
    expect(claims.filter(({ state }) => state === "first")).toHaveLength(1);
    expect(claims.filter(({ state }) => state === "running")).toHaveLength(29);
  });
  test("gives the first outcome to every later call, in every process", async () => {
    const [store, first, second] = [memoryStore(), createOnce(use), createOnce(use)];
    await first.claim(store, "a", "f");
    await first.finish(store, "a", "sent");
    for (const once of [first, second])
      expect(await once.claim(store, "a", "f")).toEqual({ state: "done", outcome: "sent" });
  });
  test("refuses other work under the same key", async () => {
    const [store, once] = [memoryStore(), createOnce(use)];
    await once.claim(store, "a", "f");
    expect(await once.claim(store, "a", "g")).toEqual({ state: "other" });
    await once.finish(store, "a", "sent");
    expect(await once.find(store, "a", "g")).toEqual({ state: "other" });
  });
  test("work that did nothing frees the key", async () => {
    const [store, once] = [memoryStore(), createOnce(use)];
    await once.claim(store, "a", "f");
    await once.release(store, "a");
    expect(await once.find(store, "a", "f")).toBeUndefined();
    expect(await createOnce(use).claim(store, "a", "g")).toEqual({ state: "first" });
  });
  test("work of a process that ended is in doubt after the limit, and not before", async () => {
    const clock = virtualClock(1_700_000_000_000);
    const [store, ended, other] = [memoryStore(clock), createOnce(use, clock), createOnce(use, clock)];
    const since = clock.now();
    await ended.claim(store, "a", "f");
    expect(await other.claim(store, "a", "f")).toEqual({ state: "running", since });
    await clock.sleep(60_000);
    expect(await other.claim(store, "a", "f")).toEqual({ state: "in_doubt", since });
    expect(await ended.claim(store, "a", "f")).toEqual({ state: "running", since });
  });
  test("work of a process whose clock is minutes behind does not run again while it runs", async () => {
    const clock = virtualClock(1_700_000_000_000);
    const ahead = { ...clock, now: () => clock.now() + 600_000 };
    const [store, behind, other] = [memoryStore(clock), createOnce(use, clock), createOnce(use, ahead)];
    const since = clock.now();
    await behind.claim(store, "a", "f", { again: () => true });
    expect(await other.claim(store, "a", "f", { again: () => true })).toMatchObject({ state: "running" });
    await clock.sleep(59_000);
    expect(await other.claim(store, "a", "f", { again: () => true })).toMatchObject({ state: "running" });
    await clock.sleep(1000);
    expect(await other.claim(store, "a", "f", { again: () => true })).toMatchObject({
      state: "first",
      earlier: { since },
    });
  });
  test("an outcome stays, also if its process frees the key afterwards", async () => {
    const [store, once] = [memoryStore(), createOnce(use)];
    await once.claim(store, "a", "f");
    await once.finish(store, "a", "sent");
    await once.release(store, "a");
    expect(await once.find(store, "a", "f")).toEqual({ state: "done", outcome: "sent" });
  });
  test("after the kept time the key is free", async () => {
    const clock = virtualClock(1_700_000_000_000);
    const [store, once] = [memoryStore(clock), createOnce(use, clock)];
    await once.claim(store, "a", "f");
    await once.finish(store, "a", "sent");
    await clock.sleep(3600_000);
    expect(await createOnce(use, clock).claim(store, "a", "f")).toEqual({ state: "first" });
  });
});

describe("a second run", () => {
  test("is allowed only for the outcomes that the caller names, and knows the first run", async () => {
    const clock = virtualClock(1_700_000_000_000);
    const [store, once] = [memoryStore(clock), createOnce(use, clock)];
    const since = clock.now();
    await once.claim(store, "a", "f");
    await once.finish(store, "a", "unknown");
    expect(await once.claim(store, "a", "f", { again: (outcome) => outcome === undefined })).toMatchObject({
      state: "done",
    });
    await clock.sleep(1000);
    expect(await once.claim(store, "a", "f", { again: (outcome) => outcome === "unknown" })).toEqual({
      state: "first",
      earlier: { since, last: since, outcome: "unknown" },
    });
  });
  test("never starts while the first one runs", async () => {
    const [store, once] = [memoryStore(), createOnce(use)];
    await once.claim(store, "a", "f");
    for (const process of [once, createOnce(use)])
      expect(await process.claim(store, "a", "f", { again: () => true })).toMatchObject({ state: "running" });
  });
  test("that did nothing leaves the outcome of the first run", async () => {
    const [store, once] = [memoryStore(), createOnce(use)];
    await once.claim(store, "a", "f");
    await once.finish(store, "a", "unknown");
    await once.claim(store, "a", "f", { again: () => true });
    await once.release(store, "a");
    expect(await once.claim(store, "a", "f")).toEqual({ state: "done", outcome: "unknown" });
  });
  test("after a crash that did nothing leaves the key in doubt", async () => {
    const clock = virtualClock(1_700_000_000_000);
    const [store, once] = [memoryStore(clock), createOnce(use, clock)];
    await createOnce(use, clock).claim(store, "a", "f");
    await clock.sleep(61_000);
    expect(await once.claim(store, "a", "f", { again: (outcome) => outcome === undefined })).toMatchObject({
      state: "first",
      earlier: { since: expect.any(Number) as number },
    });
    await once.release(store, "a");
    expect(await once.claim(store, "a", "f")).toMatchObject({ state: "in_doubt" });
  });
  test("gives the third run the start of the first and of the second run", async () => {
    const clock = virtualClock(1_700_000_000_000);
    const since = clock.now();
    const store = memoryStore(clock);
    const crash = async () => {
      const claim = await createOnce(use, clock).claim(store, "a", "f", { again: () => true });
      await clock.sleep(61_000);
      return claim;
    };
    await crash();
    await crash();
    expect(await crash()).toEqual({ state: "first", earlier: { since, last: since + 61_000 } });
  });
  test("a third run that did nothing leaves the start of the second run", async () => {
    const clock = virtualClock(1_700_000_000_000);
    const since = clock.now();
    const [store, once] = [memoryStore(clock), createOnce(use, clock)];
    for (let run = 1; run <= 2; run++) {
      await createOnce(use, clock).claim(store, "a", "f", { again: () => true });
      await clock.sleep(61_000);
    }
    const claim = () => once.claim(store, "a", "f", { again: () => true });
    await claim();
    await once.release(store, "a");
    expect(await claim()).toEqual({ state: "first", earlier: { since, last: since + 61_000 } });
  });
  test("the process that was believed dead does not overwrite the outcome", async () => {
    const clock = virtualClock(1_700_000_000_000);
    const [store, slow, quick] = [memoryStore(clock), createOnce(use, clock), createOnce(use, clock)];
    await slow.claim(store, "a", "f");
    await clock.sleep(61_000);
    await quick.claim(store, "a", "f", { again: () => true });
    await slow.finish(store, "a", "late");
    await slow.release(store, "a");
    await quick.finish(store, "a", "sent");
    expect(await slow.find(store, "a", "f")).toEqual({ state: "done", outcome: "sent" });
  });
});

describe("a failing store", () => {
  test.each(["before", "after"] as const)(
    "a claim that failed %s its write can be made again by this process only",
    async (when) => {
      const { driver, state } = breakable(memoryStore());
      const [once, other] = [createOnce(use), createOnce(use)];
      state.broken = when;
      await expect(once.claim(driver, "a", "f")).rejects.toMatchObject({ code: "storage_unavailable" });
      state.broken = undefined;
      expect((await other.find(driver, "a", "f"))?.state).toBe(when === "after" ? "running" : undefined);
      expect(await once.find(driver, "a", "f")).toBeUndefined();
      expect(await once.claim(driver, "a", "f")).toEqual({ state: "first" });
      expect(await once.find(driver, "a", "f")).toMatchObject({ state: "running" });
    },
    15_000,
  );
  test("a second claim that fails does not make running work claimable", async () => {
    const { driver, state } = breakable(memoryStore());
    const once = createOnce(use);
    await once.claim(driver, "a", "f");
    state.broken = "before";
    await expect(once.claim(driver, "a", "f")).rejects.toMatchObject({ code: "storage_unavailable" });
    state.broken = undefined;
    expect(await once.claim(driver, "a", "f")).toMatchObject({ state: "running" });
  });
  test("an outcome that could not be stored leaves the work in doubt", async () => {
    const { driver, state } = breakable(memoryStore());
    const once = createOnce(use);
    await once.claim(driver, "a", "f");
    state.broken = "before";
    await expect(once.finish(driver, "a", "sent")).rejects.toMatchObject({ code: "storage_unavailable" });
    state.broken = undefined;
    expect(await once.claim(driver, "a", "f")).toMatchObject({ state: "in_doubt" });
  }, 15_000);
  test("a key that could not be freed can be claimed again by this process", async () => {
    const { driver, state } = breakable(memoryStore());
    const once = createOnce(use);
    await once.claim(driver, "a", "f");
    state.broken = "before";
    await expect(once.release(driver, "a")).rejects.toMatchObject({ code: "storage_unavailable" });
    state.broken = undefined;
    expect(await once.claim(driver, "a", "f")).toEqual({ state: "first" });
  }, 15_000);

  test("after ten thousand claims that failed, only the oldest one is in doubt", async () => {
    const { driver, state } = breakable(memoryStore());
    const [store, once] = [{ ...driver, retry: false }, createOnce(use)];
    const fail = (id: string, when: "before" | "after") => {
      state.broken = when;
      return once.claim(store, id, "f").catch(() => {});
    };
    for (const id of ["oldest", "newer"]) await fail(id, "after");
    for (let index = 1; index < 10_000; index++) await fail(`other ${index}`, "before");
    state.broken = undefined;
    expect(await once.claim(store, "oldest", "f")).toMatchObject({ state: "in_doubt" });
    expect(await once.claim(store, "newer", "f")).toEqual({ state: "first" });
  });
});

describe("wait", () => {
  test("resolves with the outcome of another process, and outlives failed reads", async () => {
    const store = memoryStore();
    const { driver, state } = breakable(store);
    const [first, second] = [createOnce(use), createOnce(use)];
    await first.claim(store, "a", "f");
    const waiting = second.wait(driver, "a", "f");
    state.broken = "before";
    await new Promise((resolve) => setTimeout(resolve, 30));
    await first.finish(store, "a", "sent");
    state.broken = undefined;
    expect(await waiting).toEqual({ state: "done", outcome: "sent" });
  });
  test("ends at the limit", async () => {
    const clock = virtualClock(1_700_000_000_000);
    const [store, first, second] = [memoryStore(clock), createOnce(use, clock), createOnce(use, clock)];
    const since = clock.now();
    await first.claim(store, "a", "f");
    expect(await second.wait(store, "a", "f")).toMatchObject({ state: "in_doubt", since });
    expect(await first.wait(store, "a", "f")).toMatchObject({ state: "running", since });
    expect(clock.now() - since).toBeLessThan(62_000);
  });
  test("rejects as soon as the signal aborts", async () => {
    const [store, once] = [memoryStore(), createOnce(use)];
    await once.claim(store, "a", "f");
    const waiting = once.wait(store, "a", "f", AbortSignal.timeout(20));
    await expect(waiting).rejects.toThrow("timeout");
  });
});
