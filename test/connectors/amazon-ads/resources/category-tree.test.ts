import { expect, test } from "vitest";
import { readCategoryTree } from "../../../../src/connectors/amazon-ads/resources/category-tree.ts";

const tree = [
  { id: 1, na: "Sports", ta: false, ch: [{ id: "2", na: "Tents", ta: true, ch: [] }] },
  { id: "3", na: "Books", ta: true },
];

test.each([
  ["a text", { categoryTree: JSON.stringify(tree) }],
  ["a text under the other spelling", { CategoryTree: JSON.stringify(tree) }],
  ["a list", { categoryTree: tree }],
])("a category tree as %s becomes a list with paths", (_, body) => {
  expect(readCategoryTree(body)).toEqual([
    { id: "1", name: "Sports", path: "/Sports", canBeTargeted: false },
    { id: "2", name: "Tents", path: "/Sports/Tents", canBeTargeted: true },
    { id: "3", name: "Books", path: "/Books", canBeTargeted: true },
  ]);
});

test.each([[undefined], [{}], [{ categoryTree: "not JSON" }], [[]]])("no tree in %j: an error", (body) => {
  expect(() => readCategoryTree(body)).toThrow(
    expect.objectContaining({ code: "upstream_invalid_response" }),
  );
});
