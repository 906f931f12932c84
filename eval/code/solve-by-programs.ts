import { codeMode } from "agent-connectors/code-mode";
import type { AnyConnector } from "agent-connectors/adapter";
import type { Cost } from "../world/agent.ts";
import { tokensOf } from "../world/tokens.ts";
import { connectorsOf } from "../task/read-tasks.ts";
import type { Step, Task } from "../task/schema.ts";
import type { World } from "../world/world.ts";
import type { Solution } from "../solve/solution.ts";
import { fill } from "../solve/values.ts";
import { fieldsUsed, lineOf, readingOf, variableOf } from "./program-text.ts";
import { runIsolated } from "./run-isolated.ts";
import { fromVariable, toJavaScript } from "./to-javascript.ts";
import { knows, referencesIn, unreadBefore } from "./what-is-known.ts";

// Solves a task with programs of JavaScript, which the isolated runner `run` executes. A program goes on as long as the
// prompt, or what earlier programs have returned, says all that the next call needs. If not, the program ends and returns
// what a model must read: of each record, the fields that a tool would show.

/** The tool of the host, which a model calls with a program. */
const hostTool = JSON.stringify({
  name: "run_code",
  description:
    "Runs the body of an async JavaScript function with the namespaces below, and returns its value.",
  inputSchema: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
});

/** `shown`: for each step, the fields of the records that the tool shows a model. */
export async function solveByPrograms(
  task: Task,
  world: World,
  shown: readonly string[][],
): Promise<Solution & { cost: Cost }> {
  const connectors = connectorsOf(task).map((name) => world.connector(name));
  const code = await codeMode(
    connectors as AnyConnector[],
    Object.assign({}, ...connectorsOf(task).map((name) => task.world[name]?.tool)) as object,
  );
  const cost: Cost = {
    calls: 0,
    toolTokens: tokensOf(hostTool + code.declarations),
    callTokens: 0,
    resultTokens: 0,
  };
  const results = new Map<string, unknown>();
  let known = task.prompt;
  const unseen = new Set<string>();
  const source = {
    results,
    onRead: (value: unknown) => {
      if (typeof value !== "object" && !known.includes(JSON.stringify(String(value)).slice(1, -1)))
        unseen.add(String(value));
    },
  };

  let steps: { step: Step; index: number }[] = [];
  const inProgram = (name: unknown) => steps.some(({ step }) => step.as === name);
  const write = (value: unknown): string =>
    toJavaScript(value, (reference) => {
      const name = String(reference["$of"]);
      return inProgram(name)
        ? fromVariable(reference, variableOf(name))
        : JSON.stringify(fill(reference, source));
    });

  /** Runs the program of the current steps. `reading`: the names of the steps whose results the model must read. */
  const runProgram = async (reading: readonly string[], values: readonly string[] = []): Promise<void> => {
    const current = steps;
    const lines: string[] = [];
    steps = [];
    for (const one of current) {
      lines.push(lineOf(one.step, connectorsOf(task)[0]!, write));
      steps.push(one);
    }
    steps = [];
    const later = task.script.slice(current.at(-1)!.index + 1);
    const returned = current.flatMap(({ step, index }) => {
      if (step.as === undefined) return [];
      const used = fieldsUsed(task, step.as);
      if (reading.includes(step.as)) return [readingOf(step, [...shown[index]!, ...used])];
      // A later program cannot use a variable of this program, so the model must read the value.
      return referencesIn(later).some(({ $of: name }) => name === step.as) ? [readingOf(step, used)] : [];
    });
    returned.push(...values);
    if (returned.length > 0)
      lines.push(`return ${returned.length === 1 ? returned[0] : `[${returned.join(", ")}]`};`);
    const program = lines.join("\n");
    const { calls, value, error } = await runIsolated(code, program);
    const text = error ?? code.text(value);
    cost.calls++;
    cost.callTokens += tokensOf(JSON.stringify({ code: program }));
    cost.resultTokens += tokensOf(text);
    known += `\n${text}`;
    let at = 0;
    for (const { step } of current) {
      const count = step.each === undefined ? 1 : listOf(step.each, results).length;
      const own = calls.slice(at, (at += count));
      if (step.as !== undefined) results.set(step.as, step.each === undefined ? own[0] : own);
    }
    const last = calls.at(-1);
    const code_ = last?.ok === false ? last.error.code : undefined;
    if (code_ !== current.at(-1)!.step.fails || (error !== undefined && code_ === undefined))
      throw new Error(`${program}\nended with ${error ?? "no error"}`);
  };

  try {
    for (const [index, step] of task.script.entries()) {
      const reading = unreadBefore(
        step,
        steps.map((one) => one.step),
        known,
      );
      if (reading.length > 0) await runProgram(reading);
      steps.push({ step, index });
      if (step.fails !== undefined) await runProgram([]);
    }
    const wanted = referencesIn(task.answer).filter((one) => inProgram(one["$of"]));
    const unknownAnswer = task.grade.answer.has.some((text) => !knows(known, text));
    const reads = steps.filter(({ step }) => step.as !== undefined).map(({ step }) => step.as!);
    if (steps.length > 0)
      await runProgram(
        wanted.length === 0 && unknownAnswer ? reads : [],
        wanted.map((one) => fromVariable(one, variableOf(String(one["$of"])))),
      );
    const answer = task.answer === undefined ? "" : String(fill(task.answer, source));
    return { answer, unseen: [...unseen], cost };
  } catch (error) {
    return { answer: "", stopped: (error as Error).message, unseen: [...unseen], cost };
  }
}

const listOf = (each: unknown, results: ReadonlyMap<string, unknown>): unknown[] =>
  fill(each, { results, onRead: () => {} }) as unknown[];
