import type { ChaosTest } from "../chaos-test.ts";
import { runProcess } from "../run-process.ts";

const program = new URL("faulted-writes-process.ts", import.meta.url);

/**
 * Calls random write actions of Slack, and breaks their requests before or after the platform has done the write. No
 * write may take effect twice, and no lost write may look like a success. An outcome may be unknown only if Slack
 * does not show whether the write was done, or if Slack may still do the write.
 */
export const faultedWrites: ChaosTest = {
  name: "faulted-writes",
  tries: { full: 2500, quick: 60 },
  defences: ["look-up", "repeat"],
  run: ({ tries, seed, without }) => runProcess(program, { tries, seed }, without),
};
