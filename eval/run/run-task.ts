import { grade } from "../grade/grade.ts";
import { obey } from "../solve/obey.ts";
import type { Attack, Solve } from "../solve/solution.ts";
import { solveByScript } from "../solve/solve-by-script.ts";
import { connectorsOf } from "../task/read-tasks.ts";
import type { Task } from "../task/schema.ts";
import { createAgent, type Cost } from "../world/agent.ts";
import { type Guard, openInterface, type InterfaceName } from "../world/interfaces.ts";
import { createWorld } from "../world/world.ts";

export interface Outcome extends Cost {
  id: string;
  /** `slack`, `amazon-ads`, or both. */
  group: string;
  solved: boolean;
  /** Why the task is not solved. */
  reasons: string[];
  /** Whether the tool offered only the everyday actions. */
  everyday: boolean;
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

/** Runs one task in a new world, and grades what the world looks like afterwards. */
export async function runTask(task: Task, name: InterfaceName, solve: Solve): Promise<Outcome> {
  const world = createWorld(task);
  const connectors = connectorsOf(task);
  const open = {
    ...(await openInterface(name, world, connectors)),
    guarded: (guard: Guard) => openInterface(name, world, connectors, guard),
  };
  const agent = createAgent(open, task.prompt);
  const { answer, stopped, unseen = [], attacks = [] } = await solve(task, agent, open);
  const reasons = grade(task, world.changes(), answer);
  if (stopped !== undefined) reasons.unshift(`stopped: ${stopped}`);
  return {
    id: task.id,
    group: connectors.join("+"),
    solved: reasons.length === 0,
    reasons,
    everyday: connectors.every((connector) => isEveryday(task.world[connector]?.tool)),
    ...agent.cost,
    unseen,
    attacks,
  };
}

const isEveryday = (tool: { include?: unknown; actions?: unknown } | undefined): boolean =>
  tool?.include === undefined && tool?.actions !== "all";
