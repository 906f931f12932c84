import { expect, test } from "vitest";
import type { JsonSchema } from "../../../src/core/contract/json-schema.ts";
import { guessPaging } from "../../../src/import/openapi/guess-paging.ts";
import { listShape } from "../../../src/import/openapi/response.ts";

// Pages are read only if it is sure how the platform splits a list, because wrong pages lose items or repeat them.

const integer = { type: "integer" };
const text = { type: "string" };
const items = { type: "array", items: { type: "object", properties: { id: text } } };
const limit = { type: "integer", maximum: 100, default: 20 };

function paging(
  params: Record<string, JsonSchema>,
  fields: Record<string, JsonSchema> | undefined,
  headers: string[] = [],
) {
  const schema: JsonSchema = fields ? { type: "object", properties: { data: items, ...fields } } : items;
  const list = listShape(schema, "notes")!;
  const given = Object.entries(params).map(([name, one]) => ({ name, schema: one }));
  return guessPaging(given, { schema, headers }, list);
}

test.each<[string, Parameters<typeof paging>, object]>([
  ["a cursor", [{ limit, cursor: text }, { next_cursor: text }], { kind: "cursor", cursor: "cursor", next: "next_cursor", limit: "limit", default: 20, max: 100 }], // prettier-ignore
  ["a token in an envelope", [{ maxResults: limit, pageToken: text }, { meta: { type: "object", properties: { nextPageToken: text } } }], { kind: "cursor", cursor: "pageToken", next: "meta.nextPageToken" }], // prettier-ignore
  ["an offset that is a text", [{ limit, offset: text }, { next_offset: text }], { kind: "cursor", cursor: "offset", next: "next_offset" }], // prettier-ignore
  ["the id of the last item", [{ limit, starting_after: text }, { has_more: { type: "boolean" } }], { kind: "last-id", cursor: "starting_after", id: "id", more: "has_more" }], // prettier-ignore
  ["the address of the next page", [{ limit, page: integer }, { next_page_url: text }], { kind: "next-url", next: "next_page_url" }], // prettier-ignore
  ["an address that only the text describes", [{ limit, after: text }, { next: { ...text, description: "URL to the next page" }, cursors: { type: "object", properties: { after: text } } }], { kind: "next-url", next: "next" }], // prettier-ignore
  [
    "the header Link",
    [{ per_page: limit, page: integer }, undefined, ["link"]],
    { kind: "link", limit: "per_page" },
  ],
  ["a page number with the number of pages", [{ limit, page: integer }, { total_pages: integer }], { kind: "page", cursor: "page", pages: "total_pages" }], // prettier-ignore
  ["a page number that begins at 0", [{ limit, page: { ...integer, default: 0 } }, { total_pages: integer }], { kind: "page", first: 0 }], // prettier-ignore
  ["an offset with a total", [{ limit, offset: integer }, { total: integer }], { kind: "offset", cursor: "offset", total: "total" }], // prettier-ignore
  ["an offset with a documented page size", [{ limit, offset: integer }, undefined], { kind: "offset", cursor: "offset", default: 20, max: 100 }], // prettier-ignore
])("recognizes %s", (_, given, expected) => expect(paging(...given)).toMatchObject(expected));

test.each<[string, Parameters<typeof paging>]>([
  ["a page number without a known page size", [{ page: integer }, {}]],
  ["a page size without a documented maximum", [{ limit: integer, offset: integer }, {}]],
  ["a cursor without its next value", [{ limit, cursor: text }, {}]],
  ["an index that begins at 1", [{ count: limit, startIndex: integer }, { totalResults: integer }]],
  ["an index whose default is 1", [{ limit, start: { ...integer, default: 1 } }, { total: integer }]],
  ["no params at all", [{}, {}]],
])("does not guess with %s", (_, given) => expect(paging(...given)).toBeUndefined());
