import { isRecord } from "../platforms/world-record.ts";
import type { ConnectorName } from "../platforms/index.ts";
import type { Step, Task } from "../task/schema.ts";
import { memberOf } from "./to-javascript.ts";

/** Returns the variable of the result with this name. */
export const variableOf = (name: string): string => name.replaceAll(/\W/g, "_");

/** Returns the statement of a step. `write` writes params. */
export function lineOf(
  { call, on: named, params, each, as }: Step,
  first: ConnectorName,
  write: (value: unknown) => string,
): string {
  const namespace = (named ?? first).replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
  const given = Object.keys(params).length > 0 ? write(params) : "";
  const text = `await ${namespace}.${call}(${given})`;
  if (each !== undefined)
    return as === undefined
      ? `for (const item of ${write(each)}) ${text};`
      : `const ${variableOf(as)} = []; for (const item of ${write(each)}) ${variableOf(as)}.push(${text});`;
  return as === undefined ? `${text};` : `const ${variableOf(as)} = ${text};`;
}

/** Returns the expression that a program returns, so that the model can read a result. */
export function readingOf({ as, each }: Step, fields: readonly string[]): string {
  const name = variableOf(as!);
  const all = [...new Set(fields)].filter((field) => field !== "");
  const pick = (one: string) =>
    all.length === 0
      ? one
      : `({ ${all
          .map(
            (field) =>
              `${JSON.stringify(field)}: ${one}${field
                .split(".")
                .map((part, index) => memberOf(part, index > 0))
                .join("")}`,
          )
          .join(", ")
          .replaceAll(/"([A-Za-z_]\w*)": /g, "$1: ")} })`;
  const data = (value: string) =>
    `(${value}.map ? ${value}.map((one) => ${pick("one")}) : ((one) => ${pick("one")})(${value}))`;
  return each === undefined ? data(`${name}.data`) : `${name}.map(({ data }) => ${data("data")})`;
}

/** Returns the fields of a result that the script uses later. */
export function fieldsUsed(task: Task, name: string): string[] {
  const found: string[] = [];
  JSON.stringify([task.script, task.answer], (_key, value: unknown) => {
    if (!isRecord(value) || value["$of"] !== name) return value;
    const { where, get } = value;
    const names = (pattern: unknown): string[] =>
      isRecord(pattern)
        ? Object.entries(pattern).flatMap(([key, one]) =>
            key.startsWith("$")
              ? []
              : isRecord(one) && !Object.keys(one)[0]?.startsWith("$")
                ? names(one).map((sub) => `${key}.${sub}`)
                : [key],
          )
        : [];
    const [, , first = "", second = ""] = String(value["at"] ?? "").split("/");
    found.push(/^\d+$/.test(first) ? second : first, ...names(where));
    if (typeof get === "string" && get !== "") found.push(get.slice(1).replaceAll("/", "."));
    if (isRecord(get))
      JSON.stringify(get, (_name, one: unknown) => {
        if (isRecord(one) && typeof one["$item"] === "string" && one["$item"] !== "")
          found.push(one["$item"].slice(1).replaceAll("/", "."));
        return one;
      });
    return value;
  });
  return found;
}
