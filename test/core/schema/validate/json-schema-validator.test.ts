import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../../src/core/contract/json-schema.ts";
import { schemaFault } from "../../../../src/core/schema/check-schema.ts";
import { patternTest } from "../../../../src/core/schema/pattern/pattern-test.ts";
import { validatorOf } from "../../../../src/core/schema/validate/json-schema-validator.ts";
import type { Problem } from "../../../../src/core/schema/validate/problem.ts";

function problemsOf(schema: JsonSchema, value: unknown): Problem[] {
  const problems: Problem[] = [];
  validatorOf(schema, patternTest)(value, problems);
  return problems;
}

const tree = { $defs: { node: { type: "object", properties: { value: { type: "integer" }, children: { type: "array", items: { $ref: "#/$defs/node" } } }, required: ["value"] } }, $ref: "#/$defs/node" }; // prettier-ignore

const then = (schema: JsonSchema) => JSON.parse(`{"then":${JSON.stringify(schema)}}`) as JsonSchema;

// Each schema with values that it allows and values that it does not allow, as draft 2020-12 defines its keywords.
const keywords: [string, Readonly<Record<string, unknown>>, valid: unknown[], invalid: unknown[]][] = [
  ["no keyword", {}, [1, null, "x", [], {}], []],
  ["type", { type: "integer" }, [0, 1, -3, 1.0], [1.5, "1", null, true, [], {}]],
  ["type number", { type: "number" }, [0, 1.5, -1e9], ["1", null, NaN, Infinity]],
  ["type boolean", { type: "boolean" }, [true, false], [0, "true", null]],
  ["type null", { type: "null" }, [null], [0, "", false, {}]],
  ["type array", { type: "array" }, [[], [1]], [{}, "x", null]],
  ["type object", { type: "object" }, [{}, { a: 1 }], [[], null, "x"]],
  ["a list of types", { type: ["string", "null"], minLength: 2 }, ["ab", null], ["a", 1, []]],
  ["enum", { enum: [1, "a", null, { x: [1] }, [2]] }, [1, "a", null, { x: [1] }, [2]], ["1", 2, {}, { x: [2] }, { x: [1], y: 1 }, [2, 3], true, 0]],
  ["const", { const: { a: 1, b: [2] } }, [{ b: [2], a: 1 }], [{ a: 1 }, { a: 1, b: [2, 3] }, null]],
  ["const null", { const: null }, [null], [0, "", {}]],
  ["const false", { const: false }, [false], [0, null, [], ""]],
  ["minLength counts code points", { minLength: 2 }, ["ab", "💩💩", 1, []], ["a", "💩", ""]],
  ["maxLength counts code points", { maxLength: 2 }, ["ab", "💩💩", 12345, [1, 2, 3]], ["abc", "💩💩💩"]],
  ["pattern is not anchored", { pattern: "b+" }, ["abc", 5, null], ["ac", ""]],
  ["minimum, maximum", { minimum: 1, maximum: 3 }, [1, 2.5, 3, "0", null], [0.9, 3.1]],
  ["exclusive bounds", { exclusiveMinimum: 1, exclusiveMaximum: 3 }, [1.1, 2.9], [1, 3, 0, 4]],
  ["exclusive bounds of OpenAPI 3.0", { minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true }, [2], [1, 3]],
  ["bounds that OpenAPI 3.0 includes", { minimum: 1, exclusiveMinimum: false, maximum: 3, exclusiveMaximum: false }, [1, 3], [0, 4]],
  ["multipleOf", { multipleOf: 0.01 }, [4.02, 0, 1, 1.13, "x"], [0.075, 0.0101]],
  ["integers above 2^53", { type: "integer" }, [2 ** 53 - 1], [2 ** 53, -(2 ** 53), 1e300]],
  ["nullable", { type: "string", nullable: true, enum: ["a"] }, ["a", null], ["b", 1]],
  ["nullable: false", { type: "string", nullable: false }, ["a"], [null]],
  ["items", { items: { type: "integer" } }, [[], [1, 2], {}, "x"], [[1, "x"], [null]]],
  ["items: false", { items: false }, [[]], [[1]]],
  ["prefixItems", { prefixItems: [{ type: "integer" }, { type: "string" }] }, [[], [1], [1, "a"], [1, "a", null]], [["a"], [1, 2]]],
  ["prefixItems with items", { prefixItems: [{ type: "integer" }], items: { type: "boolean" } }, [[1], [1, true]], [[1, 1], [true]]],
  ["prefixItems with items: false", { prefixItems: [true], items: false }, [[1]], [[1, 2]]],
  ["minItems, maxItems", { minItems: 1, maxItems: 2 }, [[1], [1, 2], "", "abc", {}], [[], [1, 2, 3]]],
  ["uniqueItems", { uniqueItems: true }, [[], [1, true, "1", [1], { a: 1 }], [{ a: 1, b: 2 }, { a: 1 }]], [[1, 1], [{ a: 1, b: 2 }, { b: 2, a: 1 }], [[1], [1]], ["x", 1, "x"]]],
  ["uniqueItems: false", { uniqueItems: false }, [[1, 1]], []],
  ["contains", { contains: { minimum: 5 } }, [[1, 5], [9], "x"], [[], [1, 2]]],
  ["minContains, maxContains", { contains: { const: 1 }, minContains: 2, maxContains: 3 }, [[1, 1], [1, 0, 1, 1]], [[1], [1, 1, 1, 1], []]],
  ["minContains: 0", { contains: { const: 1 }, minContains: 0 }, [[], [2]], []],
  ["properties", { properties: { a: { type: "integer" }, b: false } }, [{}, { a: 1 }, { c: 1 }, [], 1], [{ a: "1" }, { b: 1 }]],
  ["names of Object.prototype", { properties: { toString: { type: "integer" }, constructor: { type: "string" } } }, [{}, { toString: 1 }], [{ toString: "x" }, { constructor: 1 }]],
  ["required", { required: ["a", "toString"] }, [{ a: 1, toString: 1 }, 5, []], [{}, { a: 1 }, { toString: 1 }]],
  ["additionalProperties: false", { properties: { a: {} }, additionalProperties: false }, [{}, { a: 1 }], [{ b: 1 }]],
  ["additionalProperties", { properties: { a: {} }, additionalProperties: { type: "integer" } }, [{ a: "x", b: 1 }], [{ b: "x" }]],
  ["patternProperties", { patternProperties: { "^n": { type: "integer" }, "x$": { minimum: 5 } } }, [{ n1: 1, ax: 9, other: "x" }, { nx: 5 }], [{ n: "a" }, { nx: 4 }, { nx: 5.5 }]],
  ["patternProperties with properties", { properties: { n1: { minimum: 3 } }, patternProperties: { "^n": { type: "integer" } }, additionalProperties: false }, [{ n1: 3, n2: 0 }], [{ n1: 2 }, { n1: 3.5 }, { x: 1 }]],
  ["propertyNames", { propertyNames: { maxLength: 2 } }, [{}, { ab: 1 }, []], [{ abc: 1 }]],
  ["propertyNames: false", { propertyNames: false }, [{}], [{ a: 1 }]],
  ["minProperties, maxProperties", { minProperties: 1, maxProperties: 2 }, [{ a: 1 }, { a: 1, b: 2 }, []], [{}, { a: 1, b: 2, c: 3 }]],
  ["dependentRequired", { dependentRequired: { card: ["name", "zip"] } }, [{}, { name: 1 }, { card: 1, name: 1, zip: 1 }], [{ card: 1 }, { card: 1, zip: 1 }]],
  ["dependentSchemas", { dependentSchemas: { card: { required: ["name"] } } }, [{}, { name: 1 }, { card: 1, name: 1 }, []], [{ card: 1 }]],
  ["allOf", { allOf: [{ minimum: 1 }, { maximum: 3 }], multipleOf: 1 }, [2], [0, 4, 1.5]],
  ["anyOf", { anyOf: [{ type: "integer" }, { minimum: 2 }] }, [1, 2.5, "x"], [1.5]],
  ["anyOf with true and false", { anyOf: [false, { type: "string" }] }, ["x"], [1]],
  ["anyOf beside other keywords", { type: "string", anyOf: [{ maxLength: 2 }, { minLength: 4 }] }, ["ab", "abcd"], ["abc", 1]],
  ["anyOf of required names", { type: "object", properties: { a: {}, b: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] }, [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }], [{}]],
  ["oneOf", { oneOf: [{ type: "integer" }, { minimum: 2 }] }, [1, 2.5], [3, 1.5]],
  ["oneOf with null", { oneOf: [{ type: "string" }, { type: "null" }] }, ["x", null], [1]],
  ["not", { not: { type: "integer" } }, ["x", 1.5], [1]],
  ["not a required name", { not: { required: ["a"] } }, [{}, { b: 1 }, 5].slice(0, 2), [{ a: 1 }]],
  ["not: true", { not: true }, [], [1, null, {}]],
  ["if, then, else", { if: { properties: { kind: { const: "a" } }, required: ["kind"] }, ...then({ required: ["x"] }), else: { required: ["y"] } }, [{ kind: "a", x: 1 }, { kind: "b", y: 1 }, { y: 1 }], [{ kind: "a" }, { kind: "b", x: 1 }, {}]],
  ["if without then", { if: { const: 1 }, else: { const: 2 } }, [1, 2], [3]],
  ["then without if", then({ const: 1 }), [5], []],
  ["a local $ref", { $defs: { id: { type: "integer" } }, properties: { a: { $ref: "#/$defs/id" } } }, [{ a: 1 }], [{ a: "x" }]],
  ["a $ref with siblings", { $defs: { id: { type: "integer" } }, properties: { a: { $ref: "#/$defs/id", minimum: 5 } } }, [{ a: 5 }], [{ a: 4 }, { a: "x" }]],
  ["a $ref with escaped names", { $defs: { "a/b": { type: "integer" }, "c~d": { type: "string" }, "e%f": { const: 1 } }, properties: { a: { $ref: "#/$defs/a~1b" }, c: { $ref: "#/$defs/c~0d" }, e: { $ref: "#/$defs/e%25f" } } }, [{ a: 1, c: "x", e: 1 }], [{ a: "x" }, { c: 1 }, { e: 2 }]],
  ["a $ref into properties", { properties: { a: { type: "integer" }, b: { $ref: "#/properties/a" } } }, [{ b: 1 }], [{ b: "x" }]],
  ["a $ref into a list", { allOf: [{ maximum: 5 }], properties: { b: { $ref: "#/allOf/0" } } }, [{ b: 1 }], [{ b: 6 }]],
  ["a recursive $ref", tree, [{ value: 1 }, { value: 1, children: [{ value: 2, children: [] }] }], [{}, { value: 1, children: [{ value: 2, children: [{ value: "x" }] }] }]],
  ["a $ref to the root", { properties: { next: { $ref: "#" } }, additionalProperties: false }, [{ next: { next: {} } }], [{ next: { other: 1 } }]],
  ["formats document", { type: "string", format: "date-time" }, ["yesterday"], [1]],
  ["annotations", { title: "t", default: 5, examples: [1], deprecated: true, readOnly: true, "x-any": {}, contentEncoding: "base64", $comment: "c", discriminator: { propertyName: "a" } }, [1, {}], []],
]; // prettier-ignore

