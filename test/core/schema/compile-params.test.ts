import { describe, expect, test } from "vitest";
import * as zod from "zod";
import * as mini from "zod/mini";
import { z as zod3 } from "zod/v3";
import type { ParamsSource, ResultSource } from "../../../src/core/contract/action.ts";
import { compileParams, compileResult } from "../../../src/core/schema/compile-params.ts";

// The same params, written with every kind of schema that an action accepts.
const forms: [string, ParamsSource][] = [
  ["a shape", (z) => ({ id: z.string().min(1), size: z.int().min(1).max(9).optional(), sort: z.enum(["new", "old"]).optional(), at: z.object({ city: z.string() }).optional(), tags: z.array(z.string()).max(2).optional() })], // prettier-ignore
  ["a zod 4 object", zod.object({ id: zod.string().min(1), size: zod.int().min(1).max(9).optional(), sort: zod.enum(["new", "old"]).optional(), at: zod.object({ city: zod.string() }).optional(), tags: zod.array(zod.string()).max(2).optional() })], // prettier-ignore
  ["a refined zod 4 object", zod.object({ id: zod.string().min(1), size: zod.int().min(1).max(9).optional(), sort: zod.enum(["new", "old"]).optional(), at: zod.object({ city: zod.string() }).optional(), tags: zod.array(zod.string()).max(2).optional() }).refine(() => true)], // prettier-ignore
  ["a zod 4 object with a transform", zod.object({ id: zod.string().min(1), size: zod.int().min(1).max(9).optional(), sort: zod.enum(["new", "old"]).optional(), at: zod.object({ city: zod.string() }).optional(), tags: zod.array(zod.string()).max(2).optional() }).transform((value) => value)], // prettier-ignore
  ["a zod mini object", mini.object({ id: mini.string().check(mini.minLength(1)), size: mini.optional(mini.int().check(mini.gte(1), mini.lte(9))), sort: mini.optional(mini.enum(["new", "old"])), at: mini.optional(mini.object({ city: mini.string() })), tags: mini.optional(mini.array(mini.string()).check(mini.maxLength(2))) }) as never], // prettier-ignore
  ["a zod 3 object", zod3.object({ id: zod3.string().min(1), size: zod3.number().int().min(1).max(9).optional(), sort: zod3.enum(["new", "old"]).optional(), at: zod3.object({ city: zod3.string() }).optional(), tags: zod3.array(zod3.string()).max(2).optional() })], // prettier-ignore
  ["a JSON Schema", { type: "object", required: ["id"], properties: { id: { type: "string", minLength: 1 }, size: { type: "integer", minimum: 1, maximum: 9 }, sort: { enum: ["new", "old"] }, at: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }, tags: { type: "array", items: { type: "string" }, maxItems: 2 } } }], // prettier-ignore
];

describe.each(forms)("params as %s", (_, source) => {
  test("accept valid params", async () => {
    const { validate } = await compileParams(source);
    const params = { id: "n1", size: 2, sort: "new", at: { city: "Oslo" }, tags: ["a"] };
    expect(validate(params)).toEqual({ value: params });
  });
  test.for<[string, Record<string, unknown>, string, string]>([
    ["nothing", {}, "id", "required (non-empty string)"],
    ["another type", { id: 5 }, "id", "expected non-empty string, got 5 (a number loses digits)"],
    ["too little", { id: "" }, "id", 'expected non-empty string, got ""'],
    ["too much", { id: "x", size: 10 }, "size", "expected integer 1-9, got 10"],
    ["a fraction", { id: "x", size: 1.5 }, "size", "expected integer 1-9, got 1.5"],
    ["NaN", { id: "x", size: NaN }, "size", "expected integer 1-9, got NaN"],
    ["another value", { id: "x", sort: "best" }, "sort", 'expected one of new, old, got "best"'],
    ["null", { id: "x", sort: null }, "sort", "expected one of new, old, got null"],
    ["an unknown name", { id: "x", colour: 1 }, "colour", "unknown parameter"],
    ["an unknown name inside", { id: "x", at: { city: "Oslo", zip: 1 } }, "at.zip", "unknown parameter"],
    ["a missing name inside", { id: "x", at: {} }, "at.city", "required (string)"],
    ["a wrong item", { id: "x", tags: ["a", {}] }, "tags[1]", "expected string, got an object"],
    ["too many items", { id: "x", tags: ["a", "b", "c"] }, "tags", "expected array of string, at most 2, got an array of 3"], // prettier-ignore
  ])("refuse %s with the same text", async ([, params, path, message]) => {
    const { validate } = await compileParams(source);
    expect(validate(params)).toEqual({ issues: [{ path, message }] });
  });
  test("report every problem once", async () => {
    const { validate } = await compileParams(source);
    const result = validate({ size: "x", colour: 1, at: { zip: 2 } });
    expect("issues" in result && result.issues.map(({ path }) => path).toSorted()).toEqual([
      "at.city",
      "at.zip",
      "colour",
      "id",
      "size",
    ]);
  });
  test("have a JSON Schema in the portable subset", async () => {
    const { json } = await compileParams(source);
    expect(json).toMatchObject({ type: "object", required: ["id"], additionalProperties: false });
    expect(json.properties!.at).toMatchObject({ additionalProperties: false });
    expect(JSON.stringify(json)).not.toMatch(/\$schema|\$ref|\$defs|const|9007199254740991/);
  });
  test("the error for 100,000 wrong items is short", async () => {
    const { validate } = await compileParams(source);
    const result = validate({ id: "x", tags: Array.from({ length: 100_000 }, () => 1), ...Object.fromEntries(Array.from({ length: 1000 }, (_v, i) => [`k${i}`, i])) }); // prettier-ignore
    expect("issues" in result && result.issues.length).toBeLessThan(200);
  });
});

