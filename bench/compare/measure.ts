import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A program that runs in a new process. */
export interface Program {
  /** The folder in which the program starts, and in which its packages are installed. */
  cwd: string;
  /** The arguments of Node: the path of the program from `cwd`, then the arguments of the program. */
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

export interface Figures {
  /** CPU time of the whole process, user and system, in milliseconds. */
  cpu: number;
  /** Maximum of the resident memory in MB. */
  rss: number;
  /** Milliseconds from the start to the end of the process. */
  wall: number;
  /** The value that the program itself has measured. Absent if the program measures nothing. */
  measured?: number;
}

const usage = fileURLToPath(new URL("../programs/usage.cjs", import.meta.url));
// These variables would make Node keep compiled modules or load additional modules.
const { NODE_COMPILE_CACHE: _cache, NODE_OPTIONS: _options, ...environment } = process.env;

/** Runs a program. If the program fails, throws an error with the program's output. */
export function measure(node: string, { cwd, args, env = {} }: Program): Figures {
  const start = performance.now();
  const { error, status, output } = spawnSync(node, ["--require", usage, ...args], {
    cwd,
    env: { ...environment, ...env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    encoding: "utf8",
  });
  const wall = performance.now() - start;
  if (error) throw error;
  assert.equal(status, 0, `${args.join(" ")}\n${output[1]}\n${output[2]}`);
  const lines = output[3]!.trim().split("\n");
  return Object.assign({ wall }, ...lines.map((line) => JSON.parse(line) as object)) as Figures;
}
