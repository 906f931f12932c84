import type { ToolResult } from "agent-connectors/adapter";
import type { Agent } from "../world/agent.ts";
import type { ActionCall } from "../world/interfaces.ts";
import { connectorsOf } from "../task/read-tasks.ts";
import type { Step, Task } from "../task/schema.ts";
import type { Solution } from "./solution.ts";
import { fill } from "./values.ts";

/** Makes the calls of the task's script. `onResult` runs after each call. */
export async function solveByScript(
  task: Task,
  agent: Agent,
  onResult: (call: ActionCall, result: ToolResult) => Promise<void> = async () => {},
): Promise<Solution> {
  const results = new Map<string, unknown>();
  const unseen = new Set<string>();
  const onRead = (value: unknown) => void (agent.hasRead(value) || unseen.add(String(value)));
  const source = { results, onRead };
  const [first] = connectorsOf(task);

  const runOne = async (step: Step, item?: unknown): Promise<unknown> => {
    const [entity, action] = step.call.split(".") as [string, string];
    const call = { connector: step.on ?? first!, entity, action, params: fill(step.params, source, item) };
    const result = await agent.call(call);
    await onResult(call, result);
    const code = result.ok ? undefined : result.error.code;
    if (code !== step.fails)
      throw new Error(
        result.ok
          ? `${step.call} should fail with ${step.fails}`
          : `${step.call} failed with ${code}: ${result.error.message}`,
      );
    return result.ok ? { data: result.data, meta: result.meta } : { error: result.error };
  };
  try {
    for (const step of task.script) {
      const items = step.each === undefined ? undefined : fill(step.each, source);
      if (items !== undefined && !Array.isArray(items)) throw new Error(`${step.call}: each is not a list`);
      const given: unknown[] = [];
      for (const item of items ?? [undefined]) given.push(await runOne(step, item));
      if (step.as !== undefined) results.set(step.as, items ? given : given[0]);
    }
    const answer = task.answer === undefined ? "" : String(fill(task.answer, source));
    return { answer, unseen: [...unseen] };
  } catch (error) {
    return { answer: "", stopped: (error as Error).message, unseen: [...unseen] };
  }
}
