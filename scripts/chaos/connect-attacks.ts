import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ChaosTest, Seen } from "./chaos-test.ts";
import { turnOffArguments } from "./start-service.ts";

const program = fileURLToPath(new URL("connect-attacks-process.ts", import.meta.url));

/**
 * Attacks live connect sessions by changing one thing: state, code, cookie, session, user, redirect, provider, time
 * or order. No attack may make a connector. Between the attacks, untouched sessions must succeed.
 */
export const connectAttacks: ChaosTest = {
  name: "connect-attacks",
  tries: { full: 10_000, quick: 180 },
  defences: ["state", "code", "cookie", "session", "user", "redirect", "provider", "time", "order"],
  async run({ tries, seed, without }) {
    const child = fork(program, [JSON.stringify({ tries, seed })], {
      execArgv: ["--conditions=agent-connectors-source", ...turnOffArguments(without)],
      env: { ...process.env, CHAOS_WITHOUT: without ?? "" },
    });
    let seen: Seen | undefined;
    child.on("message", (message) => (seen = message as Seen));
    await new Promise<void>((resolve) => child.once("close", () => resolve()));
    return (
      seen ?? { counts: {}, failures: [`The process ended with ${child.exitCode ?? child.signalCode}.`] }
    );
  },
};