test("the schema of an open object stays open", async () => {
  for (const source of [
    zod.looseObject({ id: zod.string() }),
    zod3.object({ id: zod3.string() }).passthrough(),
    { type: "object", properties: { id: { type: "string" } }, additionalProperties: true },
    { type: "object", properties: { id: { type: "string" } }, patternProperties: { "^x": {} } },
  ] satisfies ParamsSource[]) {
    const { validate, json } = await compileParams(source);
    expect(validate({ id: "1", x: 2 })).toEqual({ value: { id: "1", x: 2 } });
    expect(json.additionalProperties).not.toBe(false);
  }
});

test("defaults and transforms reach the action", async () => {
  const { validate, json } = await compileParams((z) => ({
    folder: z.string().default("inbox"),
    id: z.string().transform((id) => `#${id}`),
  }));
  expect(validate({ id: "1" })).toEqual({ value: { folder: "inbox", id: "#1" } });
  expect(json.required).toEqual(["id"]);
});

test("a refinement has its own short message", async () => {
  const { validate } = await compileParams(
    zod
      .object({ a: zod.string() })
      .refine(() => false, { path: ["a"], message: `not both ${"x".repeat(1000)}` }),
  );
  const result = validate({ a: "1" });
  expect("issues" in result && result.issues[0]!.message).toMatch(/^not both x+…$/);
});

test("a required name without a schema is required", async () => {
  const { validate } = await compileParams({ type: "object", required: ["id"] });
  expect(validate({})).toEqual({ issues: [{ path: "id", message: "required (a value)" }] });
  expect(validate({ id: 1 })).toEqual({ value: { id: 1 } });
});

test("names of Object.prototype are ordinary names", async () => {
  const { validate } = await compileParams((z) => ({ id: z.string() }));
  for (const name of ["toString", "valueOf", "hasOwnProperty"])
    expect(validate({ id: "x", [name]: 1 })).toEqual({
      issues: [{ path: name, message: "unknown parameter" }],
    });
});

test.for<[string, ParamsSource]>([
  ["text", zod.string()],
  ["a union", zod.union([zod.object({ a: zod.string() }), zod.object({ b: zod.string() })])],
  ["a list in JSON Schema", { type: "array" }],
])("params that are %s are refused", async ([, source]) => {
  await expect(compileParams(source)).rejects.toMatchObject({ code: "config_error" });
});

test("a record's schema", async () => {
  const read = async (source?: ResultSource) => {
    const { result, isArray } = await compileResult(source);
    return [result(), isArray];
  };
  const record = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
  const list = { type: "array", items: record };
  expect(await read()).toEqual([undefined, false]);
  expect(await read((z) => z.object({ id: z.string() }))).toEqual([record, false]);
  expect(await read((z) => z.array(z.object({ id: z.string() })))).toEqual([list, true]);
  expect(await read((z) => z.array(z.object({ id: z.string() })).optional())).toEqual([list, true]);
  expect(await read(list)).toEqual([list, true]);
});

test("a problem inside a record has the same text with zod and with JSON Schema", async () => {
  for (const source of [
    zod.object({ links: zod.record(zod.string(), zod.object({ blocks: zod.array(zod.string()) })) }),
    {
      type: "object",
      properties: {
        links: {
          type: "object",
          additionalProperties: {
            type: "object",
            properties: { blocks: { type: "array", items: { type: "string" } } },
            required: ["blocks"],
          },
        },
      },
    },
  ] satisfies ParamsSource[]) {
    const { validate } = await compileParams(source);
    expect(validate({ links: { a: {} } })).toEqual({
      issues: [{ path: "links.a.blocks", message: "required (array of string)" }],
    });
  }
});
