import { describe, expect, test } from "vitest";
import type { Operation, Style } from "../../../../src/core/contract/wire/operation.ts";
import { requestOf } from "./open-wire.ts";

// The rows of the table "Style Examples" of the OpenAPI Specification 3.1.1, §4.8.12.4, for the styles of paths, queries
// and headers. There, a query is shown with its leading question mark.
// https://spec.openapis.org/oas/v3.1.1.html#style-examples
const list = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };
const table: [name: string, operation: Partial<Operation>, value: unknown, path: string][] = [
  ["simple, string", { path: "/{color}" }, "blue", "/blue"],
  ["simple, array", { path: "/{color}" }, list, "/blue,black,brown"],
  ["form explode=true, empty", {}, "", "/?color="],
  ["form explode=true, string", {}, "blue", "/?color=blue"],
  ["form explode=true, array", {}, list, "/?color=blue&color=black&color=brown"],
  ["form explode=true, object", {}, object, "/?R=100&G=200&B=150"],
  ["form explode=false, empty", { style: "comma" }, "", "/?color="],
  ["form explode=false, array", { style: "comma" }, list, "/?color=blue,black,brown"],
  ["form explode=false, object", { style: "comma" }, object, "/?color=R,100,G,200,B,150"],
  ["spaceDelimited, array", { style: "space" }, list, "/?color=blue%20black%20brown"],
  ["spaceDelimited, object", { style: "space" }, object, "/?color=R%20100%20G%20200%20B%20150"],
  ["pipeDelimited, array", { style: "pipe" }, list, "/?color=blue%7Cblack%7Cbrown"],
  ["pipeDelimited, object", { style: "pipe" }, object, "/?color=R%7C100%7CG%7C200%7CB%7C150"],
  [
    "deepObject, object",
    { style: "deepObject" },
    object,
    "/?color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
  ],
];
test.for(table)("OpenAPI's row %s", async ([, operation, color, path]) => {
  expect((await requestOf(operation, { color })).path).toBe(path);
});

test.for<[Style, unknown, string]>([
  ["brackets", list, "color[]=blue&color[]=black&color[]=brown"],
  ["brackets", { a: { b: 1 }, c: [2] }, "color[a][b]=1&color[c][]=2"],
  ["deepObject", [{ price: "p1" }, { price: "p2" }], "color[0][price]=p1&color[1][price]=p2"],
  ["json", list, 'color=["blue","black","brown"]'],
  ["json", object, 'color={"R":100,"G":200,"B":150}'],
  ["json", "blue", "color=blue"],
  // There is no other way to write a list of objects with these styles.
  ["comma", [{ a: 1 }], 'color=[{"a":1}]'],
  ["repeat", { a: { b: 1 } }, 'color={"a":{"b":1}}'],
  ["repeat", [], ""],
  ["repeat", true, "color=true"],
  ["repeat", null, "color=null"],
  ["comma", ["a,b", "c&d=é +"], "color=a,b,c&d=é +"],
])("the style %s writes %j as %s", async ([style, color, expected]) => {
  const { path } = await requestOf({ style }, { color });
  expect(decodeURIComponent(path.replace(/^\/\??/, ""))).toBe(expected);
  // Names and values in a query contain no separators.
  expect(path).toMatch(/^\/(\?[\w.!~*'()%=&,-]*)?$/);
});

describe("an argument", () => {
  test("goes to its place, under the platform's name, in its own style", async () => {
    const { path, headers, body } = await requestOf(
      {
        method: "POST",
        path: "/v1/{org}/items",
        style: "comma",
        arguments: {
          page_fields: { in: "query", name: "fields" },
          tags: { in: "query", style: "brackets" },
          version: { in: "header", name: "X-Version" },
          ids: { in: "header", name: "X-Ids" },
          states: "stateFilter.include",
        },
      },
      { org: "a b/c".replace("/", "-"), page_fields: ["a", "b"], tags: ["x"], version: 3, ids: [1, 2], states: ["on"], title: "é" }, // prettier-ignore
    );
    expect(path).toBe("/v1/a%20b-c/items?fields=a,b&tags%5B%5D=x");
    expect(headers).toMatchObject({ "x-version": "3", "x-ids": "1,2", "content-type": "application/json" });
    expect(JSON.parse(body)).toEqual({ stateFilter: { include: ["on"] }, title: "é" });
  });
  test("that is undefined is not sent", async () => {
    expect((await requestOf({}, { a: undefined, b: 1 })).path).toBe("/?b=1");
    expect(JSON.parse((await requestOf({ method: "POST" }, { a: undefined, b: 1 })).body)).toEqual({ b: 1 });
  });
});

test("constants of the connector and of the operation are always sent", async () => {
  const { openWire } = await import("./open-wire.ts");
  const { send, requests } = await openWire({
    wire: { headers: { "x-api": "2", "x-both": "all" }, query: { v: "1" } },
    operations: {
      main: {
        method: "POST",
        headers: { "x-both": "one" },
        query: { w: "2" },
        fields: { "a.b": true, kind: "note" },
      },
    },
  });
  await send({ title: "T" });
  expect(requests[0]!.path).toBe("/?v=1&w=2");
  expect(requests[0]!.headers).toMatchObject({ "x-api": "2", "x-both": "one" });
  expect(JSON.parse(requests[0]!.body)).toEqual({ a: { b: true }, kind: "note", title: "T" });
});
