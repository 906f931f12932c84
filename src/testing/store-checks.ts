import type { StoreDriver } from "../core/contract/store-driver.ts";

/** What a check gets: two objects for one store, and a part of the keys for itself. */
export interface StoreUnderTest {
  store: StoreDriver;
  /** Another object for the same store, as another process has. */
  other: StoreDriver;
  /** Keys that start with this text belong to the check. */
  prefix: string;
  /** Lets time pass for the store. */
  pass(seconds: number): Promise<void>;
  /** The lifetime for values that must expire, in seconds. */
  ttl: number;
  /** Whether `pass` waits, so that waits can run at the same time. */
  isReal: boolean;
}

export interface StoreCheck {
  name: string;
  run(given: StoreUnderTest): Promise<void>;
}

/** @throws Error with the sentence `says`, unless it holds */
function must(holds: boolean, says: string): asserts holds {
  if (!holds) throw new Error(says);
}

const show = (value: unknown): string => JSON.stringify(value) ?? "undefined";

async function create(store: StoreDriver, key: string, value: string, ttl?: number): Promise<string> {
  must(
    await store.write(key, value, undefined, ttl),
    `write(${show(key)}) without a version must create the value.`,
  );
  return versionOf(store, key, value);
}

/** Reads a value that must be there, and returns its version. */
async function versionOf(store: StoreDriver, key: string, value: string): Promise<string> {
  const found = await store.read(key);
  must(found !== undefined, `read(${show(key)}) returned undefined after a write.`);
  must(found.value === value, `read(${show(key)}) returned another value than was written.`);
  must(
    typeof found.version === "string" && found.version !== "",
    "A version must be a text that is not empty.",
  );
  return found.version;
}

async function mustBeGone(store: StoreDriver, key: string, when: string): Promise<void> {
  must((await store.read(key)) === undefined, `read(${show(key)}) must return undefined ${when}.`);
}

const parallel = 20;
const countTrue = (answers: readonly boolean[]): number => answers.filter((answer) => answer).length;

const basics: readonly StoreCheck[] = [
  {
    name: "write() and delete() resolve with true or false",
    async run({ store, prefix }) {
      const key = `${prefix}a`;
      const mustBe = (expected: boolean, found: unknown, call: string) =>
        must(found === expected, `${call} must resolve with ${expected}, got ${show(found)}.`);
      mustBe(true, await store.write(key, "x", undefined), "A write that creates a value");
      mustBe(false, await store.write(key, "x", undefined), "A write without a version to a value");
      mustBe(false, await store.delete(key, "wrong"), "delete() with a wrong version");
      const { version } = (await store.read(key))!;
      mustBe(true, await store.write(key, "y", version), "A write with the current version");
      mustBe(
        true,
        await store.delete(key, (await store.read(key))!.version),
        "delete() with the current version",
      );
    },
  },
  {
    name: "a value is read as it was written, also by others",
    async run({ store, other, prefix }) {
      const key = `${prefix}a`;
      await mustBeGone(store, key, "before the first write");
      const version = await create(store, key, "first");
      must((await versionOf(other, key, "first")) === version, "Two reads returned different versions.");
      must(await other.write(key, "second", version), "A write with the current version must return true.");
      must((await versionOf(store, key, "second")) !== version, "A write must change the version.");
    },
  },
  {
    name: "a write with another version writes nothing",
    async run({ store, prefix }) {
      const key = `${prefix}a`;
      must(
        !(await store.write(key, "x", "1")),
        "A write with a version must return false if there is no value.",
      );
      await mustBeGone(store, key, "after a write with the version of no value");
      const version = await create(store, key, "first");
      for (const wrong of [undefined, "wrong", "", `${version}0`])
        must(
          !(await store.write(key, "x", wrong)),
          `A write with the version ${show(wrong)} must return false.`,
        );
      must(
        (await versionOf(store, key, "first")) === version,
        "A refused write must not change the version.",
      );
      must(await store.write(key, "second", version), "A write with the current version must return true.");
      must(
        !(await store.write(key, "x", version)),
        "A write with the version before the last write must return false.",
      );
      await versionOf(store, key, "second");
    },
  },
  {
    name: "a delete with another version deletes nothing",
    async run({ store, prefix }) {
      const key = `${prefix}a`;
      must(!(await store.delete(key, "1")), "delete() must return false if there is no value.");
      const first = await create(store, key, "first");
      must(!(await store.delete(key, "wrong")), "delete() with a wrong version must return false.");
      must(await store.write(key, "second", first), "A write with the current version must return true.");
      must(
        !(await store.delete(key, first)),
        "delete() with the version before the last write must return false.",
      );
      const second = await versionOf(store, key, "second");
      must(await store.delete(key, second), "delete() with the current version must return true.");
      await mustBeGone(store, key, "after delete()");
      must(!(await store.delete(key, second)), "A second delete() must return false.");
    },
  },
  {
    name: "a version never returns, not even after the same value or a delete",
    async run({ store, prefix }) {
      const key = `${prefix}a`;
      const seen = new Set<string>();
      for (let round = 1; round <= 10; round++) {
        const created = await create(store, key, "same");
        must(await store.write(key, "same", created), "A write with the current version must return true.");
        const written = await versionOf(store, key, "same");
        for (const version of [created, written]) {
          must(
            !seen.has(version),
            `The version ${show(version)} has returned. A version must be new after each write.`,
          );
          seen.add(version);
        }
        must(await store.delete(key, written), "delete() with the current version must return true.");
        must(
          !(await store.write(key, "x", written)),
          "A write with the version of a deleted value must return false.",
        );
        await mustBeGone(store, key, "after a write with the version of a deleted value");
      }
    },
  },
];

