import type { ChaosTest } from "../chaos-test.ts";
import { runProcess } from "../run-process.ts";

const program = new URL("changed-approvals-process.ts", import.meta.url);

/**
 * Approves calls at the desk, and then changes one thing: an argument, the target, the record that the call rests on, a name that now
 * belongs to another id, the account, an amount, the time, or the person who decides. No changed call may run, and every call without
 * a change must run.
 */
export const changedApprovals: ChaosTest = {
  name: "changed-approvals",
  tries: { full: 10_000, quick: 60 },
  defences: ["digest", "approver"],
  run: ({ tries, seed, without }) => runProcess(program, { tries, seed }, without),
};
