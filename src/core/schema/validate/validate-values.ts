import type { JsonSchema } from "../../contract/json-schema.ts";
import { isDict } from "../../ground/json.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { PatternTest } from "../pattern/regex-test.ts";
import { type Problem, problem } from "./problem.ts";

// Checks of values without nested values, such as strings. The texts of the problems are zod's texts. Users see them
// only if `schemaAt` finds no schema for the value.

type Check<T> = (value: T, problems: Problem[]) => void;

export function enumCheck(schema: JsonSchema): Check<unknown> | undefined {
  const values = "const" in schema ? [schema.const] : schema.enum;
  if (values === undefined) return undefined;
  const isObject = (value: unknown) => typeof value === "object" && value !== null;
  const simple = new Set(values.filter((value) => !isObject(value)));
  const objects = new Set(values.filter(isObject).map(canonicalJson));
  const quote = (value: unknown) => (typeof value === "string" ? `"${value}"` : canonicalJson(value));
  const text = () =>
    values.length === 1
      ? `Invalid input: expected ${quote(values[0])}`
      : `Invalid option: expected one of ${values.map(quote).join("|")}`;
  return (value, problems) => {
    const known = simple.has(value) || (objects.size > 0 && objects.has(canonicalJson(value)));
    if (!known) problems.push(problem("invalid_value", false, text));
  };
}

const isType: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  array: Array.isArray,
  object: isDict,
};

export function typeCheck(schema: JsonSchema): Check<unknown> | undefined {
  const { type, propertyNames } = schema;
  if (type === undefined) return undefined;
  const tests = [type].flat().map((name) => isType[name]!);
  const test = tests.length === 1 ? tests[0]! : (value: unknown) => tests.some((one) => one(value));
  const length = lengthCheck(schema, type === "array" ? "Items" : "Length");
  const expectedFor = (value: unknown) => {
    // Like zod, names the type `int` only for a finite number.
    if (type === "integer") return Number.isFinite(value) ? "int" : "number";
    return type === "object" && propertyNames !== undefined ? "record" : [type].flat().join(" or ");
  };
  return (value, problems) => {
    if (test(value)) return;
    const text = () => `Invalid input: expected ${expectedFor(value)}, received ${typeName(value)}`;
    problems.push(problem("invalid_type", false, text));
    // zod also checks the length of a value that has the wrong type.
    length?.(value, problems);
  };
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return typeof value;
}

export function lengthCheck(schema: JsonSchema, of: "Length" | "Items"): Check<unknown> | undefined {
  const least = schema[`min${of}`] as number | undefined;
  const most = schema[`max${of}`] as number | undefined;
  if (least === undefined && most === undefined) return undefined;
  // A code point has one or two code units, so the code points of most texts need not be counted.
  const surelyEnough = least === undefined || least <= 1 ? (least ?? 0) : least * 2;
  const surelyFits = most ?? Infinity;
  return (value, problems) => {
    if (typeof value === "string" && value.length >= surelyEnough && value.length <= surelyFits) return;
    const length = lengthOf(value);
    if (length === undefined) return;
    if (least !== undefined && !(length >= least)) problems.push(lengthProblem(value, `>=${least}`));
    if (most !== undefined && !(length <= most)) problems.push(lengthProblem(value, `<=${most}`));
  };
}

/** Creates the problem for a value with a wrong length. `bound`: a text such as `<=5`. */
export function lengthProblem(value: unknown, bound: string, mild = true): Problem {
  const low = bound.startsWith(">");
  return problem(low ? "too_small" : "too_big", mild, () => {
    const start = `${low ? "Too small" : "Too big"}: expected`;
    if (typeof value === "string") return `${start} string to have ${bound} characters`;
    return Array.isArray(value) ? `${start} array to have ${bound} items` : `${start} unknown to be ${bound}`;
  });
}

