import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ChaosTest, Seen } from "./chaos-test.ts";
import { turnOffArguments } from "./start-service.ts";

const program = fileURLToPath(new URL("approved-writes-process.ts", import.meta.url));

/**
 * Sends the same approval again in every framework: after the run, at the same time, and from an old state. Also
 * changes one field of approved calls. Every approved call must run once, and no changed call may run.
 */
export const approvedWrites: ChaosTest = {
  name: "approved-writes",
  tries: { full: 1000, quick: 30 },
  defences: ["once", "digest", "first-question"],
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
