import { expect, test } from "vitest";
import { listItemRow } from "../../../../src/connectors/slack/rows/list-item-row.ts";

test("a row has the id and one field per column, under names that people cannot choose", () => {
  const fields = [
    { key: "title", column_id: "Col1", value: "[...]", text: "Fix bug" },
    { key: "done", column_id: "Col2", value: false },
    { column_id: "Col3", value: "no key" },
    { key: "id", column_id: "Col4", value: "a column that is called id" },
  ];
  expect(listItemRow({ id: "Rec1", list_id: "F1", fields, parent_record_id: "Rec0" })).toEqual({
    id: "Rec1",
    parent: "Rec0",
    "fields.title": "Fix bug",
    "fields.done": false,
    "fields.Col3": "no key",
    "fields.id": "a column that is called id",
  });
  expect(listItemRow({ id: "Rec1" })).toEqual({ id: "Rec1" });
});
