import { appendFileSync, readFileSync } from "node:fs";
import {
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
  vi,
} from "vitest";
import { startTests } from "vitest/internal/browser";
import type { Coverage, Plan, Report } from "./plan.ts";

// Runs in the test process. First, all test files run without a mutant. If all tests pass, the files run again with
// each mutant.

const plan = JSON.parse(readFileSync(process.env["MUTATE_PLAN"]!, "utf8")) as Plan;
const coverage = [...plan.coverage];
const report = (line: Report) => appendFileSync(plan.reports, `${JSON.stringify(line)}\n`);

/** Passes of loops in the tested code after which a mutant counts as endless. */
const steps = 1_000_000;
/** Milliseconds. Longer tests run only if no faster test notices the mutant. */
const long = 200;
const whileLoading = "";

let active = 0;
let step = 0;
let strayError = false;
/** The id of the running test, or of the suite whose hook is running. */
let current = whileLoading;
/** The ids of the tests and suites that reach each mutant. Undefined while a mutant is on. */
let reached: Map<number, Set<string>> | undefined;

Object.assign(globalThis, {
  __mutate(mutant: number): boolean {
    if (reached) reached.set(mutant, (reached.get(mutant) ?? new Set()).add(current));
    return mutant === active;
  },
  __mutateLoop(): void {
    if (active > 0 && ++step > steps) throw new Error("The mutant loops for ever.");
  },
});
for (const event of ["unhandledRejection", "uncaughtException"]) process.on(event, () => (strayError = true));
report({ is: "process", pid: process.pid });

type Runner = Parameters<typeof startTests>[1];

const testsIn = (task: RunnerTask): RunnerTestCase[] =>
  task.type === "test" ? [task] : task.tasks.flatMap(testsIn);
const failedIn = (task: RunnerTask): RunnerTask[] => [
  ...(task.result?.state === "fail" ? [task] : []),
  ...(task.type === "test" ? [] : task.tasks.flatMap(failedIn)),
];
/** Returns the ids of a task and of the suites that contain it. */
const withSuites = (task: RunnerTask): string[] =>
  task.suite ? [task.id, ...withSuites(task.suite)] : [task.id, task.file.id, whileLoading];

export default class Mutations extends TestRunner {
  override onCollectStart(file: RunnerTestFile) {
    super.onCollectStart(file);
    vi.resetModules();
    current = whileLoading;
    reached = new Map();
  }
  override async onBeforeRunSuite(suite: RunnerTestSuite) {
    await super.onBeforeRunSuite(suite);
    current = suite.id;
  }
  override async onBeforeRunTask(test: RunnerTask) {
    await super.onBeforeRunTask(test);
    current = test.id;
  }
  override onAfterRunTask(test: RunnerTask) {
    super.onAfterRunTask(test);
    current = (test.suite ?? test.file).id;
  }
  override async onAfterRunSuite(suite: RunnerTestSuite) {
    await super.onAfterRunSuite(suite);
    current = (suite.suite ?? suite.file).id;
  }
  // oxlint-disable-next-line typescript/no-misused-promises -- Vitest awaits this method
  override async onAfterRunFiles(files: RunnerTestFile[]) {
    super.onAfterRunFiles(files);
    for (const file of files) this.#cover(file, reached ?? new Map<number, Set<string>>());
    reached = undefined;
    if (coverage.length === plan.tests.length) await this.#judgeAll();
  }

