import type { PatternTest } from "./regex-test.ts";
import type { JsonSchema } from "../contract/json-schema.ts";

/** A problem that a validator found. zod and the validator of this package report the same codes and paths. */
export interface Finding {
  /** `unrecognized_keys`, `custom`, or any other code of zod. */
  readonly code?: string | undefined;
  /**
   * The text of the problem. The text is shown only for the code `custom`, or if `schemaAt` finds no schema for the
   * path.
   */
  readonly message: string;
  readonly path: readonly PropertyKey[];
  /** The unknown names of an issue with the code `unrecognized_keys`. */
  readonly keys?: readonly string[];
}

/** A problem with a value. `path` starts at the value that the validator checks. */
export interface Problem extends Finding {
  readonly path: PropertyKey[];
  /**
   * Whether the value has the right type, so that zod would continue to check the value. If all problems are mild
   * in exactly one branch of a union, the union reports the problems of this branch.
   */
  readonly mild: boolean;
}

/** Adds the problems of a value to `problems`, and returns a copy of the value with defaults filled in. */
export type Validator = (value: unknown, problems: Problem[]) => unknown;

/** A schema, or `true` for any value, or `false` for no value. */
export type AnySchema = JsonSchema | boolean;

/** Creates the validators of subschemas. */
export interface Scope {
  validator(schema: AnySchema): Validator;
  /** Returns the validator of a local `$ref`, such as `#/$defs/node`. */
  reference(pointer: string): Validator;
  readonly patternTest: PatternTest;
  /** Whether an absent required value is filled in if the schema allows only one value. */
  readonly fills: boolean;
  /**
   * A scope in which absent values are not filled in. The branches of `anyOf`, `if` and similar keywords use this
   * scope, because a filled-in value could make a branch match.
   */
  readonly judging: Scope;
  /** Counts the branches that one validation tries. Throws if the validation tries too many branches. */
  countBranch(): void;
}

/** Creates a problem. `text` is called only if the text is shown. */
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

/** Creates a problem that has only a text, without a known code. */
export const ownWords = (text: string, path: PropertyKey[] = []): Problem => ({
  code: "custom",
  mild: true,
  path,
  message: text,
});

/** Adds `key` to the front of the paths of all problems from the index `start`. */
export function prefixPaths(problems: readonly Problem[], start: number, key: PropertyKey): void {
  for (let index = start; index < problems.length; index++) problems[index]!.path.unshift(key);
}
