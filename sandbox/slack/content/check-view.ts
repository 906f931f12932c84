import { type BlockProblem, blocksProblems } from "./check-blocks.ts";
import type { Fields } from "../fields.ts";

const TYPES = ["home", "modal", "workflow_step"];

/** Returns the problems of a view. `at`: the JSON pointer to the view. */
export function viewProblems(value: unknown, at: string): BlockProblem[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [{ code: "failed_constraint", message: "must be an object", pointer: at }];
  const view = value as Fields;
  const type = String(view["type"]);
  if (!TYPES.includes(type))
    return [
      {
        code: "failed_constraint",
        message: `unsupported type: ${type}`,
        pointer: `${at}/type`,
        constraint: { type: "enum", expected: TYPES },
      },
    ];
  const lacking = ["blocks", ...(type === "modal" ? ["title"] : [])].filter(
    (name) => view[name] === undefined,
  );
  if (lacking.length > 0)
    return lacking.map((name) => ({
      code: "missing_field",
      message: `missing required field: ${name}`,
      pointer: at,
    }));
  return blocksProblems(view["blocks"], `${at}/blocks`, "view");
}