const races: readonly StoreCheck[] = [
  {
    name: "of several writes at the same time, one succeeds",
    async run({ store, other, prefix }) {
      for (let round = 1; round <= 10; round++) {
        const key = `${prefix}${round}`;
        const race = (version: string | undefined, name: string) =>
          Promise.all(
            Array.from({ length: parallel }, (_, index) =>
              (index % 2 === 0 ? store : other).write(key, `${name} ${index}`, version),
            ),
          );
        for (const name of ["create", "replace"]) {
          const before = name === "create" ? undefined : (await store.read(key))!.version;
          const answers = await race(before, name);
          must(
            countTrue(answers) === 1,
            `${countTrue(answers)} of ${parallel} writes with the same version at the same time returned true. One must.`,
          );
          await versionOf(store, key, `${name} ${answers.indexOf(true)}`);
        }
      }
    },
  },
  {
    name: "no change is lost",
    async run({ store, other, prefix }) {
      const key = `${prefix}count`;
      await create(store, key, "0");
      const add = async (one: StoreDriver) => {
        for (let attempt = 1; attempt <= 1000; attempt++) {
          const found = await one.read(key);
          must(found !== undefined, "A value was gone while several processes wrote it.");
          if (await one.write(key, String(Number(found.value) + 1), found.version)) return;
        }
        must(false, "1000 writes with the version that was just read have returned false.");
      };
      await Promise.all(Array.from({ length: parallel }, (_, index) => add(index % 2 === 0 ? store : other)));
      const value = (await store.read(key))?.value;
      must(value === String(parallel), `${parallel} processes have added 1 to a value, and it is ${value}.`);
    },
  },
  {
    name: "of a write and deletes at the same time, one succeeds",
    async run({ store, other, prefix }) {
      for (let round = 1; round <= 20; round++) {
        const key = `${prefix}${round}`;
        const version = await create(store, key, "first");
        const [written, ...deleted] = await Promise.all([store.write(key, "second", version), other.delete(key, version), store.delete(key, version)]); // prettier-ignore
        must(
          countTrue([written, ...deleted]) === 1,
          "Of a write and two deletes with the same version, one must return true.",
        );
        must(
          ((await store.read(key)) !== undefined) === written,
          "A delete and a write at the same time have left the value of the loser.",
        );
      }
    },
  },
];

/** A driver that takes seconds for milliseconds fails each check of lifetimes, always with this sentence. */
async function mustCountSeconds({ store, prefix, pass }: StoreUnderTest): Promise<void> {
  const key = `${prefix}seconds`;
  must(await store.write(key, "x", undefined, 60), "A write must create the value.");
  await pass(0);
  const found = await store.read(key);
  must(
    found !== undefined,
    "The lifetime of a value is a number of seconds: a value with the lifetime 60 was gone at once.",
  );
  await store.delete(key, found.version);
}

