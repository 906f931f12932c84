import type { JsonSchema } from "../core/contract/json-schema.ts";
import { type Dict, isDict } from "../core/ground/json.ts";
import { toPlainJson } from "../core/ground/plain-json.ts";
import { patternSample } from "./pattern-sample.ts";
import { patternTest } from "../core/schema/pattern/pattern-test.ts";
import { validatorOf } from "../core/schema/validate/json-schema-validator.ts";
import { unknownNames } from "../core/schema/validate/unknown-names.ts";
import type { Problem } from "../core/schema/validate/problem.ts";

/**
 * Returns an example of the params: the source's values where the schema accepts them, and else a value for each
 * required param.
 */
export function exampleOf({ properties = {}, required = [] }: JsonSchema, given: Dict = {}): Dict {
  const known = Object.entries(given).filter(
    ([name, value]) => Object.hasOwn(properties, name) && accepts(properties[name]!, value),
  );
  const values = required
    .filter((name) => !known.some(([other]) => other === name))
    .map((name) => [name, valueOf(properties[name] ?? {}, 0)]);
  return Object.fromEntries([...values, ...known]) as Dict;
}

function accepts(schema: JsonSchema, value: unknown): boolean {
  const copy = toPlainJson(value);
  if ("issues" in copy) return false;
  try {
    const problems: Problem[] = [];
    validatorOf(schema, patternTest)(copy.value, problems);
    return problems.length === 0 && unknownNames(schema, copy.value).length === 0;
  } catch {
    return false;
  }
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T09:00:00Z",
  date: "2026-01-31",
  time: "09:00:00Z",
  email: "name@example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "3f2a8c1e-5b7d-4e9f-8a6b-0c1d2e3f4a5b",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  hostname: "example.com",
  byte: "dGV4dA==",
  duration: "PT1H",
};

/** Returns a small value that a schema accepts, as far as that can be told without trying. */
function valueOf(schema: JsonSchema, depth: number): unknown {
  const { const: only, example, default: usual, enum: values, anyOf, oneOf, allOf } = schema;
  if (only !== undefined) return only;
  const { const: _const, example: _example, default: _default, ...rest } = schema;
  for (const one of [example, usual]) if (one !== undefined && one !== null && accepts(rest, one)) return one;
  const value = values?.find((one) => one !== null && one !== "");
  if (value !== undefined) return value;
  const types = [schema.type ?? []].flat();
  const type = types.find((one) => one !== "null") ?? types[0];
  const [first] = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as JsonSchema[]) : []));
  if (first !== undefined && schema.properties === undefined && depth < 8)
    return valueOf(
      { ...first, ...(first.type === undefined && type !== undefined ? { type } : {}) },
      depth + 1,
    );
  if (Array.isArray(allOf) && depth < 8) {
    const parts = (allOf as JsonSchema[]).map((one) => valueOf(one, depth + 1));
    return parts.every(isDict) ? Object.assign({}, ...parts) : parts.find((one) => !isDict(one));
  }
  if (type === "object" || schema.properties) {
    const { properties = {}, required = [] } = schema;
    if (depth >= 8) return {};
    return Object.fromEntries(required.map((name) => [name, valueOf(properties[name] ?? {}, depth + 1)]));
  }
  if (type === "array") {
    const count = Math.max(1, Number(schema.minItems ?? 1));
    return Array.from({ length: Math.min(count, 20) }, () => valueOf(schema.items ?? {}, depth + 1));
  }
  if (type === "integer" || type === "number") return numberOf(schema);
  if (type === "boolean") return true;
  return type === "null" ? null : textOf(schema);
}

function numberOf({ minimum, maximum, exclusiveMinimum, multipleOf }: JsonSchema): number {
  const above = typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : exclusiveMinimum === true ? Number(minimum) + 1 : undefined; // prettier-ignore
  const least = above ?? (typeof minimum === "number" ? minimum : 1);
  const value = typeof maximum === "number" ? Math.min(Math.max(least, 1), maximum) : Math.max(least, 1);
  return typeof multipleOf === "number" ? Math.ceil(value / multipleOf) * multipleOf : value;
}

function textOf(schema: JsonSchema): string {
  const { format, minLength, maxLength, pattern } = schema;
  const usual = typeof format === "string" ? formats[format] : undefined;
  const matching = typeof pattern === "string" ? patternSample(pattern) : undefined;
  const texts = ["text", "1234567890", usual, matching].filter((one) => one !== undefined);
  const long = texts.map((text) => text.padEnd(Number(minLength ?? 0), text.at(-1) ?? "x"));
  const fitting = typeof maxLength === "number" ? long.map((text) => text.slice(0, maxLength)) : long;
  if (usual !== undefined && pattern === undefined) return usual;
  return fitting.find((text) => accepts(schema, text)) ?? fitting.at(-1)!;
}
