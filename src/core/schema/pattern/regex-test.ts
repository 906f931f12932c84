import type { JsonSchema } from "../../contract/json-schema.ts";

export type PatternTest = (schema: JsonSchema) => (text: string) => boolean;

/** Tests with the engine of the runtime, for patterns that are known to be safe. */
export const regexTest: PatternTest = (schema) => {
  const regex = regexOfSchema(schema);
  return (text) => regex?.test(text) ?? false;
};

/**
 * Returns undefined if the pattern is invalid. JSON Schema requires the flag `u`, but many documents have patterns
 * that are valid only without it.
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
