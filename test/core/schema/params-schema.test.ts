import { describe, expect, test } from "vitest";
import * as zod from "zod";
import { z as zod3 } from "zod/v3";
import type { JsonSchema } from "../../../src/core/contract/json-schema.ts";
import { compileParams } from "../../../src/core/schema/compile-params.ts";
import { paramsFromJsonSchema } from "../../../src/core/schema/params-schema.ts";

const text = { type: "string" } as const;
const params = (schema: JsonSchema) => paramsFromJsonSchema({ type: "object", ...schema });
const single = { type: "object", properties: { kind: { const: "a" }, x: text }, required: ["kind"] };

describe("values that are sent without being given", () => {
  test.for<[string, JsonSchema, object, object]>([
    ["a default is documentation", { properties: { private: { type: "boolean", default: false }, a: { properties: { b: { default: 1 } } } } }, { a: {} }, { a: {} }],
    ["a default with sendDefault is sent", { properties: { a: text, n: { default: [1], sendDefault: true }, b: text } }, { b: "y", a: "x" }, { a: "x", n: [1], b: "y" }],
    ["a required single value is sent", { properties: { v: { const: "2022-06-28" }, e: { enum: [5] } }, required: ["v", "e"] }, {}, { v: "2022-06-28", e: 5 }],
    ["a required single value inside is sent", { properties: { a: single, l: { items: single } } }, { a: {}, l: [{}] }, { a: { kind: "a" }, l: [{ kind: "a" }] }],
    ["in allOf and behind a $ref too", { $defs: { s: single }, properties: { a: { allOf: [single, {}] }, r: { $ref: "#/$defs/s" } } }, { a: {}, r: {} }, { a: { kind: "a" }, r: { kind: "a" } }],
    ["an optional single value is not sent", { properties: { v: { const: 1 }, e: { enum: [5] } } }, {}, {}],
  ] as [string, JsonSchema, object, object][])("%s", ([, schema, given, value]) => {
    const found = params(schema).validate({ ...given });
    expect(JSON.stringify(found)).toBe(JSON.stringify({ value }));
  }); // prettier-ignore

  test("a single value is not sent to make a branch match", () => {
    const other = { type: "object", properties: { kind: { const: "b" } }, required: ["kind"] };
    for (const keyword of ["anyOf", "oneOf"]) {
      const { validate } = params({ properties: { a: { [keyword]: [single, other] } } });
      expect(validate({ a: {} })).toHaveProperty("issues");
      expect(validate({ a: { kind: "b" } })).toEqual({ value: { a: { kind: "b" } } });
    }
    expect(params({ properties: { a: { not: single } } }).validate({ a: {} })).toEqual({ value: { a: {} } });
  });

  test("sendDefault: false keeps a single value required", () => {
    const { validate, json } = params({ properties: { v: { const: 1, sendDefault: false } }, required: ["v"] }); // prettier-ignore
    expect(validate({})).toEqual({ issues: [{ path: "v", message: "required (one of 1)" }] });
    expect(JSON.stringify(json)).not.toContain("sendDefault");
  });

  test("a default is a new copy for each call", () => {
    const { validate } = params({ properties: { a: { default: { list: [] }, sendDefault: true } } });
    const [one, other] = [validate({}), validate({})] as { value: { a: { list: unknown[] } } }[];
    one!.value.a.list.push(1);
    expect(other!.value).toEqual({ a: { list: [] } });
  });
});

test.for<[string, JsonSchema, unknown, string[]]>([
  ["in an object inside", { type: "object", properties: { x: text } }, { x: "1", y: 1 }, ["a.y"]],
  ["in a list", { items: { properties: { x: text } } }, [{ y: 1 }, { x: "1" }, { z: 1 }], ["a[0].y", "a[2].z"]],
  ["in prefixItems", { prefixItems: [{ properties: { x: text } }, {}], items: { properties: { z: text } } }, [{ y: 1 }, { y: 1 }, { y: 1 }], ["a[0].y", "a[2].y"]],
  ["in values of a map", { additionalProperties: { properties: { x: text } } }, { k: { y: 1 } }, ["a.k.y"]],
  ["behind a $ref", { $ref: "#/$defs/o" }, { x: "1", y: 1, o: { x: "1", q: 2 } }, ["a.y", "a.o.q"]],
  ["of no branch of allOf", { allOf: [{ properties: { x: text } }, { properties: { z: text } }] }, { x: "1", z: "2", y: 3 }, ["a.y"]],
  ["of no branch of anyOf", { properties: { p: text }, anyOf: [{ properties: { x: text } }, { required: ["z"] }] }, { p: "1", x: "2", z: 3, y: 4 }, ["a.y"]],
  ["of neither then nor else", { if: { properties: { x: text } }, else: { properties: { z: text } } }, { x: "1", z: "2", y: 3 }, ["a.y"]],
  ["none, because one branch is open", { allOf: [{ properties: { x: text } }, { additionalProperties: true }] }, { x: "1", y: 2 }, []],
  ["none, because patterns allow them", { properties: { x: text }, patternProperties: { "^y": {} } }, { y1: 1, other: 2 }, []],
  ["none, because no name is listed", { type: "object" }, { y: 1 }, []],
] as [string, JsonSchema, unknown, string[]][])("unknown names %s", ([, schema, value, paths]) => {
  const $defs = { o: { properties: { x: text, o: { $ref: "#/$defs/o" } } } };
  const found = params({ $defs, properties: { a: schema } }).validate({ a: value });
  const issues = "issues" in found ? found.issues : [];
  expect(issues).toEqual(paths.map((path) => ({ path, message: "unknown parameter" })));
}); // prettier-ignore

