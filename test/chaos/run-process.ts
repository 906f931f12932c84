import { fork } from "node:child_process";
import type { Seen } from "./chaos-test.ts";
import { turnOffArguments } from "./start-service.ts";

/** Runs a program of the chaos tests in a separate process, without the defence `without`. */
export async function runProcess(program: URL, input: object, without: string | undefined): Promise<Seen> {
  const child = fork(program, [JSON.stringify(input)], {
    execArgv: ["--conditions=agent-connectors-source", ...turnOffArguments(without)],
    env: { ...process.env, CHAOS_WITHOUT: without ?? "" },
  });
  let seen: Seen | undefined;
  child.on("message", (message) => (seen = message as Seen));
  await new Promise<void>((resolve) => child.once("close", () => resolve()));
  return seen ?? { counts: {}, failures: [`The process ended with ${child.exitCode ?? child.signalCode}.`] };
}
