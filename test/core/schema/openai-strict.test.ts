import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/core/contract/json-schema.ts";
import { dropNulls, strictParams, toStrictSchema } from "../../../src/core/schema/openai-strict.ts";

const object = (properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
const text: JsonSchema = { type: "string" };
const open: JsonSchema = { type: "object" };

describe("a schema in the strict subset", () => {
  test("requires every property, and an optional property can be null", () => {
    const schema = object({ name: text, note: text, day: { type: ["string", "null"] } }, "name");
    expect(toStrictSchema(schema)).toEqual({
      type: "object",
      properties: { name: text, note: { type: ["string", "null"] }, day: { type: ["string", "null"] } },
      required: ["name", "note", "day"],
      additionalProperties: false,
    });
    expect(toStrictSchema(object({}))).toEqual({ ...object({}), required: [] });
  });
  test.for<[string, JsonSchema, JsonSchema]>([
    ["a choice", { type: "string", enum: ["a", "b"] }, { type: ["string", "null"], enum: ["a", "b", null] }],
    ["a choice without a type", { enum: ["a", 1] }, { anyOf: [{ enum: ["a", 1] }, { type: "null" }] }],
    [
      "several types",
      { type: ["string", "number"] },
      { anyOf: [{ type: ["string", "number"] }, { type: "null" }] },
    ],
    [
      "a union",
      { anyOf: [text, { type: "number" }] },
      { anyOf: [text, { type: "number" }, { type: "null" }] },
    ],
    ["a union with null", { anyOf: [text, { type: "null" }] }, { anyOf: [text, { type: "null" }] }],
    ["null itself", { type: "null" }, { type: "null" }],
    ["a list", { type: "array", items: text }, { type: ["array", "null"], items: text }],
  ])("lets %s be null if it is optional", ([, property, strict]) => {
    expect(toStrictSchema(object({ p: property }))!.properties).toEqual({ p: strict });
    expect(toStrictSchema(object({ p: property }, "p"))!.properties).toEqual({ p: property });
  });
  test("applies inside objects, lists and unions", () => {
    const inner = object({ note: text });
    const strict = { ...object({ note: { type: ["string", "null"] } }), required: ["note"] };
    const schema = object(
      { one: inner, many: { type: "array", items: inner }, other: { anyOf: [inner, text] } },
      "one",
      "many",
      "other",
    );
    expect(toStrictSchema(schema)!.properties).toEqual({
      one: strict,
      many: { type: "array", items: strict },
      other: { anyOf: [strict, text] },
    });
  });
  test("leaves out only the keywords that the subset does not have", () => {
    const schema: JsonSchema = {
      type: "array",
      items: { ...text, default: "x", pattern: "^x" },
      uniqueItems: true,
    };
    expect(toStrictSchema(schema)).toEqual({ type: "array", items: { ...text, pattern: "^x" } });
    expect(toStrictSchema({ ...object({}), minProperties: 1, maxProperties: 2, description: "d" })).toEqual({
      ...object({}),
      required: [],
      description: "d",
    });
  });
  test.for<[string, JsonSchema]>([
    ["an open object", open],
    ["an object with further properties", { type: "object", properties: {}, additionalProperties: true }],
    ["an object without properties", { type: "object", additionalProperties: false }],
    ["anything", {}],
    ["a list of anything", { type: "array" }],
    ["oneOf", { ...text, oneOf: [text] }],
    ["allOf", { ...text, allOf: [text] }],
    ["not", { ...text, not: text }],
    ["$ref", { ...text, $ref: "#" }],
    ["patternProperties", { ...object({}), patternProperties: {} }],
  ])("does not exist for %s, wherever it is", ([, schema]) => {
    expect(toStrictSchema(schema)).toBeUndefined();
    expect(toStrictSchema(object({ fine: text, p: schema }))).toBeUndefined();
    expect(toStrictSchema({ type: "array", items: schema })).toBeUndefined();
    expect(toStrictSchema({ anyOf: [text, schema] })).toBeUndefined();
  });
});

describe("an action's params in the strict subset", () => {
  test("leave out a rare param that a strict schema cannot express", () => {
    const schema = object({ name: text, blocks: open, extra: text }, "name");
    expect(strictParams(schema, ["blocks", "extra"])).toEqual({
      ...object({ name: text, extra: { type: ["string", "null"] } }),
      required: ["name", "extra"],
    });
  });
  test("do not exist if such a param is required or not rare", () => {
    const schema = (...required: string[]) => object({ name: text, blocks: open }, ...required);
    expect(strictParams(schema("blocks"), ["blocks"])).toBeUndefined();
    expect(strictParams(schema(), [])).toBeUndefined();
    expect(strictParams(schema(), ["blocks"])?.required).toEqual(["name"]);
  });
  test("can be empty", () =>
    expect(strictParams({ type: "object", additionalProperties: false }, [])).toEqual({
      ...object({}),
      required: [],
    }));
});

describe("arguments as a strict schema makes a model write them", () => {
  const inner = object({ note: text, day: { type: ["string", "null"] } });
  const schema = object(
    {
      name: { type: ["string", "null"] },
      must: text,
      note: text,
      gone: { type: "null" },
      either: { anyOf: [text, { type: "null" }] },
      one: inner,
      many: { type: "array", items: inner },
    },
    "must",
  );
  test("lose the nulls of optional values, at any depth, and no others", () => {
    const given = {
      name: null,
      must: null,
      note: null,
      gone: null,
      either: null,
      other: null,
      one: { note: null, day: null, other: null },
      many: [{ note: null }, { note: "x" }, null],
    };
    expect(dropNulls(given, schema)).toEqual({
      must: null,
      other: null,
      one: { other: null },
      many: [{}, { note: "x" }, null],
    });
  });
  test("stay as they are otherwise, in a copy", () => {
    const given = { must: "a", one: "text", many: { note: null }, extra: [{ note: null }] };
    const copy = dropNulls(given, schema);
    expect(copy).toEqual(given);
    copy["must"] = "b";
    expect(given.must).toBe("a");
    expect(dropNulls({ a: null, b: [null] }, {})).toEqual({ a: null, b: [null] });
    expect(dropNulls({ list: [{ note: null }] }, object({ list: { type: "array" } }))).toEqual({
      list: [{ note: null }],
    });
  });
  test("can have any name", () => {
    const given = JSON.parse('{"__proto__": {"note": null}, "constructor": null}') as Record<string, unknown>;
    const copy = dropNulls(given, schema);
    expect(Object.keys(copy)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });
});
