import type { JsonSchema } from "../../../src/core/contract/json-schema.ts";
import { describeType, signature } from "../../../src/core/schema/signature.ts";
import { expect, test } from "vitest";

test("the types of strings are not shown, and rare params are shown as …", () => {
  expect(
    signature(
      "list",
      {
        type: "object",
        required: ["channel", "users"],
        properties: {
          channel: { type: "string" },
          size: { type: "integer" },
          ratio: { type: "number" },
          inclusive: { type: "boolean" },
          users: { type: "array", items: { type: "string" } },
          types: { type: "array", items: { type: "string", enum: ["a", "b"] } },
          sort: { enum: ["new", "old"] },
          reason: { enum: ["done", null] },
          either: { anyOf: [{ type: "string" }, { type: "integer" }] },
          maybe: { type: ["string", "null"] },
          any: {},
          unfurl: { type: "boolean" },
        },
      },
      ["unfurl"],
    ),
  ).toBe(
    "list(channel, size?: int, ratio?: number, inclusive?: bool, users: string[], types?: (a|b)[], sort?: new|old, reason?: done|null, either?: string|int, maybe?: string|null, any?: any, …)",
  );
  expect(signature("get", { type: "object" })).toBe("get()");
});

test.for<[JsonSchema, string]>([
  [{ type: "integer", minimum: 1, maximum: 9 }, "integer 1-9"],
  [{ type: "number", minimum: -99, maximum: 900 }, "number -99 to 900"],
  [{ type: "integer", minimum: 1 }, "integer of at least 1"],
  [{ type: "number", exclusiveMinimum: 0 }, "number of more than 0"],
  [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, "number of more than 0 and less than 1"],
  [{ type: "number", maximum: 5 }, "number of at most 5"],
  [{ type: "boolean" }, "true or false"],
  [{ type: "string", minLength: 1, maxLength: 200 }, "non-empty string of at most 200 characters"],
  [{ type: "string", minLength: 3 }, "non-empty string of at least 3 characters"],
  [{ type: "string", minLength: 3, maxLength: 5 }, "non-empty string of 3 to 5 characters"],
  [{ type: "string", format: "email", pattern: "^.+@.+$" }, "string (email)"],
  [{ type: "string", pattern: "^a" }, "string that matches ^a"],
  [{ type: "string", pattern: "^C", description: "channel id, such as C1" }, "channel id, such as C1"],
  [
    { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 2 },
    "array of integer, at least 1, at most 2",
  ],
  [{ type: ["string", "null"] }, "string or null"],
  [{ oneOf: [{ type: "object" }, { type: "object" }] }, "object"],
  [
    { enum: Array.from({ length: 200 }, (_, index) => index) },
    expect.stringMatching(/^one of 0, .*, 29 and 170 more$/),
  ],
  [{}, "a value"],
] as never)("%j in words", ([schema, words]) => expect(describeType(schema)).toEqual(words));

test("objects show required fields, then the fields that fit, and long enums are cut", () => {
  const text = { type: "string" };
  const item: JsonSchema = {
    type: "object",
    required: ["name", "kind"],
    properties: {
      note: text,
      name: text,
      kind: { enum: ["a", "b"] },
      budget: {
        type: "object",
        required: ["amount"],
        properties: { amount: { type: "number" }, period: text },
      },
      description: text,
      somethingThatIsLongEnoughToFillTheLine: text,
    },
  };
  const params: JsonSchema = {
    type: "object",
    properties: { items: { type: "array", items: item }, any: { type: "object" } },
  };
  expect(signature("create", params)).toBe(
    "create(items?: {name, kind: a|b, note?, budget?: {amount: number, period?}, description?, …}[], any?: object)",
  );
  const many = Array.from({ length: 12 }, (_, index) => `v${index}`);
  expect(signature("list", { type: "object", properties: { of: { enum: many } } })).toBe(
    "list(of?: v0|v1|v2|v3|…)",
  );
});
