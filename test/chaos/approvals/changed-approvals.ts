import type { ChaosTest } from "../chaos-test.ts";
import { runProcess } from "../run-process.ts";

const program = new URL("changed-approvals-process.ts", import.meta.url);

const part = 1000;

/**
 * Approves calls at the desk, and then changes one thing: an argument, the target, the record that the call rests on, a name that now
 * belongs to another id, the account, an amount, the time, or the person who decides. No changed call may run, and every call without
 * a change must run.
 */
export const changedApprovals: ChaosTest = {
  name: "changed-approvals",
  tries: { full: 10_000, quick: 60 },
  defences: ["digest", "approver"],
  async run({ tries, seed, without }) {
    const counts: Record<string, number> = {};
    const failures: string[] = [];
    // The sandboxes keep all calls, so a process with many tries becomes slow.
    for (let done = 0; done < tries; done += part) {
      const input = { tries: Math.min(part, tries - done), seed: seed + done };
      const seen = await runProcess(program, input, without);
      for (const [name, count] of Object.entries(seen.counts)) counts[name] = (counts[name] ?? 0) + count;
      failures.push(...seen.failures);
    }
    return { counts, failures };
  },
};
