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
import type { Plan, Report } from "./plan.ts";

// Runs in the process of the tests. After a file of tests has passed as it is, it runs again for each mutant that it reaches.

const plan = JSON.parse(readFileSync(process.env["MUTATE_PLAN"]!, "utf8")) as Plan;
const noticed = new Set(plan.noticed);
const report = (line: Report) => appendFileSync(plan.reports, `${JSON.stringify(line)}\n`);

/** Loops of the mutated room run this often at most for one mutant. */
const steps = 1_000_000;
const whileLoading = "";

let active = 0;
let step = 0;
let current = whileLoading;
let strayError = false;
/** The tests, and the suites with their hooks, that reach each mutant while the tests run as they are. */
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

const testsIn = (task: RunnerTask): RunnerTestCase[] =>
  task.type === "test" ? [task] : task.tasks.flatMap(testsIn);
const failedIn = (task: RunnerTask): RunnerTask[] => [
  ...(task.result?.state === "fail" ? [task] : []),
  ...(task.type === "test" ? [] : task.tasks.flatMap(failedIn)),
];

type Runner = Parameters<typeof startTests>[1];

export default class Mutations extends TestRunner {
  override onCollectStart(file: RunnerTestFile) {
    super.onCollectStart(file);
    vi.resetModules();
    current = whileLoading;
    strayError = false;
    reached = new Map();
  }
  override async onBeforeRunTask(test: RunnerTask) {
    await super.onBeforeRunTask(test);
    current = test.id;
  }
  override onAfterRunTask(test: RunnerTask) {
    super.onAfterRunTask(test);
    current = (test.suite ?? test.file).id;
  }
  override async onBeforeRunSuite(suite: RunnerTestSuite) {
    await super.onBeforeRunSuite(suite);
    current = suite.id;
  }
  override async onAfterRunSuite(suite: RunnerTestSuite) {
    await super.onAfterRunSuite(suite);
    current = (suite.suite ?? suite.file).id;
  }
  override async onAfterRunFiles(files: RunnerTestFile[]) {
    super.onAfterRunFiles(files);
    const covered = reached ?? new Map<number, Set<string>>();
    reached = undefined;
    for (const file of files) await this.#judgeAll(file, covered);
  }

  async #judgeAll(file: RunnerTestFile, covered: ReadonlyMap<number, ReadonlySet<string>>): Promise<void> {
    const tests = file.filepath;
    const broken = failedIn(file);
    if (broken.length > 0 || strayError)
      return report({ is: "broken", tests, failures: broken.map(({ name }) => name) });
    report({ is: "covered", tests, mutants: [...covered.keys()] });
    // A hang is the only thing that time decides, so its limit is generous.
    const longest = Math.max(0, ...testsIn(file).map(({ result }) => result?.duration ?? 0));
    const limit = 3_000 + 10 * longest;
    const judged = new Set(plan.judged[tests]);
    for (const [mutant, reaching] of covered) {
      if (noticed.has(mutant) || judged.has(mutant)) continue;
      const whole = testsIn(file).reduce((sum, { result }) => sum + (result?.duration ?? 0), 0);
      report({ is: "begin", mutant, tests, limit: 2 * limit + 10 * whole });
      const { by, hung } = await this.#judge(mutant, tests, limit, reaching);
      if (by !== undefined) noticed.add(mutant);
      report({ is: "end", mutant, tests, by });
      // Work that goes on could disturb the next mutant, so the next one gets another process.
      if (hung || strayError) process.kill(process.pid, "SIGKILL");
    }
    report({ is: "done", tests });
  }

  /** The first test that fails under a mutant. */
  async #judge(mutant: number, tests: string, limit: number, reaching: ReadonlySet<string>) {
    const always = reaching.has(whileLoading);
    /** Does the task, or a hook of a suite around it, reach the mutant? */
    const reaches = (task: RunnerTask): boolean =>
      reaching.has(task.id) || (task.suite ? reaches(task.suite) : reaching.has(task.file.id));
    const base = TestRunner.prototype;
    let failed = false;
    // The same runner, but silent, and with some of the tests, until one fails.
    const runner = Object.assign(Object.create(this) as TestRunner, {
      config: { ...this.config, testTimeout: limit, hookTimeout: limit },
      onCleanupWorkerContext: undefined,
      onTaskUpdate: undefined,
      onCollected: undefined,
      onCollectStart: base.onCollectStart,
      onAfterRunFiles: base.onAfterRunFiles,
      async onBeforeRunTask(this: TestRunner, test: RunnerTask) {
        if (failed || !(always || reaches(test))) test.mode = "skip";
        await base.onBeforeRunTask.call(this, test);
      },
      async onBeforeRunSuite(this: TestRunner, suite: RunnerTestSuite) {
        if (failed || !(always || testsIn(suite).some(reaches))) suite.mode = "skip";
        await base.onBeforeRunSuite.call(this, suite);
      },
      onAfterRunSuite: base.onAfterRunSuite,
      onAfterRunTask(this: TestRunner, test: RunnerTask) {
        base.onAfterRunTask.call(this, test);
        failed ||= test.result?.state === "fail";
      },
    });
    active = mutant;
    step = 0;
    strayError = false;
    vi.resetModules();
    const [file] = await startTests([tests], runner as unknown as Runner);
    await new Promise((resolve) => setImmediate(resolve));
    active = 0;
    const failures = file ? failedIn(file) : [];
    const hung = failures.some(({ result }) =>
      result?.errors?.some(({ message }) => /timed out in \d+ms/.test(message)),
    );
    return { by: failures.at(-1)?.name ?? (strayError ? "an error outside the tests" : undefined), hung };
  }
}
