import { afterEach, describe, expect, test, vi } from "vitest";
import type { StoreDriver } from "../../../src/core/contract/store-driver.ts";
import { memoryStore } from "../../../src/core/store/memory-store.ts";
import { type Kind, recordsOf } from "../../../src/core/store/records.ts";
import { sealedStore } from "../../../src/store/sealed-store.ts";

const counts: Kind<{ count: number }> = {
  name: "counts",
  is: (value): value is { count: number } => typeof (value as { count?: unknown } | null)?.count === "number",
};
const add = (before: { count: number } | undefined) => {
  const count = (before?.count ?? 0) + 1;
  return { value: { count }, result: count };
};

/** Two processes have objects of their own for one database. */
const anotherProcess = (store: StoreDriver): StoreDriver => ({ ...store });

/** A store whose every `nth` write is stored, and then the connection breaks. */
function losesAnswers(store: StoreDriver, nth: number): StoreDriver {
  let writes = 0;
  return {
    ...store,
    async write(...args) {
      const written = await store.write(...args);
      if (++writes % nth === 0) throw new Error("connection reset");
      return written;
    },
  };
}

describe("update", () => {
  test("loses no change of several processes at the same time", async () => {
    const store = memoryStore();
    const processes = [store, anotherProcess(store), anotherProcess(store)].map((one) =>
      recordsOf(one, counts),
    );
    await Promise.all(
      processes.flatMap((records) => Array.from({ length: 50 }, () => records.update("a", add))),
    );
    expect(await processes[0]!.read("a")).toEqual({ count: 150 });
  });
  test("counts a write once whose answer was lost, also when others wrote after it", async () => {
    const store = memoryStore();
    const processes = [2, 3, 5].map((nth) => recordsOf(losesAnswers(store, nth), counts));
    const results = await Promise.all(
      processes.flatMap((records) => Array.from({ length: 30 }, () => records.update("a", add))),
    );
    expect(await processes[0]!.read("a")).toEqual({ count: 90 });
    expect(new Set(results).size).toBe(90);
  });
  test("counts a write once that the client of the database has sent twice", async () => {
    const store = memoryStore();
    const sendsTwice: StoreDriver = {
      ...store,
      async write(...args) {
        await store.write(...args);
        return store.write(...args);
      },
    };
    expect(await recordsOf(sendsTwice, counts).update("a", add)).toBe(1);
    expect(await recordsOf(sendsTwice, counts).update("a", add)).toBe(2);
    expect(await recordsOf(store, counts).read("a")).toEqual({ count: 2 });
  });
  test("counts a write once although its answer was lost late, after a hundred writes of another process", async () => {
    const store = memoryStore();
    const other = recordsOf(store, counts);
    let writes = 0;
    const losesOneAnswer: StoreDriver = {
      ...store,
      async write(...args) {
        const written = await store.write(...args);
        if (++writes > 1) return written;
        for (let index = 0; index < 100; index++) await other.update("a", add);
        throw new Error("timeout");
      },
    };
    expect(await recordsOf(losesOneAnswer, counts).update("a", add)).toBe(1);
    expect(await other.read("a")).toEqual({ count: 101 });
  });
  test("counts a write once whose answer was lost, although 40 processes have written before it and 30 after it", async () => {
    const store = memoryStore();
    const others = Array.from({ length: 40 }, () => recordsOf(anotherProcess(store), counts));
    for (const other of others) await other.update("a", add);
    let lost = false;
    const losesOneAnswer: StoreDriver = {
      ...store,
      async write(...args) {
        const written = await store.write(...args);
        if (lost) return written;
        lost = true;
        for (const other of others.slice(0, 30)) await other.update("a", add);
        throw new Error("timeout");
      },
    };
    expect(await recordsOf(losesOneAnswer, counts).update("a", add)).toBe(41);
    expect(await recordsOf(store, counts).read("a")).toEqual({ count: 71 });
  });
  test("counts no write twice whose answer was lost before 40 other processes have written", async () => {
    const store = memoryStore();
    const others = Array.from({ length: 40 }, () => recordsOf(anotherProcess(store), counts));
    let lost = false;
    const losesOneAnswer: StoreDriver = {
      ...store,
      async write(...args) {
        const written = await store.write(...args);
        if (lost) return written;
        lost = true;
        for (const other of others) await other.update("a", add);
        throw new Error("timeout");
      },
    };
    await expect(recordsOf(losesOneAnswer, counts).update("a", add)).rejects.toMatchObject({
      code: "storage_unavailable",
      message: expect.stringContaining("many others have written since"),
    });
    expect(await recordsOf(store, counts).read("a")).toEqual({ count: 41 });
  });
  test("repeats a write that did not arrive, although 40 processes have written before it", async () => {
    const store = memoryStore();
    for (let count = 0; count < 40; count++) await recordsOf(anotherProcess(store), counts).update("a", add);
    let failures = 1;
    const losesOneWrite: StoreDriver = {
      ...store,
      write: async (...args) => {
        if (failures-- > 0) throw new Error("timeout");
        return store.write(...args);
      },
    };
    expect(await recordsOf(losesOneWrite, counts).update("a", add)).toBe(41);
  });
  test("repeats no failed write of a driver that is bound to a transaction", async () => {
    let writes = 0;
    const write = async () => {
      writes++;
      throw new Error("The transaction has failed.");
    };
    const bound: StoreDriver = { ...memoryStore(), write, retry: false };
    for (const store of [bound, sealedStore(bound, btoa("k".repeat(32)))])
      await expect(recordsOf(store, counts).update("a", add)).rejects.toMatchObject({
        code: "storage_unavailable",
      });
    expect(writes).toBe(2);
  });
  test("stores nothing for the same object, and deletes for undefined", async () => {
    const store = memoryStore();
    const records = recordsOf(store, counts);
    await records.update("a", add);
    const before = await store.read("counts/a");
    await records.update("a", (value) => ({ value, result: undefined }));
    expect(await store.read("counts/a")).toEqual(before);
    await records.update("a", () => ({ value: undefined, result: undefined }));
    expect(await records.read("a")).toBeUndefined();
    expect(await store.list("counts/")).toEqual([]);
  });
  test.each(["no json", '{"value":{"count":"1"},"writes":[]}', '{"value":{"count":1}}'])(
    "overwrites no value of another program: %s",
    async (text) => {
      const store = memoryStore();
      await store.write("counts/a", text, undefined);
      await expect(recordsOf(store, counts).update("a", add)).rejects.toMatchObject({
        code: "storage_unavailable",
      });
      expect((await store.read("counts/a"))?.value).toBe(text);
    },
  );
});

