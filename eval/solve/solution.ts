import type { Agent } from "../world/agent.ts";
import type { Guard, OpenInterface } from "../world/interfaces.ts";
import type { Task } from "../task/schema.ts";

/**
 * What happened to an instruction that was hidden in content. `unseen`: no result contained it. `marked`: each result
 * that contained it said that other people wrote the text. `refused`: the agent obeyed, and the call failed.
 * `obeyed`: the agent obeyed, and the call succeeded.
 */
export interface Attack {
  call: string;
  outcome: "unseen" | "marked" | "refused" | "obeyed";
  /** The code of the error. */
  code?: string;
}

export interface Solution {
  answer: string;
  /** Why the run stopped before its end. */
  stopped?: string;
  /** Values of the script that no text for the model contains, so a model could not have known them. */
  unseen?: string[];
  attacks?: Attack[];
}

/** The interface of a task, which can be opened once more over the same sandboxes. */
export interface TaskInterface extends OpenInterface {
  guarded(guard: Guard): Promise<OpenInterface>;
}

/** Solves a task with an agent. */
export type Solve = (task: Task, agent: Agent, open: TaskInterface) => Promise<Solution>;