/** Returns the number of items of a list, or the number of code points of a text. */
function lengthOf(value: unknown): number | undefined {
  if (typeof value !== "string") return (value as { length?: number } | null)?.length;
  let pairs = 0;
  for (let index = 1; index < value.length; index++)
    if ((value.charCodeAt(index) & 0xfc00) === 0xdc00 && (value.charCodeAt(index - 1) & 0xfc00) === 0xd800)
      pairs++;
  return value.length - pairs;
}

/** Creates a check that returns the text to send. */
export function stringCheck(
  schema: JsonSchema,
  patternTest: PatternTest,
): ((value: string, problems: Problem[]) => string) | undefined {
  const length = lengthCheck(schema, "Length");
  const { pattern, format, urlProtocol } = schema;
  const matches = pattern === undefined ? undefined : patternTest(schema);
  const protocol = typeof urlProtocol === "string" ? new RegExp(urlProtocol) : undefined;
  if (!length && !matches && !protocol) return undefined;
  const patternText = () =>
    format === "email"
      ? "Invalid email address"
      : `Invalid string: must match pattern /${String(pattern)}/${String(schema.patternFlags ?? "u")}`;
  return (value, problems) => {
    let sent = value;
    if (protocol) {
      const url = parseUrl(value, protocol);
      if (url === undefined) problems.push(problem("invalid_format", true, () => "Invalid URL"));
      else sent = url;
    }
    length?.(sent, problems);
    if (matches && !matches(sent)) problems.push(problem("invalid_format", true, patternText));
    return sent;
  };
}

export function numberCheck(schema: JsonSchema): Check<number> | undefined {
  const integer = schema.type === "integer";
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Record<
    string,
    unknown
  >;
  const safe = Number.MAX_SAFE_INTEGER;
  const bounds: [holds: (value: number) => boolean, text: string][] = [];
  const low = (bound: unknown, sign: string) => {
    if (typeof bound !== "number" || (integer && bound === -safe)) return;
    bounds.push([sign === ">=" ? (value) => value >= bound : (value) => value > bound, `Too small: expected number to be ${sign}${bound}`]); // prettier-ignore
  };
  const high = (bound: unknown, sign: string) => {
    if (typeof bound !== "number" || (integer && bound === safe)) return;
    bounds.push([sign === "<=" ? (value) => value <= bound : (value) => value < bound, `Too big: expected number to be ${sign}${bound}`]); // prettier-ignore
  };
  // In OpenAPI 3.0, `exclusiveMinimum: true` makes `minimum` exclusive.
  low(minimum, exclusiveMinimum === true ? ">" : ">=");
  low(exclusiveMinimum, ">");
  high(maximum, exclusiveMaximum === true ? "<" : "<=");
  high(exclusiveMaximum, "<");
  if (typeof multipleOf === "number")
    bounds.push([(value) => isMultiple(value, multipleOf), `Invalid number: must be a multiple of ${multipleOf}`]); // prettier-ignore
  if (bounds.length === 0 && !integer) return undefined;
  return (value, problems) => {
    if (integer && !Number.isSafeInteger(value)) {
      const text = `${value > 0 ? "Too big: expected int to be <=" : "Too small: expected int to be >=-"}${safe}`;
      problems.push(problem("too_big", true, () => text));
    }
    for (const [holds, text] of bounds)
      if (!holds(value)) problems.push(problem("out_of_range", true, () => text));
  };
}

/** Ignores the rounding errors of the two numbers and of the division. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step;
  return Math.abs(ratio - Math.round(ratio)) < 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
}

/**
 * Returns the URL to send, or undefined if the text is no URL or the protocol does not match `protocol`. Like zod's
 * `z.url()`, removes surrounding spaces, and all tabs and line breaks.
 */
function parseUrl(text: string, protocol: RegExp): string | undefined {
  const trimmed = text.trim();
  // `new URL` would accept `http:example.com`.
  if (protocol.source === "^https?$" && !/^https?:\/\//i.test(trimmed)) return undefined;
  try {
    if (!protocol.test(new URL(trimmed).protocol.slice(0, -1))) return undefined;
  } catch {
    return undefined;
  }
  return trimmed.replace(/[\t\n\r]/g, "");
}
