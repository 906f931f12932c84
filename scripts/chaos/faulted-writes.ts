import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ChaosTest, Seen } from "./chaos-test.ts";
import { turnOffArguments } from "./start-service.ts";

const program = fileURLToPath(new URL("faulted-writes-process.ts", import.meta.url));

/**
 * Calls random write actions of Slack, and breaks their requests before or after the platform has done the write. No
 * write may take effect twice, and no lost write may look like a success. An outcome may be unknown only if Slack
 * does not show whether the write was done, or if Slack may still do the write.
 */
export const faultedWrites: ChaosTest = {
  name: "faulted-writes",
  tries: { full: 2500, quick: 60 },
  defences: ["look-up", "repeat"],
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
