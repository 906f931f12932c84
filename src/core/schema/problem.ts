import type { PatternTest } from "./regex-test.ts";
import type { JsonSchema } from "../contract/json-schema.ts";

/** zod and the validator of this package report the same codes and paths. */
export interface Finding {
  /** `unrecognized_keys`, `custom`, or any other code of zod. */
  readonly code?: string | undefined;
  /** Shown only for the code `custom`, or if `schemaAt` finds no schema for the path. */
  readonly message: string;
  readonly path: readonly PropertyKey[];
  /** The unknown names, for the code `unrecognized_keys`. */
  readonly keys?: readonly string[];
}

/** `path` starts at the value that the validator checks. */
export interface Problem extends Finding {
  readonly path: PropertyKey[];
  /**
   * Whether the value has the right type, so that zod would continue to check the value. A union reports the problems
   * of a branch if only this branch has nothing but mild problems.
   */
  readonly mild: boolean;
}

/** Adds the problems of a value to `problems`, and returns a copy of the value with defaults filled in. */
export type Validator = (value: unknown, problems: Problem[]) => unknown;

/** `true` accepts any value, `false` none. */
export type AnySchema = JsonSchema | boolean;

export interface Scope {
  validator(schema: AnySchema): Validator;
  /** Returns the validator of a local `$ref`, such as `#/$defs/node`. */
  reference(pointer: string): Validator;
  readonly patternTest: PatternTest;
  /** Whether an absent required value is filled in if the schema allows only one value. */
  readonly fills: boolean;
  /**
   * A scope in which absent values are not filled in, for the branches of `anyOf`, `if` and similar keywords. A
   * filled-in value could make a branch match.
   */
  readonly judging: Scope;
  /** Throws if one validation tries too many branches. */
  countBranch(): void;
}

/** `text` is called only if the text is shown. */
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

/** Adds `key` to the front of the paths from the index `start`. */
export function prefixPaths(problems: readonly Problem[], start: number, key: PropertyKey): void {
  for (let index = start; index < problems.length; index++) problems[index]!.path.unshift(key);
}
