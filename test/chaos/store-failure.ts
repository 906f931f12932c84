import type { ChaosTest } from "./chaos-test.ts";
import { runProcess } from "./run-process.ts";
import { unavailable, withStore, type StoreKind } from "./stores.ts";

const program = new URL("store-failure-process.ts", import.meta.url);

/**
 * Kills, freezes or fills the store at every statement of a write. If the write took effect, no response may say that
 * the caller can write again. A repetition with the same key must not write again. Each try covers all statements and
 * all kinds of failures, with and without an idempotency key.
 */
export const storeFailure = (kind: StoreKind): ChaosTest => ({
  name: `store-failure-${kind}`,
  tries: { full: 20, quick: 1 },
  defences: ["unknown"],
  unavailable: unavailable(kind),
  run: ({ tries, without }) =>
    withStore(kind, (location) => runProcess(program, { location, tries }, without)),
});
