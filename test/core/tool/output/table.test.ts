import { expect, test } from "vitest";
import { rowsOf } from "../../../../src/core/tool/output/table.ts";

// A model can tell `false` from a field that the platform did not send.

test("a field that is true or false in every record is noted, and false is an empty cell", () => {
  const records = [
    { id: 1, open: true, old: false, note: "a" },
    { id: 2, open: false, old: false },
  ];
  expect(rowsOf(records)).toEqual({
    columns: ["id", "open", "note"],
    false_if_empty: ["open", "old"],
    rows: [[1, true, "a"], [2]],
  });
});

test("a field that some records lack keeps the value false", () => {
  expect(rowsOf([{ id: 1, open: false }, { id: 2 }, { id: 3, open: true }])).toEqual({
    columns: ["id", "open"],
    rows: [[1, false], [2], [3, true]],
  });
});

test("without a value false there is no note", () => {
  expect(rowsOf([{ id: 1, open: true }])).toEqual({ columns: ["id", "open"], rows: [[1, true]] });
});

test("a field with one value in all of several records has no column", () => {
  const records = [
    { id: 1, state: "open", tags: ["x"], open: true },
    { id: 2, state: "open", tags: ["x"], open: true },
  ];
  expect(rowsOf(records)).toEqual({
    columns: ["id"],
    every_row: { state: "open", tags: ["x"], open: true },
    rows: [[1], [2]],
  });
  expect(rowsOf(records.slice(1))).toEqual({
    columns: ["id", "state", "tags", "open"],
    rows: [[2, "open", ["x"], true]],
  });
  expect(rowsOf([{ id: 1, state: "open" }, { id: 2 }, { id: 3, state: "open" }])).not.toHaveProperty(
    "every_row",
  );
  expect(rowsOf([{ id: 1 }, { id: 1 }])).toEqual({ columns: [], every_row: { id: 1 }, rows: [[], []] });
});

test("the fields of a nested record are columns with a dotted path", () => {
  expect(
    rowsOf([{ id: 1, budget: { amount: 5, of: { day: 1 } } }, { id: 2, budget: null }, { id: 3 }]),
  ).toEqual({
    columns: ["id", "budget.amount", "budget.of"],
    rows: [[1, 5, { day: 1 }], [2], [3]],
  });
});

test.each([
  ["has many fields", { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }],
  ["has keys that are no names", { "a b": 1 }],
  ["has a key with a dot", { "a.b": 1 }],
  ["is empty", {}],
  ["is a list in another record", { a: 1 }, ["x"]],
])("a nested record that %s stays in one cell", (_what, inner, other?: unknown) => {
  const records = [
    { id: 1, inner },
    { id: 2, ...(other === undefined ? {} : { inner: other }) },
  ];
  expect(rowsOf(records)).toEqual({
    columns: ["id", "inner"],
    rows: [[1, inner], other === undefined ? [2] : [2, other]],
  });
});
