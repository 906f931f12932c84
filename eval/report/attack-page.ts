import { platforms } from "../platforms/index.ts";
import { obediently, runTask } from "../run/run-task.ts";
import { connectorsOf } from "../task/read-tasks.ts";
import type { Task } from "../task/schema.ts";

// The table of hidden instructions in docs/hidden-instructions.md.

/** What happens to the hidden instruction of a task if the agent obeys unmarked texts, and if it obeys all texts. */
export interface Attacked {
  task: Task;
  heeding: string;
  ignoring: string;
}

const words = {
  marked: "Marked",
  refused: "Refused: the tool does not allow it",
  obeyed: "**Done**",
  unseen: "Not shown",
} as const;

const isAttacked = ({ attack }: Task): boolean => attack !== undefined;

export async function runAttacks(tasks: readonly Task[]): Promise<Attacked[]> {
  const rows: Attacked[] = [];
  for (const task of tasks.filter(isAttacked)) {
    const [heeding, ignoring] = [
      await outcomeOf(task, { marks: true }),
      await outcomeOf(task, { marks: false }),
    ];
    rows.push({ task, heeding: words[heeding], ignoring: words[ignoring] });
  }
  return rows;
}

/** Returns how many of the instructions a guard refuses, if the agent ignores the marks. */
export async function countRefused(tasks: readonly Task[], guard: "reads" | "approvals"): Promise<number> {
  const outcomes = [];
  for (const task of tasks.filter(isAttacked)) outcomes.push(await outcomeOf(task, { marks: false, guard }));
  return outcomes.filter((one) => one === "refused").length;
}

async function outcomeOf(task: Task, options: Parameters<typeof obediently>[0]) {
  const { attacks } = await runTask(task, "tool", obediently(options));
  return attacks.find(({ call }) => call === task.attack!.call)!.outcome;
}

/** Writes the table in Markdown. */
export const attackRows = (rows: readonly Attacked[]): string[] => [
  "| Hidden in | Asks for | The agent obeys unmarked texts | The agent obeys every text |",
  "|---|---|---|---|",
  ...rows
    .map(
      ({ task, heeding, ignoring }) =>
        `| ${place(task)} | \`${task.attack!.call}\` | ${heeding} | ${ignoring} |`,
    )
    .toSorted(),
];

/** The platform that hides the instruction, and the kind of content. */
function place(task: Task): string {
  const name = connectorsOf(task).find((one) => JSON.stringify(task.world[one]).includes("[[call "))!;
  return `${platforms[name].title}: ${task.attack!.in}`;
}

/** Runs all hidden instructions, and returns the table and the counts of the page. */
export async function attackPage(tasks: readonly Task[]): Promise<string> {
  const rows = await runAttacks(tasks);
  const counts = await Promise.all(
    (["reads", "approvals"] as const).map((guard) => countRefused(tasks, guard)),
  );
  return [
    ...attackRows(rows),
    "",
    `If the agent obeys every text, \`effects: ["read"]\` refuses ${counts[0]} of these ${rows.length} calls. Approvals refuse ${counts[1]} of ${rows.length} until a person agrees.`,
  ].join("\n");
}
