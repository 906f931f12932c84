import type { ChaosTest } from "../chaos-test.ts";
import { runProcess } from "../run-process.ts";

const program = new URL("connect-attacks-process.ts", import.meta.url);

/**
 * Attacks live connect sessions by changing one thing: state, code, cookie, session, user, redirect, provider, time
 * or order. No attack may make a connector. Between the attacks, untouched sessions must succeed.
 */
export const connectAttacks: ChaosTest = {
  name: "connect-attacks",
  tries: { full: 10_000, quick: 180 },
  defences: ["state", "code", "cookie", "session", "user", "redirect", "provider", "time", "order"],
  run: ({ tries, seed, without }) => runProcess(program, { tries, seed }, without),
};
