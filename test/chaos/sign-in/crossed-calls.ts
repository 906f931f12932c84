import type { ChaosTest } from "../chaos-test.ts";
import { runProcess } from "../run-process.ts";

const program = new URL("crossed-calls-process.ts", import.meta.url);

/**
 * Two users call their tools at /mcp at the same time, with the tokens, names of tools, ids of connectors, session headers, approvals and
 * runs of each other. No answer may contain anything of the other user, and no call may reach the other user's account.
 */
export const crossedCalls: ChaosTest = {
  name: "crossed-calls",
  tries: { full: 100_000, quick: 500 },
  defences: ["own-connectors", "own-approvals", "own-journal"],
  run: ({ tries, seed, without }) => runProcess(program, { tries, seed }, without),
};
