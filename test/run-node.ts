import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const { PATH, NODE_COMPILE_CACHE, TMPDIR } = process.env;
const root = fileURLToPath(new URL("..", import.meta.url));

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program of this repository from its sources. Sets only the given environment variables, PATH, the folder for
 * temporary files, and Node's folder for compiled modules, which makes the start faster.
 * @param answers what is typed, one after another, each when the program has printed `(y/n)` once more
 */
export const runNode = (
  args: readonly string[],
  env: Record<string, string> = {},
  answers: readonly string[] = [],
): Promise<Run> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--conditions=agent-connectors-source", ...args],
      { cwd: root, env: { PATH, NODE_COMPILE_CACHE, TMPDIR, ...env }, timeout: 170_000, maxBuffer: 1 << 24 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) || 1 : 0, stdout, stderr }),
    );
    let typed = 0;
    let printed = "";
    child.stdout?.on("data", (chunk: string) => {
      printed += chunk;
      const asked = printed.split("(y/n)").length - 1;
      while (typed < Math.min(asked, answers.length)) child.stdin?.write(`${answers[typed++]}\n`);
    });
  });
