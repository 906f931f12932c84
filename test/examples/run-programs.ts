import { fileURLToPath } from "node:url";
import { type Run, runNode } from "../run-node.ts";

interface Program {
  /** The path in this repository. */
  file: string;
  args?: readonly string[];
  env: Record<string, string>;
  /** The folder in which the program runs. Default: the root of this repository. */
  folder?: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const end = "--- the program has ended ---\n";

/**
 * Runs programs one after the other in one process, because the packages of the programs need seconds of CPU time to
 * load. Returns the output of each program.
 * @param options options of Node
 * @param answers what is typed, one after another, each when a program has printed `(y/n)` once more
 */
export async function runPrograms(
  programs: readonly Program[],
  options: readonly string[] = [],
  answers: readonly string[] = [],
): Promise<Omit<Run, "stdout"> & { outputs: string[] }> {
  // Each import has another address, so that Node runs a program again.
  const script = `
    for (const [index, { file, args = [], env, folder = "." }] of ${JSON.stringify(programs)}.entries()) {
      Object.assign(process.env, env);
      process.chdir(folder);
      process.argv.splice(1, Infinity, file, ...args);
      await import(${JSON.stringify(`file://${root}`)} + file + "?" + index);
      process.chdir(${JSON.stringify(root)});
      process.stdout.write(${JSON.stringify(end)});
    }`;
  const { stdout, ...run } = await runNode(
    [...options, "--input-type=module", "--eval", script],
    {},
    answers,
  );
  return { ...run, outputs: stdout.split(end).slice(0, -1) };
}