describe("exchange", () => {
  test("runs for one process at a time, and each gets the value of the one before", async () => {
    const store = memoryStore();
    let running = 0;
    let most = 0;
    const processes = [store, anotherProcess(store), anotherProcess(store)].map((one) =>
      recordsOf(one, counts),
    );
    const once = (records: (typeof processes)[number]) =>
      records.exchange("a", async (before) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running--;
        return { count: (before?.count ?? 0) + 1 };
      });
    await Promise.all(processes.flatMap((records) => [once(records), once(records)]));
    expect(most).toBe(1);
    expect(await processes[0]!.read("a")).toEqual({ count: 6 });
  });
  test("a process that lost its lease gets the newer value and does not overwrite it", async () => {
    const store = memoryStore();
    const slow = recordsOf(store, counts);
    const result = await slow.exchange("a", async () => {
      // Another process has taken the lease, and has written.
      await store.write("counts/a", JSON.stringify({ value: { count: 7 }, writes: [] }), undefined);
      return { count: 1 };
    });
    expect(result).toEqual({ count: 7 });
    expect(await slow.read("a")).toEqual({ count: 7 });
  });
  test("a process that lost its lease stores the only valid value if its successor has stored none", async () => {
    const store = memoryStore();
    await recordsOf(store, counts).update("a", add);
    const result = await recordsOf(store, counts).exchange("a", async () => {
      await store.delete("leases/counts/a", (await store.read("leases/counts/a"))!.version);
      await recordsOf(anotherProcess(store), counts).exchange("a", async () => undefined);
      return { count: 7 };
    });
    expect([result, await recordsOf(store, counts).read("a")]).toEqual([{ count: 7 }, { count: 7 }]);
  });
  test("keeps the new value although the answers to its writes were lost, that of its lease too", async () => {
    const store = memoryStore();
    expect(await recordsOf(losesAnswers(store, 1), counts).exchange("a", async () => ({ count: 1 }))).toEqual(
      { count: 1 },
    );
    expect(await recordsOf(store, counts).read("a")).toEqual({ count: 1 });
    expect(await store.list("leases/")).toEqual([]);
  });
  test("ends its lease although a renewal arrives at the same moment", async () => {
    const store = memoryStore();
    let renewed = false;
    const renewsAtTheEnd: StoreDriver = {
      ...store,
      async delete(key, version) {
        if (!renewed && (renewed = true)) await store.write(key, (await store.read(key))!.value, version, 10);
        return store.delete(key, version);
      },
    };
    await recordsOf(renewsAtTheEnd, counts).exchange("a", async () => ({ count: 1 }));
    expect(await store.list("leases/")).toEqual([]);
  });
  test("an error of the function ends the lease and stores nothing", async () => {
    const records = recordsOf(memoryStore(), counts);
    await expect(records.exchange("a", () => Promise.reject(new Error("refused")))).rejects.toThrow(
      "refused",
    );
    expect(await records.exchange("a", async (value) => value ?? { count: 1 })).toEqual({ count: 1 });
  });
});

