import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { paramsFromJsonSchema } from "../../../../src/core/schema/params-schema.ts";
import { patternFault, patternTest } from "../../../../src/core/schema/pattern/pattern-test.ts";
import { runNode } from "../../../run-node.ts";
import { regexTest } from "../../../../src/core/schema/pattern/regex-test.ts";
import { randomOf } from "../random-params.ts";

/**
 * Patterns that a backtracking engine tests in exponential or polynomial time, each with a text that takes this long.
 */
const hostile: [pattern: string, repeated: string, end: string][] = [
  ["^(a+)+$", "a", "!"], ["^(a*)*$", "a", "!"], ["^(a|a)*$", "a", "!"], ["^(a|aa)+$", "a", "!"], ["^(a|a?)+$", "a", "!"], ["^((a+)*)+$", "a", "!"],
  ["(\\d+\\s?)+x", "1", "!"], ["^\\d*\\d*\\d*x", "1", "!"], ["^(\\d+)*x$", "1", "!"], ["^([a-zA-Z]+)*\\d$", "a", "!"], ["^(.*a){12}$", "a", "!"], ["(x+x+)+y", "x", "!"],
  ["^(?:a?){30}a{30}$", "a", "!"], ["^(\\w+\\s?)*$", "a", "!"], ["^(\\s*\\w+\\s*)+$", " a", "!"], ["\\s+$", " ", "!"], ["^\\s*(.*)\\s*$x", " ", "!"], ["(a*)*b", "a", "c"], ["(.*)*x", "a", "!"], ["^(.+)+@(.+)+$", "a", "!"],
  ["^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}$", "a", "!"], ["^(([a-z])+.)+[A-Z]([a-z])+$", "a", "!"], ["^(https?://)?([\\da-z.-]+)+/?$", "a", "!"], ["^(\"(\\\\\"|[^\"])*\"|[^\"]*)*$", "a\"", "!"], ["(?:a|b|ab)*c", "ab", "!"],
  ["^[\\s\\S]*[\\s\\S]*[\\s\\S]*z$", "a", "!"], [".*.*=.*", "x", "!"], ["<(.|\\n)*?>x", "<", "!"], ["^(?:.|\\s)*$x", " ", "!"], ["^(?=(a+)+$)b", "a", "!"], ["^(?!(a+)+$)a*b", "a", "!"], ["^(?:(?:a*)*)*$", "a", "!"], ["(?:(?:a{1,9}){1,9}){1,9}b", "a", "!"],
  ["^(a{1,5}){1,50}b$", "a", "!"], ["^(?:[^<]+|<(?!/a>))*</a>", "a", "!"], ["(?<=(a+)+)b", "a", "!"], ["^(a+)\\1+b$", "a", "!"], ["^(?:é|é)*$", "é", "!"], ["^(?:\\p{L}+)+$", "é", "!"], ["^(?:[^\\d]+)+\\d$", "💩", "!"], ["([a-z]+)*@", "a", "!"], ["^(?:\\D+|\\W+)+x$", "-", "!"], ["(a|b|c|d|e|[a-e])+z", "abcde", "!"], ["^(?:a|b|c|[abc]){1,40}d$", "abc", "!"],
]; // prettier-ignore

test("no hostile pattern takes long", () => {
  expect(hostile.length).toBeGreaterThanOrEqual(40);
  const refused: string[] = [];
  for (const [pattern, repeated, end] of hostile) {
    const fault = patternFault({ pattern });
    if (fault !== undefined) {
      refused.push(pattern);
      expect(fault).toMatch(/^could take very long on some texts\. Simplify it: /);
      continue;
    }
    // Any of these patterns would take hours. The test would reach its time limit.
    const matches = patternTest({ pattern });
    const short = new RegExp(pattern, "u").test(repeated.repeat(4) + end);
    expect({ pattern, long: matches(repeated.repeat(5_000) + end) }).toEqual({ pattern, long: short });
  }
  // The other patterns are tested, and not refused.
  expect(refused).toEqual(["^(?:[^<]+|<(?!/a>))*</a>", "(?<=(a+)+)b", "^(a+)\\1+b$"]);
});

test("a refused pattern is named when the action is defined", () => {
  const params = (schema: object) => () => paramsFromJsonSchema({ type: "object", ...schema });
  expect(params({ properties: { id: { type: "string", pattern: "^(a+)\\1+b$" } } })).toThrow(
    'An action\'s params cannot be used: the pattern "^(a+)\\\\1+b$" at /properties/id/pattern could take very long on some texts.',
  );
  expect(params({ properties: { id: { pattern: "(" } } })).toThrow('the pattern "(" at /properties/id/pattern is not a regular expression.'); // prettier-ignore
  expect(params({ patternProperties: { "(a+)\\1": {} } })).toThrow(/the pattern .* at \/patternProperties /);
  expect(params({ propertyNames: { pattern: "[" } })).toThrow(/is not a regular expression/);
});

const innocent = [
  "^[a-z]+$", "^\\d{4}-\\d{2}-\\d{2}$", "^(?=.*[A-Z])(?=.*\\d).{8,64}$", "^(?!-)[a-z0-9-]{1,63}$", "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", "^([0-9a-f]{2}:){5}[0-9a-f]{2}$", "\\bword\\b", "^\\p{Lu}\\p{L}*$", "^$|^x$", "a{0}b", "^.{1,5000}$", "^(?:[01]\\d|2[0-3]):[0-5]\\d$",
  "^#[0-9A-Fa-f]{6}$", "[\\w-\\.]+", "^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$", "^arn:aws:[a-z0-9]+:[a-z0-9-]*:\\d{12}:.*$", "^(\\+\\d{1,3} ?)?\\d{4,14}$", "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)?$", "^v?\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$", "]", "}", "a{,5}", "\\/", "[]a]", "^\\u{1F4A9}+$", "^\\uD83D\\uDCA9$", "^💩*$", "^[💩é]$", "(?<year>\\d{4})", "^a.c$", "^\\S*$", "x*", "", "^\\x41\\t\\cA?$", "\\Ba", "(?:)", "^[^]$", "^[\\b]$", "(a|)b", "^(|a|b)$", "a**", "\\ca", "^\\-$", "^[a-z]?(?:_[a-z]+){0,3}$",
]; // prettier-ignore