describe.each(keywords)("%s", (_, schema, valid, invalid) => {
  test("allows what draft 2020-12 allows, and nothing else", () => {
    expect(schemaFault(schema)).toBeUndefined();
    expect(valid.filter((value) => problemsOf(schema, value).length > 0)).toEqual([]);
    expect(invalid.filter((value) => problemsOf(schema, value).length === 0)).toEqual([]);
  });
});

test.for<[string, JsonSchema, string]>([
  ["an unknown keyword", { properties: { a: { minlength: 1 } } }, "/properties/a/minlength is a keyword that cannot be checked."],
  ["unevaluatedProperties", { unevaluatedProperties: false }, "/unevaluatedProperties is a keyword that cannot be checked."],
  ["$dynamicRef", { $dynamicRef: "#a" }, "/$dynamicRef is a keyword that cannot be checked."],
  ["an $id inside", { items: { $id: "https://a.example" } }, "/items/$id is a keyword that cannot be checked."],
  ["a remote $ref", { items: { $ref: "https://a.example/s.json" } }, '/items/$ref points to "https://a.example/s.json", which is not in this schema.'],
  ["a $ref to an anchor", { $ref: "#node" }, '/$ref points to "#node", which is not in this schema.'],
  ["a $ref to nothing", { $ref: "#/$defs/a" }, '/$ref points to "#/$defs/a", which is not in this schema.'],
  ["a $ref to an inherited name", { $ref: "#/toString" }, '/$ref points to "#/toString", which is not in this schema.'],
  ["a $ref to a value", { title: "x", $ref: "#/title" }, '/$ref points to "#/title", which is not in this schema.'],
  ["a $ref to itself", { $ref: "#" }, "its $refs refer to each other without an end."],
  ["$refs in a circle", { $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { anyOf: [{ $ref: "#/$defs/a" }] } }, properties: { x: { $ref: "#/$defs/a" } } }, "its $refs refer to each other without an end."],
  ["a circle behind a recursive schema", { $defs: { b: { properties: { c: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }, a: { not: { $ref: "#/$defs/b" } } }, $ref: "#/$defs/a" }, "its $refs refer to each other without an end."],
  ["a fault in a $ref's target", { $defs: { a: { type: "text" } }, $ref: "#/$defs/a" }, '#/$defs/a/type cannot be "text".'],
  ["an unknown type", { type: "text" }, '/type cannot be "text".'],
  ["an empty list of types", { type: [] }, "/type cannot be an array of 0."],
  ["a type of another type", { type: ["string", 5] }, "/type cannot be an array of 2."],
  ["an empty enum", { enum: [] }, "/enum cannot be an array of 0."],
  ["required: true", { required: true }, "/required cannot be true."],
  ["a negative length", { minLength: -1 }, "/minLength cannot be -1."],
  ["a count as text", { maxItems: "5" }, '/maxItems cannot be "5".'],
  ["a bound as text", { minimum: "5" }, '/minimum cannot be "5".'],
  ["multipleOf: 0", { multipleOf: 0 }, "/multipleOf cannot be 0."],
  ["items of draft 7", { items: [{}] }, "the schema at /items is an array of 1, and not a schema."],
  ["a list that is no list", { anyOf: {} }, "/anyOf cannot be an object."],
  ["an empty list of schemas", { allOf: [] }, "/allOf cannot be an array of 0."],
  ["properties that are a list", { properties: [] }, "/properties cannot be an array of 0."],
  ["a schema that is text", { properties: { a: "string" } }, 'the schema at /properties/a is "string", and not a schema.'],
  ["null as a schema", { not: null }, "the schema at /not is null, and not a schema."],
  ["dependentRequired with text", { dependentRequired: { a: "b" } }, "/dependentRequired cannot be an object."],
  ["an invalid pattern", { pattern: "(" }, 'the pattern "(" at /pattern is not a regular expression.'],
] as [string, JsonSchema, string][])("%s is a fault", ([, schema, fault]) => {
  expect(schemaFault(schema)).toBe(fault);
}); // prettier-ignore

