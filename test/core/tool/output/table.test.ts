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
