import { grade } from "../grade/grade.ts";
import { solveByPrograms } from "../code/solve-by-programs.ts";
import { obey } from "../solve/obey.ts";
import type { Attack, Solution, Solve } from "../solve/solution.ts";
import { solveByScript } from "../solve/solve-by-script.ts";
import { connectorsOf } from "../task/read-tasks.ts";
import type { Task } from "../task/schema.ts";
import { createAgent, type Cost } from "../world/agent.ts";
import { type Guard, openInterface, type InterfaceName } from "../world/interfaces.ts";
import { createWorld, type World } from "../world/world.ts";

export interface Outcome extends Cost {
  id: string;
  /** The platforms, such as `slack` or `slack+amazon-ads`. */
  group: string;
  solved: boolean;
  /** Why the task is not solved. */
  reasons: string[];
  /** Whether the tool offered only the everyday actions. */
  everyday: boolean;
  /** The HTTP requests that the platforms have got. */
  requests: number;
  /** Values of the script that no text for the model contains. */
  unseen: string[];
  attacks: Attack[];
}

export const byScript: Solve = (task, agent) => solveByScript(task, agent);

/**
 * `marks`: whether the agent ignores instructions in texts that a result marks as written by others. `guard`: limits the
 * calls for which the instructions ask.
 */
export const obediently =
  ({ marks, guard }: { marks: boolean; guard?: Guard }): Solve =>
  async (task, agent, open) =>
    obey(task, agent, { marks, obeying: guard && createAgent(await open.guarded(guard), task.prompt) });

/**
 * Runs one task with programs in code mode. A program returns the fields that a tool would show, which a run with the tool
 * finds first.
 */
export async function runTaskByPrograms(task: Task): Promise<Outcome> {
  const shown: string[][] = [];
  const steps = task.script.map(({ call }) => call);
  await runTask(task, "tool", (one, agent) =>
    solveByScript(one, agent, async ({ entity, action }, { text }) => {
      // A step with `each` makes several calls.
      while (steps[0] !== undefined && steps[0] !== `${entity}.${action}`) steps.shift();
      shown[task.script.length - steps.length] = fieldsIn(text);
      if (task.script[task.script.length - steps.length]?.each === undefined) steps.shift();
    }),
  );
  await using world = await createWorld(task);
  const { cost, ...solution } = await solveByPrograms(task, world, shown);
  return await outcomeOf(task, world, solution, cost);
}

/** Returns the names of the columns or fields of a result. */
function fieldsIn(text: string): string[] {
  const { data } = JSON.parse(text) as {
    data?: Record<string, unknown> & { columns?: string[]; every_row?: object };
  };
  if (typeof data !== "object" || data === null || Array.isArray(data)) return [];
  const { columns, every_row: same = {} } = data;
  return columns ? [...columns, ...Object.keys(same)] : Object.keys(data);
}

/** Runs one task in a new world, and grades what the world looks like afterwards. */
export async function runTask(task: Task, name: InterfaceName, solve: Solve): Promise<Outcome> {
  await using world = await createWorld(task);
  const connectors = connectorsOf(task);
  const open = {
    ...(await openInterface(name, world, connectors)),
    guarded: (guard: Guard) => openInterface(name, world, connectors, guard),
  };
  const agent = createAgent(open, task.prompt);
  return await outcomeOf(task, world, await solve(task, agent, open), agent.cost);
}

async function outcomeOf(
  task: Task,
  world: World,
  { answer, stopped, unseen = [], attacks = [] }: Solution,
  cost: Cost,
): Promise<Outcome> {
  const connectors = connectorsOf(task);
  const reasons = grade(task, await world.changes(), answer);
  if (stopped !== undefined) reasons.unshift(`stopped: ${stopped}`);
  return {
    id: task.id,
    group: connectors.join("+"),
    solved: reasons.length === 0,
    reasons,
    everyday: connectors.every((connector) => isEveryday(task.world[connector]?.tool)),
    ...cost,
    requests: world.requests(),
    unseen,
    attacks,
  };
}

const isEveryday = (tool: { include?: unknown; actions?: unknown } | undefined): boolean =>
  tool?.include === undefined && tool?.actions !== "all";
