import type { JsonSchema } from "../contract/json-schema.ts";
import { isLinear, matches } from "./linear-pattern.ts";
import { type Condition, compilePattern } from "./pattern-program.ts";

type PatternTest = (text: string) => boolean;

/** The maximum number of steps of a pattern. */
const maxSteps = 2_000;
const known = new Map<string, PatternTest | string>();

/**
 * Returns a function that tests whether a text matches the `pattern` of a schema, or the reason why there is none. The
 * time of the test grows linearly with the text. The engine of the runtime tests a pattern that is proven to be linear.
 * The engine of this package, which is slower, tests any other pattern.
 */
function testOf({ pattern, patternFlags }: JsonSchema): PatternTest | string {
  const source = String(pattern);
  const key = `${source}/${String(patternFlags)}`;
  let test = known.get(key);
  if (test === undefined) {
    // Definitions that come and go must not fill the memory.
    if (known.size > 5_000) known.clear();
    known.set(key, (test = createTest(regexOfSchema({ pattern, patternFlags }))));
  }
  return test;
}

function createTest(regex: RegExp | undefined): PatternTest | string {
  if (!regex) return "is not a regular expression.";
  const { source, flags } = regex;
  for (const counts of [16, 100]) {
    const loose = compilePattern(source, flags, { steps: maxSteps, counts });
    if (loose?.every(({ program }) => isLinear(program))) return (text) => regex.test(text);
  }
  const exact = compilePattern(source, flags, { steps: maxSteps });
  if (exact)
    return (text) => exact.every(({ program, negative }: Condition) => matches(program, text) !== negative);
  return "could take very long on some texts. Simplify it: avoid backreferences, lookbehinds and large counts, and use lookaheads only at its start.";
}

/** JSON Schema reads a pattern with the flag `u`. Many documents have patterns that are valid only without it. */
function regexOfSchema({ pattern, patternFlags }: JsonSchema): RegExp | undefined {
  for (const flags of patternFlags === undefined ? ["u", ""] : [String(patternFlags)])
    try {
      return new RegExp(String(pattern), flags);
    } catch {
      // Try the next flags.
    }
  return undefined;
}

/**
 * Returns a function that tests whether a text matches the `pattern` of a schema. The schema has no `patternFault`, or
 * it is `trusted`: then the engine of the runtime tests every pattern, and the pattern is not examined.
 */
export function patternTest(schema: JsonSchema, trusted: boolean): PatternTest {
  const test = trusted ? regexOfSchema(schema) : testOf(schema);
  if (typeof test === "string" || test === undefined) return () => false;
  return test instanceof RegExp ? (text) => test.test(text) : test;
}

/** Returns why the `pattern` of a schema cannot be used, as the end of a sentence, or undefined. */
export function patternFault(schema: JsonSchema): string | undefined {
  const test = testOf(schema);
  return typeof test === "string" ? test : undefined;
}
