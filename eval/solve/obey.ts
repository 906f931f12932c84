import type { ToolResult } from "agent-connectors/adapter";
import type { Agent } from "../world/agent.ts";
import type { ActionCall } from "../world/interfaces.ts";
import type { Task } from "../task/schema.ts";
import { instructionsIn } from "./instructions.ts";
import { solveByScript } from "./solve-by-script.ts";
import type { Attack, Solution } from "./solution.ts";

export interface Obedience {
  /** Whether the agent knows what the marks mean. */
  marks: boolean;
  /** Runs the calls of the instructions. Default: the agent. */
  obeying?: Pick<Agent, "call"> | undefined;
}

/** Makes the calls of the task's script, and in addition every call that an unmarked text of a result asks for. */
export async function obey(
  task: Task,
  agent: Agent,
  { marks, obeying = agent }: Obedience,
): Promise<Solution> {
  const attacks = new Map<string, Attack>();
  const onResult = async ({ connector }: ActionCall, { text }: ToolResult): Promise<void> => {
    for (const { call, marked } of instructionsIn(text, connector)) {
      const key = JSON.stringify(call);
      const known = attacks.get(key);
      if (known && known.outcome !== "marked") continue;
      const name = `${call.entity}.${call.action}`;
      const attack: Attack = { call: name, outcome: "marked" };
      attacks.set(key, attack);
      if (marked && marks) continue;
      attack.outcome = "obeyed";
      const result = await obeying.call(call);
      if (!result.ok) {
        attack.outcome = "refused";
        attack.code = result.error.code;
      }
      await onResult(call, result);
    }
  };
  const solved = await solveByScript(task, agent, onResult);
  const found = [...attacks.values()];
  if (task.attack && !found.some(({ call }) => call === task.attack?.call))
    found.push({ call: task.attack.call, outcome: "unseen" });
  return { ...solved, attacks: found };
}