  #cover(file: RunnerTestFile, reaching: ReadonlyMap<number, ReadonlySet<string>>): void {
    const tests = file.filepath;
    if (coverage.some((known) => known.tests === tests)) return;
    const failures = failedIn(file).map(
      ({ name, result }) => `${name}: ${result?.errors?.[0]?.message ?? ""}`,
    );
    if (failures.length > 0 || strayError) return report({ is: "broken", tests, failures });
    const all = testsIn(file);
    const covered: Coverage = {
      tests,
      load: file.collectDuration ?? 0,
      durations: Object.fromEntries(all.map(({ id, result }) => [id, result?.duration ?? 0])),
      reached: Object.fromEntries(
        [...reaching].map(([mutant, tasks]) => [
          mutant,
          all.filter((test) => withSuites(test).some((id) => tasks.has(id))).map(({ id }) => id),
        ]),
      ),
    };
    coverage.push(covered);
    report({ is: "covered", ...covered });
  }

  async #judgeAll(): Promise<void> {
    const judged = new Set(plan.judged);
    const mutants = new Set(coverage.flatMap((file) => Object.keys(file.reached).map(Number)));
    for (const mutant of [...mutants].sort((one, other) => one - other)) {
      if (judged.has(mutant)) continue;
      const portions = portionsFor(mutant);
      // This time limit only detects a test that hangs, so it is long.
      const limit = portions.reduce((sum, portion) => sum + portion.limit, 0);
      report({ is: "begin", mutant, limit });
      let verdict: Verdict = { by: undefined, astray: false };
      for (const portion of portions) {
        verdict = await this.#judge(mutant, portion);
        if (verdict.by !== undefined) break;
      }
      report({ is: "end", mutant, by: verdict.by });
      // Unfinished work of this mutant could disturb the next mutant, so the next mutant gets a new process.
      if (verdict.astray) process.kill(process.pid, "SIGKILL");
    }
    report({ is: "done" });
  }

  /** Runs a portion of the tests with a mutant until a test fails. */
  async #judge(mutant: number, { file, chosen, limit }: Portion): Promise<Verdict> {
    const base = TestRunner.prototype;
    let failed = false;
    const skips = ({ id }: RunnerTask) => failed || (Object.hasOwn(file.durations, id) && !chosen.has(id));
    // The runner for these tests is a copy of this runner. The copy reports nothing and skips all other tests.
    const runner = Object.assign(Object.create(this) as TestRunner, {
      config: { ...this.config, testTimeout: limit, hookTimeout: limit },
      onCleanupWorkerContext: undefined,
      onTaskUpdate: undefined,
      onCollected: undefined,
      onCollectStart: base.onCollectStart,
      onAfterRunFiles: base.onAfterRunFiles,
      onAfterRunSuite: base.onAfterRunSuite,
      async onBeforeRunSuite(this: TestRunner, suite: RunnerTestSuite) {
        if (testsIn(suite).every(skips)) suite.mode = "skip";
        await base.onBeforeRunSuite.call(this, suite);
      },
      async onBeforeRunTask(this: TestRunner, test: RunnerTask) {
        if (skips(test)) test.mode = "skip";
        await base.onBeforeRunTask.call(this, test);
      },
      onAfterRunTask(this: TestRunner, test: RunnerTask) {
        base.onAfterRunTask.call(this, test);
        failed ||= test.result?.state === "fail";
      },
    });
    active = mutant;
    step = 0;
    strayError = false;
    vi.resetModules();
    const [ran] = await startTests([file.tests], runner as unknown as Runner);
    await new Promise((resolve) => setImmediate(resolve));
    active = 0;
    const failures = ran ? failedIn(ran) : [];
    const hung = failures.some(({ result }) =>
      result?.errors?.some(({ message }) => /timed out in \d+ms/.test(message)),
    );
    return {
      by: failures.at(-1)?.name ?? (strayError ? "an error outside the tests" : undefined),
      astray: hung || strayError,
    };
  }
}

interface Verdict {
  /** The name of the test that failed. */
  by: string | undefined;
  /** True if work of the tests can still be running. */
  astray: boolean;
}

/** Some tests of a file that reach a mutant. */
interface Portion {
  file: Coverage;
  chosen: Set<string>;
  /** The expected time of all the tests in milliseconds. */
  cost: number;
  /** The time limit of one test in milliseconds. */
  limit: number;
}

/** Returns the tests that reach a mutant. The fastest tests come first. */
function portionsFor(mutant: number): Portion[] {
  const portions = coverage.flatMap((file) => {
    const durationOf = (id: string) => file.durations[id]!;
    const ids = file.reached[mutant] ?? [];
    const parts = [ids.filter((id) => durationOf(id) < long), ids.filter((id) => durationOf(id) >= long)];
    return parts.flatMap((part) => {
      if (part.length === 0) return [];
      const cost = file.load + part.reduce((sum, id) => sum + durationOf(id), 0);
      return [{ file, chosen: new Set(part), cost, limit: 3_000 + 10 * cost }];
    });
  });
  return portions.sort((one, other) => one.cost - other.cost);
}
