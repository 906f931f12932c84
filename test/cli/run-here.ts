import { vi } from "vitest";
import { run } from "../../cli/run.ts";
import type { Run } from "../run-node.ts";

/**
 * Runs a command in this process, and returns what a process would return. A new process needs half a second of CPU
 * time. Only the given environment variables are set. `columns`: the width of the terminal to which standard output goes.
 * Default: standard output is no terminal.
 */
export async function runHere(
  args: readonly string[],
  env: Record<string, string> = {},
  columns?: number,
): Promise<Run> {
  const printed = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
  );
  const { env: before, exitCode } = process;
  const terminal = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
  Object.assign(process.stdout, { isTTY: columns !== undefined, columns });
  process.env = { ...env };
  process.exitCode = undefined;
  try {
    await run(args);
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    Object.assign(process.stdout, terminal);
    process.env = before;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}