/** The checks that let time pass. */
export const lifetimeChecks: readonly StoreCheck[] = [
  {
    name: "a value lives for its whole lifetime, also for a fraction of a second",
    async run(given) {
      const { store, prefix, pass, isReal } = given;
      await mustCountSeconds(given);
      const lifetime = 1.9;
      const sample = async (index: number) => {
        const [key, started] = [`${prefix}${index}`, performance.now()];
        must(await store.write(key, "x", undefined, lifetime), "A write must create the value.");
        await pass(lifetime - 0.5);
        const found = await store.read(key);
        // On a slow computer, the lifetime may be over.
        const isOver = isReal && performance.now() - started >= lifetime * 1000;
        must(
          found !== undefined || isOver,
          `A value with the lifetime ${lifetime} must not expire earlier. Store the end of a lifetime with fractions of a second.`,
        );
      };
      // A clock of whole seconds ends a value too early only in a part of each second.
      const samples = [0, 1, 2, 3, 4];
      if (!isReal) for (const index of samples) await pass(0.1).then(() => sample(index));
      else
        await Promise.all(
          samples.map(async (index) => {
            await new Promise<void>((resolve) => setTimeout(resolve, index * 200));
            await sample(index);
          }),
        );
    },
  },
  {
    name: "values expire",
    async run(given) {
      const { store, other, prefix, pass, ttl } = given;
      await mustCountSeconds(given);
      const [expires, stays, renewed, kept] = ["expires", "stays", "renewed", "kept"].map((name) => prefix + name) as [string, string, string, string]; // prettier-ignore
      const version = await create(store, expires, "x", ttl);
      must(await store.write(stays, "x", undefined), "A write must create the value.");
      must(await store.write(renewed, "x", undefined, ttl), "A write must create the value.");
      must(await store.write(kept, "x", undefined, ttl), "A write must create the value.");
      const before = await store.list(prefix);
      must(before.length === 4, "A value with a lifetime must be readable before it expires.");
      must(
        await store.write(renewed, "y", (await store.read(renewed))!.version, 60 * ttl),
        "A write must renew the lifetime.",
      );
      must(await store.write(kept, "y", (await store.read(kept))!.version), "A write must end the lifetime.");
      await pass(ttl);
      await mustBeGone(store, expires, "after its lifetime");
      await mustBeGone(other, expires, "after its lifetime");
      await versionOf(store, stays, "x");
      must(
        (await store.read(renewed)) !== undefined,
        "A value must live as long as its last write says, not its first.",
      );
      must(
        (await store.read(kept)) !== undefined,
        "A write without a lifetime must end the lifetime of the value before.",
      );
      const listed = await store.list(prefix);
      must(!listed.includes(expires), "list() must not return the key of an expired value.");
      must(listed.length === 3, "list() must return the keys of values that have not expired.");
      must(!(await store.delete(expires, version)), "delete() must return false for an expired value.");
      must(
        !(await store.write(expires, "x", version)),
        "A write with the version of an expired value must return false.",
      );
      const again = await create(store, expires, "x");
      must(again !== version, "A version must not return after the value has expired.");
      await pass(ttl);
      await versionOf(store, expires, "x");
    },
  },
  {
    name: "list() fills its pages although values expire",
    async run(given) {
      const { store, prefix, pass, ttl } = given;
      await mustCountSeconds(given);
      for (let index = 10; index < 30; index++)
        must(
          await store.write(`${prefix}${index}`, "x", undefined, index % 5 > 0 ? ttl : undefined),
          "A write must create the value.",
        );
      await pass(ttl);
      await mustList(store, [prefix, undefined, 3], ["10", "15", "20"]);
    },
  },
];

const lists: readonly StoreCheck[] = [
  {
    name: "list() returns the keys with a prefix, sorted by their characters' codes",
    async run({ store, prefix }) {
      const names = ["-", ".", "/", "0", "10", "9", ":", "A", "B", "Z", "_", "a", "a-", "a/", "a/1", "a/2", "a/B", "a/a", "a0", "a:", "aB", "a_b", "ab", "axb", "b", "z"]; // prettier-ignore
      for (const name of names.toReversed()) await create(store, prefix + name, "x");
      await mustList(store, [prefix], names.toSorted());
      for (const start of ["a", "a/", "a_", "a.", "A", "b", "1", "z/"])
        await mustList(
          store,
          [prefix + start],
          names.filter((name) => name.startsWith(start)),
          start,
        );
      await mustList(store, [`${prefix}none`], []);
    },
  },
  {
    name: "list() returns pages",
    async run({ store, prefix }) {
      const names = Array.from({ length: 105 }, (_, index) => String(1000 + index));
      for (const name of names) await create(store, prefix + name, "x");
      await mustList(store, [prefix], names.slice(0, 100));
      await mustList(store, [prefix, `${prefix}1099`], names.slice(100));
      await mustList(store, [prefix, `${prefix}1001`, 2], ["1002", "1003"]);
      await mustList(store, [prefix, `${prefix}1001x`, 2], ["1002", "1003"]);
      await mustList(store, [prefix, `${prefix}1104`, 5], []);
      await mustList(store, [`${prefix}105`, `${prefix}1001`, 2], ["1050", "1051"], "105");
      await mustList(store, [`${prefix}105`, `${prefix}1060`, 2], []);
      await mustList(store, [prefix, undefined, 1000], names);
      must(
        await store.delete(`${prefix}1003`, (await store.read(`${prefix}1003`))!.version),
        "delete() with the current version must return true.",
      );
      await mustList(store, [prefix, `${prefix}1001`, 2], ["1002", "1004"]);
    },
  },
];

