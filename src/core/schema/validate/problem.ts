import type { PatternTest } from "../pattern/regex-test.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";

/** A fault that zod or the validator of this package found. */
export interface Finding {
  /** Only `unrecognized_keys` and `custom` change how the fault is explained. */
  readonly code?: string | undefined;
  /** Shown only for the code `custom`, or if `schemaAt` finds no schema for the path. */
  readonly message: string;
  readonly path: readonly PropertyKey[];
  /** The unknown names, for the code `unrecognized_keys`. */
  readonly keys?: readonly string[];
}

/** A finding of this package's validator. `path` starts at the value that this validator checks. */
export interface Problem extends Finding {
  readonly path: PropertyKey[];
  /**
   * Whether zod would continue to check the value after this problem. If exactly one branch of a union has only mild
   * problems, the union reports these problems.
   */
  readonly mild: boolean;
}

/** Adds the problems of a value to `problems`, and returns a copy of the value with defaults filled in. */
export type Validator = (value: unknown, problems: Problem[]) => unknown;

/** `true` accepts every value, and `false` accepts no value. */
export type AnySchema = JsonSchema | boolean;

export interface Scope {
  validator(schema: AnySchema): Validator;
  /** Returns the validator of a local `$ref`, such as `#/$defs/node`. */
  reference(pointer: string): Validator;
  readonly patternTest: PatternTest;
  /** Whether an absent required value is filled in if the schema allows only one value. */
  readonly fills: boolean;
  /**
   * The scope for the branches of `anyOf`, `if` and similar keywords. This scope fills in no values, because a
   * filled-in value could make a branch match.
   */
  readonly judging: Scope;
  /** Throws if the current validation has tried too many branches. */
  countBranch(): void;
}

/** Creates a problem. Calls `text` only if the message is shown. */
export const problem = (
  code: string,
  mild: boolean,
  text: () => string,
  path: PropertyKey[] = [],
): Problem => ({
  code,
  mild,
  path,
  get message() {
    return text();
  },
});

export const ownWords = (text: string, path: PropertyKey[] = []): Problem => ({
  code: "custom",
  mild: true,
  path,
  message: text,
});

/** Adds `key` to the front of the path of each problem, from the problem at the index `start` on. */
export function prefixPaths(problems: readonly Problem[], start: number, key: PropertyKey): void {
  for (let index = start; index < problems.length; index++) problems[index]!.path.unshift(key);
}
