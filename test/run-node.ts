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
 * @param answers the input for the program. When the program has printed a key, the value of this key is typed.
 */
export const runNode = (
  args: readonly string[],
  env: Record<string, string> = {},
  answers: Record<string, string> = {},
): Promise<Run> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--conditions=agent-connectors-source", ...args],
      { cwd: root, env: { PATH, NODE_COMPILE_CACHE, TMPDIR, ...env }, timeout: 170_000, maxBuffer: 1 << 24 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) || 1 : 0, stdout, stderr }),
    );
    const open = new Map(Object.entries(answers));
    let printed = "";
    child.stdout?.on("data", (chunk: string) => {
      printed += chunk;
      for (const [question, answer] of open)
        if (printed.includes(question) && open.delete(question)) child.stdin?.write(`${answer}\n`);
    });
  });