/** `names`: the keys that the store must list, without the prefix of the check. */
async function mustList(
  store: StoreDriver,
  args: Parameters<StoreDriver["list"]>,
  names: readonly string[],
  start = "",
): Promise<void> {
  const prefix = args[0].slice(0, args[0].length - start.length);
  const found = await store.list(...args);
  const expected = names.map((name) => prefix + name);
  const call = `list(${args.map(show).join(", ")})`;
  must(Array.isArray(found), `${call} must return an array of keys.`);
  must(
    show(found) === show(expected),
    `${call} returned ${shorten(found)} and must return ${shorten(expected)}.`,
  );
}
const shorten = (keys: readonly string[]): string =>
  keys.length > 30 ? `${keys.length} keys (${show(keys.slice(0, 3))} …)` : show(keys);

const texts: readonly StoreCheck[] = [
  {
    name: "every text is stored as it is",
    async run({ store, prefix }) {
      const values = ["", " x ", "\n", "a\r\nb\n", "\t", "\ufeffx", "é", "e\u0301", "日本語", "😀\u{10FFFF}", "'\"\\`;--", "%_*?[x]", "{\"a\":[1,null]}", "null", "0", "\u0001\u007f\u2028"]; // prettier-ignore
      for (const [index, value] of values.entries()) {
        const key = `${prefix}${index}`;
        must(await store.write(key, value, undefined), "A write must create the value.");
        const found = await store.read(key);
        must(found?.value === value, `The value ${show(value)} became ${show(found?.value)}.`);
        must(
          await store.write(key, "x", found.version),
          "A write with the current version must return true.",
        );
      }
    },
  },
  {
    name: "a value can be large",
    async run({ store, prefix }) {
      const value = "0123456789 é 😀\n".repeat(50_000);
      const version = await create(store, `${prefix}large`, value);
      must(
        await store.write(`${prefix}large`, `${value}!`, version),
        "A write with the current version must return true.",
      );
      await versionOf(store, `${prefix}large`, `${value}!`);
    },
  },
  {
    name: "A and a are different keys",
    async run({ store, prefix }) {
      const [upper, lower] = [`${prefix}A`, `${prefix}a`];
      await create(store, upper, "upper");
      must(
        (await store.read(lower)) === undefined && (await store.write(lower, "lower", undefined)),
        `${show(upper)} and ${show(lower)} are different keys, and the store takes them for one. Compare keys by their bytes.`,
      );
      await versionOf(store, upper, "upper");
      await versionOf(store, lower, "lower");
    },
  },
  {
    name: "every key has a value of its own",
    async run({ store, prefix }) {
      const names = ["a", "A", "aa", "aA", "Aa", "AA", ".", "..", "../a", "a/../b", "a//b", "a/", "/a", "/", ":", "a:b", "a-b", "a_b", "a.b", "a.json", "con", "nul", "__proto__", "constructor", "0", "00", "-1", "1e3", "Az09_-.:/"]; // prettier-ignore
      const fill = (letter: string, last: string) => letter.repeat(250 - prefix.length - 1) + last;
      names.push(fill("x", "a"), fill("x", "b"), fill("Q", "A"), fill("Q", "a"), fill("/", "a"));
      for (const name of names) await create(store, prefix + name, `value of ${name}`);
      for (const name of names) await versionOf(store, prefix + name, `value of ${name}`);
      await mustList(store, [prefix], names.toSorted());
    },
  },
];

export const storeChecks: readonly StoreCheck[] = [...basics, ...races, ...lists, ...texts];
