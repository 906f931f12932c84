import type { ChaosTest } from "../chaos-test.ts";
import { runProcess } from "../run-process.ts";

const program = new URL("approved-writes-process.ts", import.meta.url);

/**
 * Sends the same approval again in every framework: after the run, at the same time, and from an old state. Also
 * changes one field of approved calls. Every approved call must run once, all repetitions of a call must return the
 * same result, and no changed call may run.
 */
export const approvedWrites: ChaosTest = {
  name: "approved-writes",
  tries: { full: 1000, quick: 30 },
  defences: ["once", "digest", "first-question"],
  run: ({ tries, seed, without }) => runProcess(program, { tries, seed }, without),
};
