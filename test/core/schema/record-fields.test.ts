import { expect, test } from "vitest";
import { recordFields } from "../../../src/core/schema/record-fields.ts";

const record = {
  type: "object",
  properties: {
    id: { type: "string" },
    owner: { anyOf: [{ type: "object", properties: { name: { type: "string" } } }, { type: "null" }] },
  },
} as const;
type View = Parameters<typeof recordFields>[0];

test.each<[string, View, readonly string[]]>([
  ["without a view: the declared fields", {}, ["id", "owner"]],
  [
    "with a view: also its own fields, even those of nested records",
    {
      view: ({ id, owner }) => ({ id, ...(owner ? { by: (owner as { name?: string }).name } : {}), size: 1 }),
    },
    ["id", "owner", "by", "size"],
  ],
  [
    "with a view that needs values: the declared fields",
    { view: ({ id }) => ({ short: (id as string).slice(1) }) },
    ["id", "owner"],
  ],
])("%s", (_what, view, fields) => {
  expect(recordFields(view, record)).toEqual(fields);
});

test("if a record declares no fields, no names are listed, so that any name is valid", () => {
  expect(recordFields({ view: () => ({ a: 1 }) }, undefined)).toEqual([]);
});
