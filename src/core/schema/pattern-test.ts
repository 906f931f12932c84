import type { JsonSchema } from "../contract/json-schema.ts";
import { isLinear, matches } from "./linear-pattern.ts";
import { type PatternTest, regexOfSchema } from "./regex-test.ts";
import { type Condition, compilePattern } from "./pattern-program.ts";

type TextTest = ReturnType<PatternTest>;

/** The maximum number of steps of a pattern. */
const maxSteps = 2_000;
const known = new Map<string, TextTest | string>();

/**
 * Returns a function that tests whether a text matches the `pattern` of a schema. The time of the test grows
 * linearly with the text. If no such function is possible, returns a text with the reason.
 * If the runtime's engine is proven to be linear for the pattern, the function uses that engine. Otherwise, the
 * function uses the slower engine of this package.
 */
function testOf({ pattern, patternFlags }: JsonSchema): TextTest | string {
  const source = String(pattern);
  const key = `${source}/${String(patternFlags)}`;
  let test = known.get(key);
  if (test === undefined) {
    // Forget old patterns, because a program that creates definitions again and again would otherwise fill the
    // memory.
    if (known.size > 5_000) known.clear();
    known.set(key, (test = createTest(regexOfSchema({ pattern, patternFlags }))));
  }
  return test;
}

function createTest(regex: RegExp | undefined): TextTest | string {
  if (!regex) return "is not a regular expression.";
  const { source, flags } = regex;
  for (const counts of [16, 100]) {
    const loose = compilePattern(source, flags, { steps: maxSteps, counts });
    if (loose?.every(({ program }) => isLinear(program))) return nativeTest(regex);
  }
  return (
    ownTest(regex) ??
    "could take very long on some texts. Simplify it: avoid backreferences, lookbehinds and large counts, and use lookaheads only at its start."
  );
}

/** Returns a test with the engine of the runtime. */
const nativeTest =
  (regex: RegExp): TextTest =>
  (text) => {
    try {
      return regex.test(text);
    } catch (error) {
      // In a process with many compiled regular expressions, V8 throws an error if a repetition matches millions of
      // characters.
      const test = ownTest(regex);
      if (!test) throw error;
      return test(text);
    }
  };

/** Returns a test with the engine of this package. Returns undefined if the engine cannot test the pattern. */
function ownTest({ source, flags }: RegExp): TextTest | undefined {
  const exact = compilePattern(source, flags, { steps: maxSteps });
  return (
    exact &&
    ((text) => exact.every(({ program, negative }: Condition) => matches(program, text) !== negative))
  );
}

/**
 * Returns a function that tests whether a text matches the `pattern` of a schema. Call `patternFault` first, to
 * check that the pattern can be used.
 */
export const patternTest: PatternTest = (schema) => {
  const test = testOf(schema);
  return typeof test === "string" ? () => false : test;
};

/**
 * Returns the reason why the `pattern` of a schema cannot be used, as the end of a sentence. Returns undefined if the
 * `pattern` can be used.
 */
export function patternFault(schema: JsonSchema): string | undefined {
  const test = testOf(schema);
  return typeof test === "string" ? test : undefined;
}
