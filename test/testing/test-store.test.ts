import { testStore } from "agent-connectors/testing";
import { describe, expect, test } from "vitest";
import type { StoreDriver } from "../../src/core/contract/store-driver.ts";

// Each driver here breaks one promise. The suite must notice each of them.

interface Entry {
  value: string;
  version: string;
  ends: number;
}

/** What a wrong driver does otherwise than a right one. */
interface Fault {
  /** Time between the check and the write. */
  gap?: boolean;
  version?: (key: string, value: string, before: Entry | undefined) => string;
  keyOf?: (key: string) => string;
  stored?: (value: string) => string;
  ends?: (now: number, ttlSeconds: number | undefined, before: Entry | undefined) => number;
  startsWith?: (key: string, prefix: string) => boolean;
  isAfter?: (key: string, after: string) => boolean;
  sorted?: (keys: string[]) => string[];
  limit?: number;
  sees?: (entry: Entry | undefined, now: number) => Entry | undefined;
  listsExpired?: boolean;
  cutsBeforeExpired?: boolean;
  creates?: boolean;
  overwrites?: boolean;
  deletesAny?: boolean;
  deleteAnswers?: boolean;
}

let last = 0;

function world(fault: Fault = {}) {
  const entries = new Map<string, Entry>();
  let now = 1000;
  const sees = fault.sees ?? ((entry, time) => (entry && entry.ends > time ? entry : undefined));
  const keyOf = fault.keyOf ?? ((key: string) => key);
  const current = (key: string) => sees(entries.get(keyOf(key)), now);
  const gap = () => new Promise((resolve) => setTimeout(resolve, 0));
  const store: StoreDriver = {
    async read(key) {
      const entry = current(key);
      return entry && { value: entry.value, version: entry.version };
    },
    async write(key, value, ifVersion, ttlSeconds) {
      const before = current(key);
      const isAllowed =
        before?.version === ifVersion ||
        (fault.creates === true && !before) ||
        (fault.overwrites === true && ifVersion === undefined);
      if (!isAllowed) return false;
      if (fault.gap === true) await gap();
      entries.set(keyOf(key), {
        value: (fault.stored ?? String)(value),
        version: (fault.version ?? (() => String(++last)))(key, value, before),
        ends: (fault.ends ?? ((time, ttl = Infinity) => time + ttl * 1000))(now, ttlSeconds, before),
      });
      return true;
    },
    async delete(key, ifVersion) {
      const before = current(key);
      const isAllowed = before?.version === ifVersion || fault.deletesAny === true;
      if (fault.gap === true) await gap();
      return (isAllowed && entries.delete(keyOf(key))) || fault.deleteAnswers === true;
    },
    async list(prefix, after = "", limit = 100) {
      const lives = (key: string) => fault.listsExpired === true || entries.get(key)!.ends > now;
      const keys = [...entries.keys()].filter(
        (key) =>
          (fault.startsWith ?? ((one, start) => one.startsWith(start)))(key, prefix) &&
          (fault.isAfter ?? ((one, other) => one > other))(key, after) &&
          (fault.cutsBeforeExpired === true || lives(key)),
      );
      const page = (fault.sorted ?? ((all) => all.toSorted()))(keys).slice(0, fault.limit ?? limit);
      return page.filter(lives);
    },
  };
  return { make: () => store, options: { advance: (seconds: number) => void (now += seconds * 1000) } };
}

test("a driver without a fault passes", async () => {
  const { make, options } = world();
  expect((await testStore(make, options)).checks).toBe(17);
});

const hash = (text: string) =>
  `${text.length}-${Array.from(text).reduce((sum, one) => sum + one.charCodeAt(0), 0)}`;
const like = (key: string, prefix: string) =>
  new RegExp(`^${prefix.replaceAll(/[.]/g, "\\.").replaceAll("_", ".")}`).test(key);

