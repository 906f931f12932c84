import { claimOnce } from "agent-connectors";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { action, defineConnector } from "../../../src/index.ts";
import type { StoreDriver } from "../../../src/core/contract/store-driver.ts";
import { totals } from "../../../src/core/store/kinds.ts";
import { memoryStore } from "../../../src/core/store/memory-store.ts";
import { type Kind, recordsOf } from "../../../src/core/store/records.ts";

// Stores that never answer, as the clients of some databases do while their server is away.

const never = () => new Promise<never>(() => {});
/** A store that stops to answer when `state.hangs` is set, and answers the waiting operations at `answer()`. */
function stuckStore(inner: StoreDriver = memoryStore()) {
  const state = { hangs: true };
  const waiting: (() => void)[] = [];
  const stuck =
    <A extends unknown[], T>(run: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (state.hangs) await new Promise<void>((resolve) => waiting.push(resolve));
      return run(...args);
    };
  const store: StoreDriver = {
    private: true,
    read: stuck(inner.read),
    write: stuck(inner.write),
    delete: stuck(inner.delete),
    list: stuck(inner.list),
  };
  /** Resolves when an operation waits. */
  const asked = async () => {
    while (waiting.length === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  };
  const answer = async () => {
    state.hangs = false;
    for (const resolve of waiting.splice(0)) resolve();
    await flush();
  };
  return { store, inner, state, asked, answer };
}

const counts: Kind<{ count: number }> = {
  name: "counts",
  is: (value): value is { count: number } => typeof (value as { count?: unknown } | null)?.count === "number",
};
const add = (before: { count: number } | undefined) => {
  const count = (before?.count ?? 0) + 1;
  return { value: { count }, result: count };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Lets hashes and requests end, which need no timer. */
const flush = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** Returns how a promise has ended after some milliseconds, or "waits". */
async function after(ms: number, promise: Promise<unknown>): Promise<unknown> {
  let ended: unknown = "waits";
  promise.then(
    (value) => (ended = value),
    (error: unknown) => (ended = error),
  );
  for (let left = ms; left > 0; left -= 1000) {
    await flush();
    await vi.advanceTimersByTimeAsync(Math.min(left, 1000));
  }
  await flush();
  return ended;
}
const tooLate = {
  code: "storage_unavailable",
  message: "The store did not answer a read within 15 seconds.",
  retryable: true,
};

describe("a store that never answers", () => {
  test("fails a read and a claim after 15 seconds", async () => {
    for (const call of [
      (store: StoreDriver) => recordsOf(store, counts).read("a"),
      (store: StoreDriver) => claimOnce(store, "k"),
    ]) {
      const { store, asked } = stuckStore();
      const pending = call(store);
      await asked();
      expect(await after(14_999, pending)).toBe("waits");
      expect(await after(1, pending)).toMatchObject(tooLate);
    }
  });
  test("fails a write after 15 seconds, as one whose answer was lost", async () => {
    const store: StoreDriver = { ...memoryStore(), write: never };
    expect(await after(60_000, recordsOf(store, counts).update("a", add))).toMatchObject({
      code: "storage_unavailable",
      message: "The store did not answer a write within 15 seconds.",
    });
  });
  test("a write that ran out of time and was done counts once", async () => {
    const inner = memoryStore();
    const store: StoreDriver = {
      ...inner,
      async write(...args) {
        await inner.write(...args);
        return never();
      },
    };
    expect(await after(16_000, recordsOf(store, counts).update("a", add))).toBe(1);
    expect(await recordsOf(inner, counts).read("a")).toEqual({ count: 1 });
  });
  test("lets a token that exists nowhere else be kept when it answers again", async () => {
    const inner = memoryStore();
    let writes = 0;
    const store: StoreDriver = {
      ...inner,
      write: (key, ...rest) => (key === "counts/a" && ++writes === 1 ? never() : inner.write(key, ...rest)),
    };
    const exchange = recordsOf(store, counts).exchange("a", async () => ({ count: 7 }));
    expect(await after(20_000, exchange)).toEqual({ count: 7 });
    expect(await recordsOf(inner, counts).read("a")).toEqual({ count: 7 });
  });
});

const Shop = defineConnector({
  name: "shop",
  title: "Shop",
  endpoint: "https://shop.example",
  auth: { key: { api_key: { description: "API key" } } },
  schemes: { key: { kind: "bearer", token: "{api_key}" } },
  identify: { calls: "order" },
  caps: ["max_sum"],
  operations: { order: { method: "POST", path: "/order", docs: "https://shop.example/docs" } },
  entities: {
    orders: {
      create: action({
        description: "Order.",
        params: { type: "object", properties: { item: { type: "string" } }, required: ["item"] },
        effect: { weakest: "write", strongest: "spend", of: () => undefined },
        example: { item: "tea" },
        calls: "order",
        guard: async () => ({
          effects: ["spend"],
          account: async () => ({ id: "1" }),
          raises: [{ path: "item", cap: "max_sum", from: 0, to: 5, perDay: true }],
        }),
      }),
      remember: action({
        description: "Keep a text.",
        params: { type: "object", properties: { item: { type: "string" } }, required: ["item"] },
        effect: "read",
        example: { item: "tea" },
        calls: "order",
        run: async ({ item }, { states }) => {
          const found = await states.read("the item");
          return { data: await states.write("the item", String(item), found?.version) };
        },
      }),
    },
  },
});

describe("the signal of a call", () => {
  const open = (onRequest = () => {}) => {
    const stuck = stuckStore();
    let requests = 0;
    const fetch = (async () => {
      requests++;
      onRequest();
      return Response.json({});
    }) as typeof globalThis.fetch;
    const caps = { max_sum: 10 } as never;
    const shop = new Shop({ auth: { api_key: "k" } }, { fetch, store: stuck.store, policy: { caps } });
    const controller = new AbortController();
    const order = (options: object = {}) =>
      shop.execute("orders", "create", { item: "tea" }, { signal: controller.signal, ...options });
    return { ...stuck, order, controller, requests: () => requests };
  };
  const reserved = async (inner: StoreDriver) => {
    const [key] = await inner.list("totals/");
    const found = key && (await recordsOf(inner, totals).read(key.slice("totals/".length)));
    return found ? Object.keys(found.reserved).length : 0;
  };

  test("ends the wait for the claim of an idempotency key, and sends nothing", async () => {
    const { order, controller, requests, asked, answer, inner } = open();
    const pending = order({ idempotencyKey: "k" });
    await asked();
    expect(await after(3000, pending)).toBe("waits");
    controller.abort();
    expect(await after(1000, pending)).toMatchObject({ code: "aborted", outcome: "not_started" });
    expect(requests()).toBe(0);
    // The claim that succeeds now is released, so the key is free.
    await answer();
    expect(await inner.list("outcomes/")).toEqual([]);
    await order({ idempotencyKey: "k", signal: undefined });
    expect(requests()).toBe(1);
  });
  test("ends the wait for the totals of the day, and a later reservation is released", async () => {
    const { order, controller, requests, asked, answer, inner } = open();
    const pending = order();
    await asked();
    expect(await after(3000, pending)).toBe("waits");
    controller.abort();
    expect(await after(1000, pending)).toMatchObject({ code: "aborted", outcome: "not_started" });
    await answer();
    expect([requests(), await inner.list("totals/"), await reserved(inner)]).toEqual([
      0,
      [expect.any(String)],
      0,
    ]);
  });
  test("ends the wait for what a store keeps after the write, and the result is returned", async () => {
    const opened: ReturnType<typeof open> = open(() => void (opened.state.hangs = true));
    const { order, controller, requests, asked, state } = opened;
    state.hangs = false;
    const pending = order({ idempotencyKey: "k" });
    await asked();
    expect(await after(3000, pending)).toBe("waits");
    controller.abort();
    // The totals and the outcome of the key share the second.
    expect(await after(1010, pending)).toMatchObject({ data: {} });
    expect(requests()).toBe(1);
  });
  test.each([
    ["read", "not_started"],
    ["write", "unknown"],
  ] as const)("ends the wait for the %s of a state, whose outcome is then %s", async (method, outcome) => {
    const controller = new AbortController();
    let asked = () => {};
    const reached = new Promise<void>((resolve) => (asked = resolve));
    const stuck = () => (asked(), never());
    const shop = new Shop({ auth: { api_key: "k" } }, { store: { ...memoryStore(), [method]: stuck } });
    const pending = shop.execute("orders", "remember", { item: "tea" }, { signal: controller.signal });
    await reached;
    controller.abort();
    expect(await after(1000, pending)).toMatchObject({ code: "aborted", outcome });
  });
});