test("a schema that is too deep or too large is a fault", () => {
  let deep: JsonSchema = {};
  for (let depth = 0; depth < 100_000; depth++) deep = { items: deep };
  expect(schemaFault(deep)).toMatch(/is nested more than 64 deep\.$/);
  const circle: Record<string, unknown> = {};
  circle.not = { items: circle };
  expect(schemaFault(circle)).toBeUndefined();
  const large = { anyOf: Array.from({ length: 60_000 }, () => ({})) };
  expect(schemaFault(large)).toBe("the schema has more than 50000 parts.");
});

test("branches that multiply end with an error", () => {
  const schema = { $defs: { n: { anyOf: [{ type: "array", items: { $ref: "#/$defs/n" } }, { type: "array", items: { $ref: "#/$defs/n" } }] } }, $ref: "#/$defs/n" }; // prettier-ignore
  let value: unknown = 5;
  for (let depth = 0; depth < 32; depth++) value = [value];
  expect(schemaFault(schema)).toBeUndefined();
  expect(() => problemsOf(schema, value)).toThrow("The params are too complex to check.");
  expect(problemsOf(schema, [[[[]]]])).toEqual([]);
});

test.for(["allOf", "anyOf", "oneOf"])("references that double in every %s end with an error", (keyword) => {
  const levels = Array.from({ length: 30 }, (_, level) => {
    const next = { $ref: `#/$defs/d${level + 1}` };
    return [`d${level}`, { [keyword]: [next, next] }];
  });
  const schema = { $defs: { ...Object.fromEntries(levels), d30: { type: "string" } }, $ref: "#/$defs/d0" };
  expect(schemaFault(schema)).toBeUndefined();
  expect(() => problemsOf(schema, 5)).toThrow("The params are too complex to check.");
});

