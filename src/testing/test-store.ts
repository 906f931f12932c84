import type { StoreDriver } from "../core/contract/store-driver.ts";
import { ConnectorError, type Issue } from "../core/ground/errors.ts";
import { typeName } from "../core/ground/json.ts";
import { optionError, optionTypes, readOptions } from "../core/ground/read-options.ts";
import { checkStore } from "../core/store/check-store.ts";
import { lifetimeChecks, type StoreCheck, storeChecks } from "./store-checks.ts";

export interface TestStoreOptions<S extends StoreDriver = StoreDriver> {
  /** Moves the clock of the store by a number of seconds. Default: the checks wait about 3 seconds for values to expire. */
  advance?: ((seconds: number) => void | Promise<void>) | undefined;
  /**
   * Ends the connection of a store that `makeStore` has made, such as the end of a pool. All methods of a closed store must
   * reject. Without this option, the check of a closed store is skipped.
   */
  close?: ((store: S) => void | Promise<void>) | undefined;
}

const knownOptions = { advance: optionTypes.function, close: optionTypes.function };

export interface TestStoreReport {
  /** The number of checks that were run. */
  checks: number;
  /** The checks that were not run. */
  skipped: readonly string[];
  text: string;
}

const closedName = "a closed store rejects";

/**
 * Checks that a driver keeps every promise of `StoreDriver`. The checks use keys with a random prefix, and delete them at the
 * end, so the store need not be empty.
 * @param makeStore returns a driver for the same store, with each call. To imitate several processes, return a new object
 * each time; with `close`, return an object with a connection of its own
 * @throws ConnectorError `config_error`; `issues` has a sentence for each fault, with the name of the check as its path
 */
export async function testStore<S extends StoreDriver>(
  makeStore: () => S | Promise<S>,
  options: TestStoreOptions<S> = {},
): Promise<TestStoreReport> {
  const { advance, close } = readOptions(
    options,
    knownOptions,
    "options of testStore",
    "",
  ) as TestStoreOptions<S>;
  const root = `test-${crypto.randomUUID().slice(0, 8)}/`;
  const ttl = 1;
  // The clock of another computer counts whole milliseconds, or may run slower.
  const pass = async (seconds: number) =>
    advance
      ? advance(seconds + 0.1)
      : new Promise<void>((resolve) => setTimeout(resolve, (seconds + 0.1) * 1000));
  if (typeof makeStore !== "function")
    throw optionError(
      "makeStore",
      `testStore needs a function that makes a store, got ${typeName(makeStore)}.`,
      "Write testStore(() => myStore()).",
    );
  const [store, other] = [checkStore(await makeStore()), checkStore(await makeStore())];
  let count = 0;
  const faultsOf = async ({ name, run }: StoreCheck): Promise<Issue[]> => {
    const prefix = `${root}${count++}/`;
    try {
      await run({ store, other, prefix, pass, ttl, isReal: !advance });
      return [];
    } catch (error) {
      return [{ path: name, message: error instanceof Error ? error.message : String(error) }];
    }
  };
  const faults: Issue[] = [];
  const checks = close ? [...storeChecks, closedCheck(makeStore, close)] : storeChecks;
  for (const check of checks) faults.push(...(await faultsOf(check)));
  // Checks that wait for real time wait together.
  if (advance) for (const check of lifetimeChecks) faults.push(...(await faultsOf(check)));
  else faults.push(...(await Promise.all(lifetimeChecks.map(faultsOf))).flat());
  await removeAll(store, root).catch(() => {});
  const skipped = close ? [] : [closedName];
  const text = [
    `Store: ${count} checks, ${faults.length} ${faults.length === 1 ? "fault" : "faults"}.`,
    ...faults.map(({ path, message }) => `- ${path}: ${message}`),
    ...skipped.map((name) => `Not checked: ${name}.`),
  ].join("\n");
  if (faults.length === 0) return { checks: count, skipped, text };
  throw new ConnectorError("config_error", text, { path: faults[0]!.path, issues: faults });
}

const closedCheck = <S extends StoreDriver>(
  makeStore: () => S | Promise<S>,
  close: (store: S) => void | Promise<void>,
): StoreCheck => ({
  name: closedName,
  async run({ prefix }) {
    const store = await makeStore();
    const key = `${prefix}closed`;
    await store.write(key, "x", undefined);
    await close(store);
    const calls: Record<string, () => Promise<unknown>> = {
      read: () => store.read(key),
      write: () => store.write(key, "y", undefined),
      delete: () => store.delete(key, "1"),
      list: () => store.list(prefix),
    };
    for (const [name, call] of Object.entries(calls)) {
      let result: Promise<unknown>;
      try {
        result = call();
      } catch {
        throw new Error(`${name}() of a closed store must return a promise that rejects, and has thrown.`);
      }
      const rejects = await result.then(
        () => false,
        () => true,
      );
      if (!rejects)
        throw new Error(`${name}() of a closed store must reject, because the store cannot be reached.`);
    }
  },
});

async function removeAll(store: StoreDriver, prefix: string): Promise<void> {
  // A wrong driver could list the same keys again and again.
  for (let page = 1; page <= 100; page++) {
    const keys = await store.list(prefix);
    for (const key of keys) await store.delete(key, (await store.read(key))?.version ?? "");
    if (keys.length === 0) return;
  }
}