test("models see references, nullable and allOf in plain form", () => {
  const $defs = { node: { type: "object", description: "a node", properties: { name: text, next: { $ref: "#/$defs/node" } } } };
  const { json, source } = params({
    $defs,
    properties: {
      node: { $ref: "#/$defs/node", description: "the first node" },
      both: { allOf: [{ type: "object", properties: { a: text }, required: ["a"] }, { properties: { b: text } }] },
      maybe: { type: "string", enum: ["x"], nullable: true },
      union: { nullable: true, anyOf: [text, { type: "integer" }] },
      any: true,
    } as never,
  });
  expect(json.properties).toEqual({
    node: { type: "object", description: "the first node", properties: { name: text, next: {} }, additionalProperties: false },
    both: { type: "object", properties: { a: text, b: text }, required: ["a"], additionalProperties: false },
    maybe: { type: ["string", "null"], enum: ["x", null] },
    union: { anyOf: [{ anyOf: [text, { type: "integer" }] }, { type: "null" }] },
    any: {},
  });
  expect(json.$defs).toBeUndefined();
  expect(source.$defs).toBe($defs);
}); // prettier-ignore

test.for<[string, zod.core.$ZodType, string | undefined]>([
  ["everything that JSON Schema expresses", zod.strictObject({ s: zod.string().min(1).regex(/a/i), n: zod.int().max(5), d: zod.string().default("x").optional(), u: zod.union([zod.string(), zod.strictObject({})]), l: zod.literal("a"), r: zod.record(zod.string().max(2), zod.unknown()), w: zod.url({ protocol: /^https$/ }), o: zod.object({ a: zod.email() }), x: zod.looseObject({}) }), undefined],
  ["refine", zod.strictObject({ a: zod.string().refine(() => true) }), "a: refine"],
  ["refine of the whole", zod.strictObject({}).refine(() => true), "refine"],
  ["transform", zod.strictObject({ a: zod.strictObject({ b: zod.string().transform(Number) }) }), "a.b: pipe"],
  ["preprocess", zod.strictObject({ a: zod.preprocess((v) => v, zod.string()) }), "a: pipe"],
  ["trim", zod.strictObject({ a: zod.array(zod.string().trim()) }), "a[]: overwrite"],
  ["coerce", zod.strictObject({ a: zod.coerce.number() }), "a: coerce"],
  ["catch", zod.strictObject({ a: zod.string().catch("x") }), "a: catch"],
  ["a date", zod.strictObject({ a: zod.date().optional() }), "a: date"],
  ["base64", zod.strictObject({ a: zod.base64() }), "a: base64"],
  ["int32", zod.strictObject({ a: zod.int32() }), "a: int32"],
  ["a hostname", zod.strictObject({ a: zod.url({ hostname: /^a$/ }) }), "a: url with hostname, normalize or regex flags"],
  ["a default inside a union", zod.strictObject({ a: zod.union([zod.string().default("x"), zod.int()]) }), "a: a default that is not directly a param's or a field's"],
  ["an object that drops names, in a union", zod.strictObject({ a: zod.union([zod.object({}), zod.string()]) }), "a: an object in a union that is not a strictObject"],
  ["a discriminated union", zod.strictObject({ a: zod.discriminatedUnion("k", [zod.strictObject({ k: zod.literal("a") })]) }), "a: a union with exactly one match"],
  ["an exhaustive record", zod.strictObject({ a: zod.record(zod.enum(["a"]), zod.string()) }), "a: a record that requires its keys"],
  ["an inexact value of a record", zod.strictObject({ a: zod.record(zod.string(), zod.string().refine(() => true)) }), "a.*: refine"],
  ["abort", zod.strictObject({ a: zod.string().min(1, { abort: true }) }), "a: a check with abort"],
])("inexact: %s", async ([, schema, inexact]) => {
  expect((await compileParams(schema)).inexact).toBe(inexact);
}); // prettier-ignore

test("a zod 3 schema is inexact, a JSON Schema is not", async () => {
  expect((await compileParams(zod3.object({}))).inexact).toBe("a schema of zod 3");
  expect((await compileParams({ type: "object" })).inexact).toBeUndefined();
});
