import { describe, expect, test } from "vitest";
import type { Paging } from "../../../src/core/contract/wire/paging.ts";
import { checkCursor, nextCursor, type Page } from "../../../src/core/wire/paging.ts";

const headers = new Headers();
const size = { limit: "size", default: 2, max: 9 };
const next = (paging: Paging, body: unknown, more: Omit<Page, "reply"> = {}, nextQuery?: string) =>
  nextCursor(paging, { reply: { body, headers, nextQuery }, ...more });

const cursor: Paging = { ...size, kind: "cursor", cursor: "after", next: "a.b" };
const pages: Paging = { ...size, kind: "page", cursor: "page", pages: "n" };
const counted: Paging = { ...size, kind: "page", cursor: "page" };
const zero: Paging = { ...size, kind: "page", cursor: "page", first: 0 };
const offset: Paging = { ...size, kind: "offset", cursor: "start" };
const total: Paging = { ...offset, total: "all" };
const lastId: Paging = { ...size, kind: "last-id", cursor: "after", id: "ref.id" };
const link: Paging = { ...size, kind: "link" };
const full = { items: [{ ref: { id: "x" } }, { ref: { id: 7 } }], limit: 2 };
const short = { items: [{ ref: { id: "x" } }], limit: 2 };
const none = { items: [], limit: 2 };

test.for<[Paging, unknown, Omit<Page, "reply">, string | undefined]>([
  [cursor, { a: { b: "c" } }, {}, "c"],
  [cursor, { a: { b: 5 } }, {}, "5"],
  [cursor, { a: { b: "" } }, {}, undefined],
  [cursor, { a: { b: null } }, {}, undefined],
  [cursor, { a: { b: { c: 1 } } }, {}, undefined],
  [{ ...cursor, more: "more" }, { a: { b: "c" }, more: false }, {}, undefined],
  [{ ...cursor, more: "more" }, { a: { b: "c" }, more: true }, {}, "c"],
  [pages, { n: 3 }, {}, "2"],
  [pages, { n: "3" }, { cursor: "2" }, "3"],
  [pages, { n: 3 }, { cursor: "3" }, undefined],
  [pages, { n: 1 }, {}, undefined],
  [pages, {}, {}, undefined],
  // Some platforms leave out the number unless it is asked for. Then only a page that is not full is the last one.
  [pages, {}, full, "2"],
  [pages, { n: null }, full, "2"],
  [pages, { n: null }, short, undefined],
  [total, { all: null }, full, "2"],
  [total, {}, { ...full, cursor: "4" }, "6"],
  [total, { all: null }, short, undefined],
  [{ ...total, more: "more" }, { all: null, more: true }, short, "1"],
  [{ ...total, more: "more" }, { all: null, more: false }, full, undefined],
  [counted, [], full, "2"],
  [counted, [], { ...full, cursor: "4" }, "5"],
  [counted, [], short, undefined],
  [counted, [], none, undefined],
  // The platform decides the page size: only an empty page is surely the last one.
  [counted, [], { items: [1] }, "2"],
  [counted, [], { items: [] }, undefined],
  [{ ...counted, more: "more" }, { more: true }, short, "2"],
  [{ ...counted, more: "more" }, { more: false }, full, undefined],
  [zero, [], full, "1"],
  [{ ...zero, pages: "n" }, { n: 3 }, { cursor: "1" }, "2"],
  [{ ...zero, pages: "n" }, { n: 3 }, { cursor: "2" }, undefined],
  [offset, [], full, "2"],
  [offset, [], { ...full, cursor: "8" }, "10"],
  [offset, [], { ...short, cursor: "8" }, undefined],
  [total, { all: 3 }, short, "1"],
  [total, { all: 3 }, { ...short, cursor: "2" }, undefined],
  // A platform that promises more items, but sends none, must not keep the caller busy forever.
  [total, { all: 3 }, none, undefined],
  [total, {}, full, "2"],
  [lastId, [], full, "7"],
  [lastId, [], short, undefined],
  [{ ...lastId, more: "has_more" }, { has_more: true }, short, "x"],
  [{ ...lastId, more: "has_more" }, { has_more: false }, full, undefined],
  [lastId, [], { items: [1, 2], limit: 2 }, undefined],
])("after %j, body %j, page %j the next cursor is %s", ([paging, body, page, expected]) =>
  expect(next(paging, body, page)).toBe(expected),
);

test("the query of the next page is the cursor of a list with links", () => {
  expect(next(link, [], full, "page=2")).toBe("page=2");
  expect(next(link, [], full)).toBeUndefined();
});

describe("a cursor from elsewhere is refused", () => {
  test.for<[Paging, string]>([
    ...["0", "01", "", "p1", "1x", " 1", "12345678", "-1", "1.5"].map((one): [Paging, string] => [
      pages,
      one,
    ]),
    ...["0", "", "x", "1e3", "1234567890"].map((one): [Paging, string] => [offset, one]),
    ...["a b", "a\nb", "é", "", "x".repeat(5000)].map((one): [Paging, string] => [link, one]),
  ])("%j refuses %j", ([paging, one]) =>
    expect(() => checkCursor(paging, one)).toThrow(
      expect.objectContaining({
        code: "invalid_params",
        path: "params.cursor",
        hint: expect.stringMatching(/meta\.next_cursor/),
      }),
    ),
  );
  test.for<[Paging, string | undefined]>([
    ...["1", "9", "10", "9999999", undefined].map((one): [Paging, string | undefined] => [pages, one]),
    [offset, "100"],
    [link, "page=2&q=%20x"],
    [cursor, "any text: é"],
    [lastId, "x"],
  ])("%j accepts %j", ([paging, one]) => checkCursor(paging, one));
});