const faults: Record<string, [Fault, string]> = {
  "checks and writes in two steps": [{ gap: true }, "of several writes at the same time, one succeeds"],
  "loses changes": [{ gap: true }, "no change is lost"],
  "deletes and writes at the same time": [
    { gap: true },
    "of a write and deletes at the same time, one succeeds",
  ],
  "has the hash of a value as its version": [
    { version: (_, value) => hash(value) },
    "a version never returns, not even after the same value or a delete",
  ],
  "counts versions from 1 after a delete": [
    { version: (_, __, before) => String(Number(before?.version ?? 0) + 1) },
    "a version never returns, not even after the same value or a delete",
  ],
  "keeps the version at a write": [
    { version: (_, __, before) => before?.version ?? String(++last) },
    "a value is read as it was written, also by others",
  ],
  "has empty versions": [{ version: () => "" }, "a value is read as it was written, also by others"],
  "creates a value although a version is expected": [
    { creates: true },
    "a write with another version writes nothing",
  ],
  "overwrites without a version": [{ overwrites: true }, "a write with another version writes nothing"],
  "deletes with a wrong version": [{ deletesAny: true }, "a delete with another version deletes nothing"],
  "says that it has deleted no value": [
    { deleteAnswers: true },
    "a delete with another version deletes nothing",
  ],
  "never forgets a value": [{ ends: () => Infinity }, "values expire"],
  "forgets every value": [{ ends: (now) => now + 1000 }, "values expire"],
  "keeps the first lifetime": [
    { ends: (now, ttl, before) => before?.ends ?? now + (ttl ?? Infinity) * 1000 },
    "values expire",
  ],
  "keeps a lifetime that a write has ended": [
    { ends: (now, ttl, before) => (ttl === undefined ? (before?.ends ?? Infinity) : now + ttl * 1000) },
    "values expire",
  ],
  "takes milliseconds for seconds": [{ ends: (now, ttl = Infinity) => now + ttl }, "values expire"],
  "cuts a lifetime to whole seconds": [
    { ends: (now, ttl = Infinity) => now + Math.floor(ttl) * 1000 },
    "a value lives for its whole lifetime, also for a fraction of a second",
  ],
  "stores the end of a lifetime as a whole second": [
    { ends: (now, ttl = Infinity) => Math.floor(now / 1000 + ttl) * 1000 },
    "a value lives for its whole lifetime, also for a fraction of a second",
  ],
  "reads an expired value": [{ sees: (entry) => entry }, "values expire"],
  "lists expired keys": [{ listsExpired: true }, "values expire"],
  "counts expired keys in a page": [
    { cutsBeforeExpired: true },
    "list() fills its pages although values expire",
  ],
  "takes _ for any character": [
    { startsWith: like },
    "list() returns the keys with a prefix, sorted by their characters' codes",
  ],
  "ignores case in a prefix": [
    { startsWith: (key, prefix) => key.toLowerCase().startsWith(prefix.toLowerCase()) },
    "list() returns the keys with a prefix, sorted by their characters' codes",
  ],
  "takes a/ for a folder": [
    { startsWith: (key, prefix) => key.startsWith(prefix.replace(/\/$/, "")) },
    "list() returns the keys with a prefix, sorted by their characters' codes",
  ],
  "sorts as people do": [
    { sorted: (keys) => keys.toSorted((a, b) => a.localeCompare(b, "en")) },
    "list() returns the keys with a prefix, sorted by their characters' codes",
  ],
  "does not sort": [
    { sorted: (keys) => keys },
    "list() returns the keys with a prefix, sorted by their characters' codes",
  ],
  "lists the key `after` again": [{ isAfter: (key, after) => key >= after }, "list() returns pages"],
  "ignores `after`": [{ isAfter: () => true }, "list() returns pages"],
  "has a limit of its own": [{ limit: 100 }, "list() returns pages"],
  "removes spaces": [{ stored: (value) => value.trim() }, "every text is stored as it is"],
  "normalizes texts": [{ stored: (value) => value.normalize("NFC") }, "every text is stored as it is"],
  "stores three bytes of a character": [
    { stored: (value) => value.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, "?") },
    "every text is stored as it is",
  ],
  "cuts large values": [{ stored: (value) => value.slice(0, 65_535) }, "a value can be large"],
  "ignores case": [{ keyOf: (key) => key.toLowerCase() }, "A and a are different keys"],
  "takes a key for a path": [
    { keyOf: (key) => new URL(key, "file:///").pathname.slice(1) },
    "every key has a value of its own",
  ],
  "cuts long keys": [{ keyOf: (key) => key.slice(0, 240) }, "every key has a value of its own"],
};

