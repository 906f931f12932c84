import type { JsonSchema } from "../contract/json-schema.ts";

/** Returns a function that tests whether a text matches the `pattern` of a schema. */
export function patternTest(schema: JsonSchema): (text: string) => boolean {
  const regex = new RegExp(String(schema.pattern), String(schema.patternFlags ?? "u"));
  return (text) => regex.test(text);
}

/** Returns why the `pattern` of a schema cannot be used, or undefined. */
export function patternFault(schema: JsonSchema): string | undefined {
  try {
    patternTest(schema);
    return undefined;
  } catch {
    return "is not a regular expression.";
  }
}