test.for<[string, JsonSchema, unknown, [(string | number)[], string][]]>([
  ["the wrong type", { items: { type: "string" } }, ["a", 1], [[[1], "Invalid input: expected string, received number"]]],
  ["uniqueItems", { uniqueItems: true }, [1, 2, 1], [[[2], "repeats item 0"]]],
  ["contains", { contains: { type: "string" } }, [1], [[[], "too few items of the kind that the schema requires"]]],
  ["maxContains", { contains: true, maxContains: 1 }, [1, 2], [[[], "too many items of a kind that the schema limits"]]],
  ["minProperties", { properties: { a: { minProperties: 2 } } }, { a: { x: 1 } }, [[["a"], "expected at least 2 fields, got 1"]]],
  ["maxProperties", { maxProperties: 0 }, { x: 1 }, [[[], "expected at most 0 fields, got 1"]]],
  ["dependentRequired", { dependentRequired: { a: ["b"] } }, { a: 1 }, [[["b"], "required together with a"]]],
  ["a forbidden property", { properties: { a: false } }, { a: 1 }, [[["a"], "must be left out"]]],
  ["not", { not: {} }, 1, [[[], "has a form that the schema excludes"]]],
  ["several matches of oneOf", { oneOf: [{}, true] }, 1, [[[], "matches more than one of the allowed forms"]]],
  ["no match of anyOf", { anyOf: [{ type: "string" }, { type: "boolean" }] }, 1, [[[], "Invalid input"]]],
  ["the only match of the right type", { anyOf: [{ type: "string" }, { type: "array", items: { minimum: 5 } }] }, [6, 4], [[[1], "Too small: expected number to be >=5"]]],
  ["an invalid name", { propertyNames: { maxLength: 1 } }, { ab: 1 }, [[["ab"], "Invalid key in record"]]],
  ["an invalid name of a fixed list", { propertyNames: { enum: ["a"] }, additionalProperties: true }, { ab: 1 }, [[[], ""]]],
] as [string, JsonSchema, unknown, [(string | number)[], string][]][])("the place and the text of %s", ([, schema, value, expected]) => {
  expect(problemsOf(schema, value).map(({ path, message }) => [path, message])).toEqual(expected);
}); // prettier-ignore