describe("a lease", () => {
  afterEach(() => void vi.useRealTimers());
  test("is renewed while its process works, so that a long exchange runs alone", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
    const store = memoryStore();
    const order: string[] = [];
    const exchange = (records: ReturnType<typeof recordsOf<{ count: number }>>, name: string) =>
      records.exchange("a", async (before) => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 25_000));
        order.push(`${name} ends`);
        return { count: (before?.count ?? 0) + 1 };
      });
    const both = [
      exchange(recordsOf(store, counts), "A"),
      exchange(recordsOf(anotherProcess(store), counts), "B"),
    ];
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(both);
    expect(order).toEqual(["A begins", "A ends", "B begins", "B ends"]);
    expect(await recordsOf(store, counts).read("a")).toEqual({ count: 2 });
  });
});

describe("sealedStore", () => {
  const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString("base64")) as [string, string];
  test("stores no readable text, and reads it again", async () => {
    const store = memoryStore();
    const records = recordsOf(sealedStore(store, first), counts);
    await records.update("a", add);
    expect((await store.read("counts/a"))!.value).not.toMatch(/count/);
    expect(await records.update("a", add)).toBe(2);
  });
  test("reads values of an older key, and writes with the newer key", async () => {
    const store = memoryStore();
    await recordsOf(sealedStore(store, first), counts).update("a", add);
    const both = recordsOf(sealedStore(store, [second, first]), counts);
    expect(await both.update("a", add)).toBe(2);
    expect(await recordsOf(sealedStore(store, second), counts).read("a")).toEqual({ count: 2 });
  });
  test("refuses a value that was moved, changed, unsealed or sealed with another key, and keeps it", async () => {
    const store = memoryStore();
    const records = recordsOf(sealedStore(store, first), counts);
    await records.update("a", add);
    const { value } = (await store.read("counts/a"))!;
    await store.write("counts/b", value, undefined);
    await store.write("counts/c", '{"value":{"count":1},"writes":[]}', undefined);
    await store.write("counts/d", value.slice(0, -6), undefined);
    for (const id of ["b", "c", "d"])
      await expect(records.update(id, add)).rejects.toMatchObject({ code: "storage_unavailable" });
    await expect(recordsOf(sealedStore(store, second), counts).update("a", add)).rejects.toMatchObject({
      code: "storage_unavailable",
      message: expect.stringContaining("another key") as string,
    });
    expect((await store.read("counts/a"))!.value).toBe(value);
  });
  test("says what to do with a value that is not encrypted, or is no base64", async () => {
    const store = memoryStore();
    const sealed = sealedStore(store, first);
    await store.write("counts/a", '{"value":{"count":1},"writes":[]}', undefined);
    await store.write("counts/b", "sealed1.%%%", undefined);
    await expect(sealed.read("counts/a")).rejects.toMatchObject({
      message: expect.stringContaining("is not encrypted") as string,
      hint: expect.stringContaining("a table, prefix or directory of its own") as string,
      retryable: false,
    });
    await expect(sealed.read("counts/b")).rejects.toMatchObject({
      code: "storage_unavailable",
      message: "The value under counts/b in the sealed store is damaged.",
      retryable: false,
    });
  });
  test.each([undefined, "", "short", Buffer.alloc(31).toString("base64"), [] as string[]])(
    "refuses the key %j",
    (key) => {
      expect(() => sealedStore(memoryStore(), key as string)).toThrow("32 bytes as base64");
    },
  );
});
