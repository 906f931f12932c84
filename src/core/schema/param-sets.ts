import type { ActionDefinition } from "../contract/action.ts";
import type { JsonSchema, ParamSets } from "../contract/json-schema.ts";
import type { Issue } from "../ground/errors.ts";
import type { Dict } from "../ground/json.ts";

type Sets = Pick<ActionDefinition, "anyOf" | "oneOf">;

const namesIn = (set: ParamSets[number]): readonly string[] => (typeof set === "string" ? [set] : set);

/**
 * Returns an issue if the params contain none of the sets, or several sets although only one is allowed. The issue is at
 * the first param that is missing in a set that the caller has begun.
 */
export function checkParamSets({ anyOf, oneOf }: Sets, params: Dict): Issue[] {
  const isGiven = (name: string) => params[name] !== undefined;
  const isComplete = (set: ParamSets[number]) => namesIn(set).every(isGiven);
  const issue = (sets: ParamSets, message: string): Issue => {
    const begun = sets.map(namesIn).filter((names) => names.some(isGiven));
    const path = begun.flat().find((name) => !isGiven(name)) ?? namesIn(sets[0]!)[0]!;
    return { path, message };
  };
  const issues: Issue[] = [];
  if (anyOf && !anyOf.some(isComplete)) issues.push(issue(anyOf, `pass ${inWords(anyOf, "or")}`));
  if (oneOf) {
    const begun = oneOf.filter((set) => namesIn(set).some(isGiven));
    const words = oneOf.length === 2 ? `pass either ${inWords(oneOf, "or")}` : `pass exactly one of ${inWords(oneOf, "and")}`; // prettier-ignore
    if (begun.length !== 1 || !isComplete(begun[0]!)) issues.push(issue(oneOf, words));
  }
  return issues;
}

function inWords(sets: ParamSets, word: string): string {
  const parts = sets.map((set) => namesIn(set).join(" and "));
  // Without the comma, `a or b and c` could mean two things.
  const comma = parts.some((part) => part.includes(" ")) ? "," : "";
  return `${parts.slice(0, -1).join(", ")}${comma} ${word} ${parts.at(-1)}`;
}

export const renameSets = (sets: ParamSets, rename: (name: string) => string): ParamSets =>
  sets.map((set) => (typeof set === "string" ? rename(set) : set.map(rename)));

/** Adds the sets to the schema of an action's params, as JSON Schema. */
export function withParamSets(schema: JsonSchema, { anyOf, oneOf }: Sets): JsonSchema {
  const required = (sets: ParamSets) => sets.map((set) => ({ required: namesIn(set) }));
  return {
    ...schema,
    ...(anyOf ? { anyOf: required(anyOf) } : {}),
    ...(oneOf ? { oneOf: required(oneOf) } : {}),
  };
}