const openApi = new URL("../../../../../shared/corpus/openapi/", import.meta.url);
const documents = ["github", "stripe", "box", "notion"].map((name) => new URL(`${name}.json`, openApi));

function patternsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [name, one] of Object.entries(value)) {
    if (name === "pattern" && typeof one === "string") found.add(one);
    patternsIn(one, found);
  }
  return found;
}

test.skipIf(!existsSync(openApi))("every pattern of four large platforms is usable", () => {
  const patterns = documents.flatMap((file) => [...patternsIn(JSON.parse(readFileSync(file, "utf8")))]);
  expect(patterns.length).toBeGreaterThanOrEqual(60);
  expect(patterns.filter((pattern) => patternFault({ pattern }) !== undefined)).toEqual([]);
  for (const pattern of patterns) expect(disagreements(pattern, 40)).toEqual([]);
});

/** Returns the texts for which the test and the engine of the runtime give different results. */
function disagreements(pattern: string, runs: number): string[] {
  const matches = patternTest({ pattern });
  const regex = patternRegex(pattern);
  const random = randomOf(pattern.length);
  // Parts of the pattern make up texts that almost match.
  const parts = [...pattern.match(/\w+|[^\w\s]/gu) ?? [], ...Array.from("a1Z _-.:/@💩é\n0"), "https://", "2026", "😀"]; // prettier-ignore
  const texts = Array.from({ length: runs }, () =>
    Array.from({ length: random.below(7) }, () => random.one(parts)).join(""),
  );
  return ["", ...texts].filter((text) => matches(text) !== regex.test(text));
}

function patternRegex(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}

describe("the test gives the same results as the engine of the runtime", () => {
  test.for(innocent)("%s", (pattern) => {
    let regex: RegExp | undefined;
    try {
      regex = patternRegex(pattern);
    } catch {
      expect(patternFault({ pattern })).toBe("is not a regular expression.");
    }
    if (regex) {
      expect(patternFault({ pattern })).toBeUndefined();
      expect(disagreements(pattern, 300)).toEqual([]);
    }
  });

  test("for random patterns", () => {
    const atoms = [
      "a",
      "b",
      ".",
      "[ab]",
      "[^a]",
      "\\d",
      "\\w",
      "\\s",
      "^",
      "$",
      "\\b",
      "\\B",
      "💩",
      "",
      "a-",
      "\\.",
    ];
    const random = randomOf(7);
    const make = (depth: number): string => {
      const one = depth === 0 || random.chance(30) ? random.one(atoms) : `(${random.chance(50) ? "?:" : ""}${make(depth - 1)})`; // prettier-ignore
      const canRepeat = one !== "" && !["^", "$", "\\b", "\\B", "a-"].includes(one);
      const counted = canRepeat ? `${one}${random.one(["", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}?", "*?", "{2,}"])}` : one; // prettier-ignore
      if (random.chance(40)) return counted;
      return `${counted}${random.chance(25) ? "|" : ""}${make(Math.max(0, depth - 1))}`;
    };
    let tested = 0;
    for (let run = 0; run < 500; run++) {
      const pattern = `${random.one(["", "^"])}${random.one(["", "", "", "(?=a)", "(?!b)"])}${make(3)}${random.one(["", "$"])}`;
      // A runtime's engine needs too long for some of these patterns, but not with texts this short.
      if (patternFault({ pattern }) !== undefined) continue;
      tested++;
      expect({ pattern, texts: disagreements(pattern, 30) }).toEqual({ pattern, texts: [] });
    }
    expect(tested).toBeGreaterThan(300);
  });
});

test("a pattern of a trusted schema is tested by the engine of the runtime", () => {
  expect(regexTest({ pattern: "^(a)\\1$" })("aa")).toBe(true);
  expect(regexTest({ pattern: "^[a-z]$", patternFlags: "i" })("A")).toBe(true);
});

test("flags of a pattern are kept", () => {
  expect(patternTest({ pattern: "^k$", patternFlags: "i" })("K")).toBe(true);
  expect(patternTest({ pattern: "^.$", patternFlags: "" })("💩")).toBe(false);
  expect(patternTest({ pattern: "^.$" })("💩")).toBe(true);
  expect(patternTest({ pattern: "^.$" })("\n")).toBe(false);
  expect(patternTest({ pattern: "(.)*x$", patternFlags: "s" })("\nx")).toBe(true);
  expect(patternFault({ pattern: "(.)*^x$", patternFlags: "m" })).toMatch(/^could take very long/);
});

test("a linear pattern tests a very long text when V8 does not optimize regular expressions", async () => {
  const program = `
    import { patternTest } from "./src/core/schema/pattern/pattern-test.ts";
    const pattern = "^([a-z])+={0,2}$";
    const test = patternTest({ pattern });
    const text = "a".repeat(3_000_000);
    let error = "";
    try { new RegExp(pattern).test(text); } catch ({ name }) { error = name; }
    console.log(error, test(text + "=="), test(text + "!"));`;
  const args = ["--no-regexp-optimization", "--input-type=module", "--eval", program];
  expect(await runNode(args)).toEqual({ code: 0, stdout: "RangeError true false\n", stderr: "" });
});
