import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { instrument } from "./instrument.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import type { Coverage, Plan, Report } from "./plan.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Judged extends Mutant {
  file: string;
  line: number;
  column: number;
  /** Whether any test runs the changed code. */
  covered: boolean;
  /** The test that failed with this mutant. Undefined if no test failed. */
  by: string | undefined;
}

/** Finds the mutants of files. Paths are relative to `root`. */
export function mutate(files: readonly string[]): { mutants: Judged[]; sources: Map<string, string> } {
  const mutants: Judged[] = [];
  const sources = new Map<string, string>();
  for (const file of files) {
    const source = readFileSync(join(root, file), "utf8");
    const found = mutantsOf(source);
    sources.set(resolve(root, file), instrument(source, found, mutants.length + 1));
    for (const mutant of found.mutants) {
      const lines = source.slice(0, mutant.start).split("\n");
      const at = { line: lines.length, column: lines.at(-1)!.length + 1 };
      mutants.push({ ...mutant, file, ...at, covered: false, by: undefined });
    }
  }
  return { mutants, sources };
}

/** Tests every mutant. The mutants exist only in memory, so no source file changes. */
export async function judge(
  files: readonly string[],
  tests: readonly string[],
  onProgress: (judged: number, all: number) => void,
): Promise<Judged[]> {
  const { mutants, sources } = mutate(files);
  const folder = mkdtempSync(join(tmpdir(), "mutate-"));
  const reports = join(folder, "reports");
  const plan: Plan = { reports, tests: tests.map((file) => resolve(root, file)), coverage: [], judged: [] };
  try {
    for (let done = false; !done;) {
      writeFileSync(reports, "");
      writeFileSync(join(folder, "plan"), JSON.stringify(plan));
      // After all test files have run without a mutant, a new process needs only the fastest file to start.
      const start = plan.coverage.length === plan.tests.length ? [quickest(plan.coverage)] : plan.tests;
      await runTests(start, sources, folder, (judged) =>
        onProgress(plan.judged.length + judged, mutants.length),
      );
      const before = plan.judged.length;
      for (const report of readReports(reports)) {
        if (report.is === "broken")
          throw new Error(`Tests fail without a mutant: ${report.tests}: ${report.failures.join("; ")}`);
        if (report.is === "covered") {
          plan.coverage.push(report);
          for (const mutant of Object.keys(report.reached)) mutants[Number(mutant) - 1]!.covered = true;
        }
        if (report.is === "begin") {
          plan.judged.push(report.mutant);
          // If the process hangs and is killed, the report `end` is missing and this text remains.
          mutants[report.mutant - 1]!.by = "the tests never end";
        }
        if (report.is === "end") mutants[report.mutant - 1]!.by = report.by;
        done ||= report.is === "done";
      }
      if (!done && plan.judged.length === before) throw new Error(`No test ran: ${tests.join(", ")}`);
    }
    return mutants;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const quickest = (coverage: readonly Coverage[]): string =>
  [...coverage].sort((one, other) => costOf(one) - costOf(other))[0]!.tests;

const costOf = ({ load, durations }: Coverage): number =>
  Object.values(durations).reduce((sum, duration) => sum + duration, load);

const readReports = (path: string): Report[] =>
  readFileSync(path, "utf8")
    .split("\n")
    // The text after the last line break can be an incomplete line, so it is left out.
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Report);

/** Kills a process that may already have ended. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Runs vitest with one test process. Kills the process if a mutant makes it hang. */
async function runTests(
  tests: readonly string[],
  sources: ReadonlyMap<string, string>,
  folder: string,
  onProgress: (judged: number) => void,
): Promise<void> {
  const reports = join(folder, "reports");
  let seen = { begun: 0, since: Date.now() };
  const watch = setInterval(() => {
    const lines = readReports(reports);
    onProgress(lines.filter(({ is }) => is === "end").length);
    const last = lines.at(-1);
    const pid = lines.find((line) => line.is === "process")?.pid;
    if (last?.is !== "begin" || last.mutant !== seen.begun)
      seen = { begun: last?.is === "begin" ? last.mutant : 0, since: Date.now() };
    else if (pid !== undefined && Date.now() - seen.since > last.limit) kill(pid);
  }, 1000);
  const exitCode = process.exitCode;
  try {
    const vitest = await startVitest(
      "test",
      [],
      {
        root,
        watch: false,
        include: tests.map((file) => file.slice(root.length)),
        typecheck: { enabled: false },
        reporters: [{}],
        silent: true,
        isolate: false,
        maxWorkers: 1,
        update: false,
        // The default cache is shared between runs, so it could return the mutants of an earlier run.
        fsModuleCachePath: join(folder, "cache"),
        runner: fileURLToPath(new URL("runner.ts", import.meta.url)),
        env: { MUTATE_PLAN: join(folder, "plan") },
      },
      {
        plugins: [
          {
            name: "mutate",
            enforce: "pre",
            transform: (_code: string, id: string) => sources.get(id.replace(/\?.*/, "")),
          },
        ],
      },
    );
    await vitest.close();
  } finally {
    clearInterval(watch);
    process.exitCode = exitCode;
  }
}
