import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { instrument } from "./instrument.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import type { Plan, Report } from "./plan.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Judged extends Mutant {
  file: string;
  line: number;
  column: number;
  /** Does any test reach the place? */
  covered: boolean;
  /** The test that failed, if one did. */
  by: string | undefined;
}

/** Every mutant of some files, and the files with these mutants in them. Paths start at the root of the repository. */
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

/** Runs the tests against every mutant. The mutants exist in memory alone: no source file changes. */
export async function judge(
  files: readonly string[],
  tests: readonly string[],
  onProgress: (judged: number, all: number) => void,
): Promise<Judged[]> {
  const { mutants, sources } = mutate(files);
  const folder = mkdtempSync(join(tmpdir(), "mutate-"));
  const plan: Plan = { reports: join(folder, "reports"), noticed: [], judged: {} };
  const waiting = new Set(tests.map((file) => resolve(root, file)));
  try {
    while (waiting.size > 0) {
      writeFileSync(plan.reports, "");
      writeFileSync(join(folder, "plan"), JSON.stringify(plan));
      await runTests([...waiting], sources, folder, () =>
        onProgress(new Set(Object.values(plan.judged).flat()).size + countEnds(plan.reports), mutants.length),
      );
      const reports = readReports(plan.reports);
      for (const [mutant, report] of verdicts(reports)) {
        const { tests: file, by } = report;
        (plan.judged[file] ??= []).push(mutant);
        if (by === undefined) continue;
        plan.noticed.push(mutant);
        mutants[mutant - 1]!.by = by;
      }
      for (const report of reports) {
        if (report.is === "broken")
          throw new Error(`Tests fail without a mutant: ${report.tests}: ${report.failures.join("; ")}`);
        if (report.is === "covered") for (const mutant of report.mutants) mutants[mutant - 1]!.covered = true;
        if (report.is === "done") waiting.delete(report.tests);
      }
      if (!reports.some(({ is }) => is === "begin" || is === "done"))
        throw new Error(`No test ran: ${tests.join(", ")}`);
    }
    return mutants;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const readReports = (path: string): Report[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Report]));

const countEnds = (path: string): number => readReports(path).filter(({ is }) => is === "end").length;

/** What ended, and what began but did not end: its process was killed or died. */
function verdicts(reports: readonly Report[]): Map<number, { tests: string; by: string | undefined }> {
  const verdict = new Map<number, { tests: string; by: string | undefined }>();
  for (const report of reports) {
    if (report.is === "begin") verdict.set(report.mutant, { tests: report.tests, by: "the tests never end" });
    if (report.is === "end") verdict.set(report.mutant, report);
  }
  return verdict;
}

/** One run of vitest, in one process for the tests. It is killed if a mutant makes it hang. */
async function runTests(
  tests: readonly string[],
  sources: ReadonlyMap<string, string>,
  folder: string,
  onProgress: () => void,
): Promise<void> {
  const reports = join(folder, "reports");
  let seen = { begun: 0, since: Date.now() };
  const watch = setInterval(() => {
    onProgress();
    const lines = readReports(reports);
    const last = lines.at(-1);
    const pid = lines.find((line) => line.is === "process")?.pid;
    if (last?.is !== "begin" || last.mutant !== seen.begun)
      seen = { begun: last?.is === "begin" ? last.mutant : 0, since: Date.now() };
    else if (pid !== undefined && Date.now() - seen.since > last.limit) process.kill(pid, "SIGKILL");
  }, 250);
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
        // The usual cache is by source alone, so it would hand out the mutants of an earlier run.
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
