import type { JsonSchema } from "../contract/json-schema.ts";

export type PatternTest = (schema: JsonSchema) => (text: string) => boolean;

/** For patterns of this package, which need no check. The engine of the runtime runs the test. */
export const regexTest: PatternTest = (schema) => {
  const regex = regexOfSchema(schema);
  return (text) => regex?.test(text) ?? false;
};

/**
 * Returns undefined if the pattern is invalid. JSON Schema requires the flag `u`, but many documents have patterns
 * that are valid only without this flag.
 */
export function regexOfSchema({ pattern, patternFlags }: JsonSchema): RegExp | undefined {
  for (const flags of patternFlags === undefined ? ["u", ""] : [String(patternFlags)])
    try {
      return new RegExp(String(pattern), flags);
    } catch {
      // Try without the flag `u`.
    }
  return undefined;
}
