import type { JsonSchema } from "../../contract/json-schema.ts";
import { isLinear, matches } from "./linear-pattern.ts";
import { type PatternTest, regexOfSchema } from "./regex-test.ts";
import { type Condition, compilePattern } from "./pattern-program.ts";

type TextTest = ReturnType<PatternTest>;

const maxSteps = 2_000;
const maxLength = 10_000;
const known = new Map<string, TextTest | string>();

/**
 * Returns a test that takes linear time, or the reason why there is none. If the runtime's engine could take longer,
 * the slower engine of this package runs the test.
 */
function testOf({ pattern, patternFlags }: JsonSchema): TextTest | string {
  const source = String(pattern);
  if (source.length > maxLength) return `has more than ${maxLength} characters.`;
  const key = `${source}/${String(patternFlags)}`;
  let test = known.get(key);
  if (test === undefined) {
    // Limits the memory of a program that keeps creating definitions.
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
      // V8 can throw here if a repetition matches millions of characters and the process has many regular expressions.
      const test = ownTest(regex);
      if (!test) throw error;
      return test(text);
    }
  };

/** Creates a test with the engine of this package, or returns undefined if the engine cannot test the pattern. */
function ownTest({ source, flags }: RegExp): TextTest | undefined {
  const exact = compilePattern(source, flags, { steps: maxSteps });
  return (
    exact &&
    ((text) => exact.every(({ program, negative }: Condition) => matches(program, text) !== negative))
  );
}

/** Creates a test that takes linear time. Call `patternFault` first: with an unusable pattern, every text fails. */
export const patternTest: PatternTest = (schema) => {
  const test = testOf(schema);
  return typeof test === "string" ? () => false : test;
};

/** Returns why the `pattern` of a schema cannot be used, such as `is not a regular expression.` */
export function patternFault(schema: JsonSchema): string | undefined {
  const test = testOf(schema);
  return typeof test === "string" ? test : undefined;
}
