import type { JsonSchema } from "../contract/json-schema.ts";
import { isLinear, matches } from "./linear-pattern.ts";
import { type PatternTest, regexOfSchema } from "./regex-test.ts";
import { type Condition, compilePattern } from "./pattern-program.ts";

type TextTest = ReturnType<PatternTest>;

const maxSteps = 2_000;
const known = new Map<string, TextTest | string>();

/**
 * Returns a test whose time grows linearly with the text, or the reason why there is no such test. The runtime's
 * engine runs the test if it is proven to be linear for the pattern. Otherwise, the slower engine of this package
 * runs the test.
 */
function testOf({ pattern, patternFlags }: JsonSchema): TextTest | string {
  const source = String(pattern);
  const key = `${source}/${String(patternFlags)}`;
  let test = known.get(key);
  if (test === undefined) {
    // A program that creates definitions again and again would otherwise fill the memory.
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

/** Tests with the engine of this package. Returns undefined if this engine cannot test the pattern. */
function ownTest({ source, flags }: RegExp): TextTest | undefined {
  const exact = compilePattern(source, flags, { steps: maxSteps });
  return (
    exact &&
    ((text) => exact.every(({ program, negative }: Condition) => matches(program, text) !== negative))
  );
}

/** Every text fails if the pattern cannot be used. Call `patternFault` first. */
export const patternTest: PatternTest = (schema) => {
  const test = testOf(schema);
  return typeof test === "string" ? () => false : test;
};

/** Returns why the `pattern` of a schema cannot be used, as the end of a sentence. */
export function patternFault(schema: JsonSchema): string | undefined {
  const test = testOf(schema);
  return typeof test === "string" ? test : undefined;
}
