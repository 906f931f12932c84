import { expect, test } from "vitest";
import { chooseFields } from "../../../src/core/call/choose-fields.ts";

const record = { id: "n1", title: "Milk", size: 3 };
const choose = (data: unknown, fields: string[] | undefined, meta = {}) =>
  chooseFields({ data, meta }, fields);

test("keeps the chosen fields of a record, or of each record of a list, in the chosen order", () => {
  expect(Object.entries(choose(record, ["size", "id"]) as object)).toEqual([["size", 3], ["id", "n1"]]); // prettier-ignore
  expect(choose([record, { id: "n2" }], ["title"])).toEqual([{ title: "Milk" }, {}]);
});
test("leaves out fields that a record lacks or inherits", () => {
  expect(Object.keys(choose(record, ["id", "gone", "toString"]) as object)).toEqual(["id"]);
});
test("keeps values that are not records", () => {
  expect(choose("text", ["length"])).toBe("text");
  expect(choose([1, null, ["a"]], ["length"])).toEqual([1, null, ["a"]]);
});
test("keeps everything without fields, and in a dry run", () => {
  for (const fields of [undefined, []]) expect(choose(record, fields)).toBe(record);
  expect(choose(record, ["id"], { dry_run: true })).toBe(record);
  expect(choose(record, ["id"], { dry_run: false })).toEqual({ id: "n1" });
});
test("takes a field that the record lacks from the view, and never replaces a field of the record", () => {
  const view = ({ title }: Record<string, unknown>) => ({ heading: title, title: "short", none: undefined });
  const fields = ["title", "heading", "none", "empty"];
  expect(chooseFields({ data: { ...record, empty: null }, meta: {} }, fields, { view })).toEqual({
    title: "Milk",
    heading: "Milk",
    empty: null,
  });
});
test("calls the view only for a record that lacks a field, with the meta of the result", () => {
  const seen: unknown[] = [];
  const view = (...given: unknown[]) => {
    seen.push(given);
    return { heading: "shown" };
  };
  const meta = { has_more: false };
  chooseFields({ data: [record], meta }, ["id", "title"], { view });
  expect(seen).toEqual([]);
  const other = { ...record, heading: "own" };
  chooseFields({ data: [record, other], meta }, ["id", "heading"], { view });
  expect(seen).toEqual([[record, meta]]);
});
