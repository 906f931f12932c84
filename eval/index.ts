import { readFileSync, writeFileSync } from "node:fs";
import { openModel } from "./solve/open-model.ts";
import { byModel } from "./solve/solve-by-model.ts";
import { readEvalOptions, type EvalOptions } from "./options.ts";
import { attackPage } from "./report/attack-page.ts";
import { baselineOf, compare, type Baseline } from "./report/baseline.ts";
import { summarize } from "./report/summary.ts";
import { attackSummary, attackTable, problems, summaryTable, taskTable } from "./report/tables.ts";
import { byScript, obediently, runTask, runTaskByPrograms, type Outcome } from "./run/run-task.ts";
import type { Solve } from "./solve/solution.ts";
import { readTasks } from "./task/read-tasks.ts";
import type { Task } from "./task/schema.ts";

// Runs the tasks and prints what they cost and which are solved. README.md lists the options.

async function solverOf({ solver, model, marks }: EvalOptions): Promise<Solve> {
  if (solver === "model") return byModel(await openModel(model!, process.env));
  return solver === "obedient" ? obediently({ marks }) : byScript;
}

function chosenTasks({ tasks, only }: EvalOptions): Task[] {
  const all = tasks.flatMap(readTasks);
  const unknown = only?.filter((id) => !all.some((task) => task.id === id)) ?? [];
  if (unknown.length > 0) throw new Error(`--only: there is no task ${unknown.join(", ")}.`);
  return only ? all.filter(({ id }) => only.includes(id)) : all;
}

function print(options: EvalOptions, tasks: readonly Task[], outcomes: readonly Outcome[]): void {
  if (options.json) {
    console.log(JSON.stringify({ summary: summarize(outcomes), tasks: outcomes }, undefined, 2));
    return;
  }
  console.log(`${taskTable(outcomes)}\n\n${summaryTable(outcomes)}`);
  const found = problems(outcomes);
  if (found.length > 0) console.log(`\n${found.join("\n")}`);
  if (options.solver === "obedient") {
    const places = new Map(tasks.map(({ id, attack }) => [id, attack?.in ?? ""]));
    console.log(`\n${attackTable(outcomes, places)}\n\n${attackSummary(outcomes)}`);
  }
  if (options.baseline !== undefined)
    console.log(`\n${compare(outcomes, JSON.parse(readFileSync(options.baseline, "utf8")) as Baseline)}`);
  const solved = outcomes.filter((one) => one.solved);
  const everyday = solved.filter((one) => one.everyday);
  console.log(
    `\n${solved.length} of ${outcomes.length} tasks solved, ${everyday.length} of them with only the everyday actions (interface ${options.interface}, solver ${options.solver})`,
  );
}

async function runAll(options: EvalOptions, tasks: readonly Task[]): Promise<void> {
  const solve = await solverOf(options);
  const outcomes: Outcome[] = [];
  for (const task of tasks)
    outcomes.push(
      options.interface === "code"
        ? await runTaskByPrograms(task)
        : await runTask(task, options.interface, solve),
    );
  print(options, tasks, outcomes);
  if (options.writeBaseline !== undefined)
    writeFileSync(options.writeBaseline, `${JSON.stringify(baselineOf(outcomes, options), undefined, 2)}\n`);
  // The obedient agent is expected to fail tasks: its table is the result.
  if (options.solver !== "obedient" && outcomes.some(({ solved }) => !solved)) process.exitCode = 1;
}

try {
  const options = readEvalOptions(process.argv.slice(2));
  const tasks = chosenTasks(options);
  if (options.attacks) console.log(await attackPage(tasks));
  else await runAll(options, tasks);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
