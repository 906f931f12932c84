import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import type { CodingTask } from "./coding-task.ts";
import { checkProject, openWorkshop, type Workshop } from "./project.ts";
import { agentTasks } from "./tasks/agents.ts";
import { boundTasks } from "./tasks/bounds.ts";
import { codeTasks } from "./tasks/code.ts";
import { serviceTasks } from "./tasks/service.ts";

// Tasks for coding agents. Without a command, checks the tasks: each check must accept the reference solution, and refuse the
// untouched project and a plausible wrong solution. With `--agent "claude -p"`, gives each prompt to the command in the project's
// folder, and checks the result. `--index` writes the index of the pages into the project first. `--task NAME` chooses tasks.

const { values } = parseArgs({
  options: {
    agent: { type: "string" },
    task: { type: "string", default: "" },
    index: { type: "boolean", default: false },
  },
});
const tasks = [...agentTasks, ...boundTasks, ...codeTasks, ...serviceTasks].filter(({ name }) =>
  name.includes(values.task),
);
using workshop = openWorkshop();
let failures = 0;
for (const task of tasks) {
  const faults =
    values.agent === undefined ? checkTask(workshop, task) : askAgent(workshop, task, values.agent);
  if (faults.length > 0) failures++;
  console.log(
    `${faults.length === 0 ? "ok  " : "FAIL"} ${task.name}${faults.map((fault) => `\n     ${fault}`).join("")}`,
  );
}
console.log(`${tasks.length - failures} of ${tasks.length} tasks: ok`);
if (failures > 0 || tasks.length === 0) process.exitCode = 1;

function checkTask({ project }: Workshop, task: CodingTask): string[] {
  const { name, start, solution, wrong } = task;
  const solved = checkProject(task, project(`${name}-solution`, start, solution));
  const untouched = checkProject(task, project(`${name}-start`, start));
  const mistaken = checkProject(task, project(`${name}-wrong`, start, wrong));
  return [
    ...(solved === undefined ? [] : [`The check refuses the reference solution: ${solved}`]),
    ...(untouched === undefined ? ["The check accepts the untouched project."] : []),
    ...(mistaken === undefined ? ["The check accepts the wrong solution."] : []),
  ];
}

function askAgent({ project }: Workshop, task: CodingTask, command: string): string[] {
  const folder = project(task.name, task.start);
  if (values.index) spawnSync("npx", ["agent-connectors", "init", "--agents"], { cwd: folder });
  // The prompt is the last argument of the command.
  const { status, error } = spawnSync(`${command} "$PROMPT"`, {
    cwd: folder,
    shell: true,
    env: { ...process.env, PROMPT: task.prompt },
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 900_000,
  });
  const ended =
    error?.message ?? (status === 0 ? undefined : `The command ended with the status ${String(status)}.`);
  const fault = checkProject(task, folder);
  return fault === undefined ? [] : [fault, ...(ended === undefined ? [] : [ended])];
}
