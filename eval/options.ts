import { parseArgs } from "node:util";
import { codeInterface, interfaceNames, type InterfaceName } from "./world/interfaces.ts";
import { ownTasks } from "./task/read-tasks.ts";

const solverNames = ["script", "obedient", "model"] as const;

export interface EvalOptions {
  tasks: string[];
  only: string[] | undefined;
  solver: (typeof solverNames)[number];
  model: string | undefined;
  interface: InterfaceName | typeof codeInterface;
  marks: boolean;
  attacks: boolean;
  json: boolean;
  baseline: string | undefined;
  writeBaseline: string | undefined;
}

/** @throws Error for an unknown option or value */
export function readEvalOptions(args: readonly string[]): EvalOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tasks: { type: "string", multiple: true },
      only: { type: "string" },
      solver: { type: "string" },
      model: { type: "string" },
      interface: { type: "string" },
      marks: { type: "string" },
      attacks: { type: "boolean" },
      json: { type: "boolean" },
      baseline: { type: "string" },
      "write-baseline": { type: "string" },
    },
  });
  const { model } = values;
  const solver = choice("solver", values.solver ?? (model === undefined ? "script" : "model"), solverNames);
  if ((solver === "model") !== (model !== undefined))
    throw new Error("--solver model needs --model <provider>:<model>, and only this solver takes it.");
  return {
    tasks: values.tasks ?? [ownTasks],
    only: values.only?.split(","),
    solver,
    model,
    interface: choice("interface", values.interface ?? "tool", [...interfaceNames, codeInterface]),
    marks: choice("marks", values.marks ?? "on", ["on", "off"]) === "on",
    attacks: values.attacks ?? false,
    json: values.json ?? false,
    baseline: values.baseline,
    writeBaseline: values["write-baseline"],
  };
}

function choice<Name extends string>(option: string, value: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === value);
  if (found === undefined) throw new Error(`--${option} must be one of ${names.join(", ")}.`);
  return found;
}
