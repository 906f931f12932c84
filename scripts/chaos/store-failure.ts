import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ChaosTest, Seen } from "./chaos-test.ts";
import { turnOffArguments } from "./start-service.ts";
import { unavailable, withStore, type StoreKind } from "./stores.ts";

const program = fileURLToPath(new URL("store-failure-process.ts", import.meta.url));

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
    withStore(kind, async (location) => {
      const child = fork(program, [JSON.stringify({ location, tries })], {
        execArgv: ["--conditions=agent-connectors-source", ...turnOffArguments(without)],
        env: { ...process.env, CHAOS_WITHOUT: without ?? "" },
      });
      let seen: Seen | undefined;
      child.on("message", (message) => (seen = message as Seen));
      await new Promise<void>((resolve) => child.once("close", () => resolve()));
      return (
        seen ?? { counts: {}, failures: [`The process ended with ${child.exitCode ?? child.signalCode}.`] }
      );
    }),
});