describe("the suite notices a driver that", () => {
  test.for(Object.entries(faults))("%s", async ([, [fault, check]]) => {
    const { make, options } = world(fault);
    const error = await testStore(make, options).then(
      () => undefined,
      (reason: unknown) => reason as { code: string; issues: { path: string; message: string }[] },
    );
    expect(error?.code).toBe("config_error");
    expect(error!.issues.map(({ path }) => path)).toContain(check);
  });
  test.for([
    ["is empty when it is closed", async (): Promise<undefined> => undefined],
    [
      "throws when it is closed",
      (): never => {
        throw new Error("closed");
      },
    ],
  ] as const)("%s", async ([, read]) => {
    const { make, options } = world();
    const store = make();
    const isClosed = new Set<StoreDriver>();
    const fails = () => Promise.reject(new Error("closed"));
    const makeOne = () => {
      const one: StoreDriver = {
        read: (key): ReturnType<StoreDriver["read"]> => (isClosed.has(one) ? read() : store.read(key)),
        write: (...args) => (isClosed.has(one) ? fails() : store.write(...args)),
        delete: (...args) => (isClosed.has(one) ? fails() : store.delete(...args)),
        list: (...args) => (isClosed.has(one) ? fails() : store.list(...args)),
      };
      return one;
    };
    const close = (one: StoreDriver) => void isClosed.add(one);
    await expect(testStore(makeOne, { ...options, close })).rejects.toMatchObject({
      issues: [{ path: "a closed store rejects" }],
    });
  });
  test("caches values of its own", async () => {
    const { make, options } = world();
    const makeCached = (): StoreDriver => {
      const seen = new Map<string, Awaited<ReturnType<StoreDriver["read"]>>>();
      const store = make();
      return {
        ...store,
        async read(key) {
          const found = seen.get(key) ?? (await store.read(key));
          if (found) seen.set(key, found);
          return found;
        },
      };
    };
    await expect(testStore(makeCached, options)).rejects.toMatchObject({ code: "config_error" });
  });
});

test.each<[string, Fault, string, RegExp]>([
  ["milliseconds", { ends: (now, ttl = Infinity) => now + ttl }, "lifetime|expire", /number of seconds: a value with the lifetime 60 was gone at once/], // prettier-ignore
  ["case", { keyOf: (key) => key.toLowerCase() }, "^A and a", /are different keys, and the store takes them for one/], // prettier-ignore
])("the fault of a driver that confuses %s is always the same sentence", async (_, fault, checks, says) => {
  const { make, options } = world(fault);
  const error = (await testStore(make, options).catch((reason: unknown) => reason)) as {
    issues: { path: string; message: string }[];
  };
  const found = error.issues.filter(({ path }) => new RegExp(checks).test(path));
  expect(found.length).toBeGreaterThan(0);
  for (const { message } of found) expect(message).toMatch(says);
});

test("a write or a delete that resolves with a number is named", async () => {
  const { make, options } = world();
  const makeCounting = (): StoreDriver => {
    const store = make();
    return {
      ...store,
      write: async (...args) => Number(await store.write(...args)) as never,
    };
  };
  await expect(testStore(makeCounting, options)).rejects.toMatchObject({
    issues: expect.arrayContaining([
      {
        path: "write() and delete() resolve with true or false",
        message: "A write that creates a value must resolve with true, got 1.",
      },
    ]) as unknown,
  });
});

test("unknown options are refused", async () => {
  const { make } = world();
  await expect(testStore(make, { clsoe: () => {} } as object)).rejects.toThrow('no option "clsoe"');
});

test("close gets the driver of its own type", async () => {
  const { make, options } = world();
  let closed = false;
  const makeClosable = () => {
    const { read, write, delete: remove, list } = make();
    let isOpen = true;
    const when =
      <A extends unknown[], T>(run: (...args: A) => Promise<T>) =>
      (...args: A): Promise<T> =>
        isOpen ? run(...args) : Promise.reject(new Error("closed"));
    const end = () => void ((isOpen = false), (closed = true));
    return { read: when(read), write: when(write), delete: when(remove), list: when(list), end };
  };
  const { skipped } = await testStore(makeClosable, { ...options, close: (store) => store.end() });
  expect([skipped, closed]).toEqual([[], true]);
});

test("the suite leaves no key in the store", async () => {
  const { make, options } = world();
  await make().write("mine", "x", undefined);
  await testStore(make, options);
  expect(await make().list("")).toEqual(["mine"]);
});
