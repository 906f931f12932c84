import type { JsonSchema } from "../contract/json-schema.ts";

/** Returns a function that tests whether a text matches the `pattern` of a schema. */
export type PatternTest = (schema: JsonSchema) => (text: string) => boolean;

/**
 * Tests a pattern that comes from this package. The engine of the runtime runs the test, and no check of the pattern is
 * needed.
 */
export const regexTest: PatternTest = (schema) => {
  const regex = regexOfSchema(schema);
  return (text) => regex?.test(text) ?? false;
};

/**
 * Creates the regular expression of a schema, or returns undefined if the pattern is invalid. JSON Schema requires
 * the flag `u`, but many documents have patterns that are valid only without this flag.
 */
export function regexOfSchema({ pattern, patternFlags }: JsonSchema): RegExp | undefined {
  for (const flags of patternFlags === undefined ? ["u", ""] : [String(patternFlags)])
    try {
      return new RegExp(String(pattern), flags);
    } catch {
      // Try the next flags.
    }
  return undefined;
}
