import { describe, expect, test } from "vitest";
import { matchParamName, meansCursor } from "../../../../src/core/call/params/param-names.ts";
import type { JsonSchema } from "../../../../src/core/contract/json-schema.ts";

const text: JsonSchema = { type: "string" };
const list: JsonSchema = { type: "array", items: text };
const properties = { user_ids: list, room: text, limit: text, cursor: text, fields: list, ids: text };
const match = (
  key: string,
  value: unknown = "x",
  reads = false,
  of: Record<string, JsonSchema> = properties,
) => matchParamName(key, value, of, { id: "room", ref: ["gone", "room"] }, reads);

describe("a name means", () => {
  test.for<[string, string]>([
    ["Room", "room"],
    ["ID", "room"],
    ["maxResults", "limit"],
    ["page_size", "limit"],
    ["per-page", "limit"],
    ["Count", "limit"],
    ["pageToken", "cursor"],
    ["nextToken", "cursor"],
    ["next_cursor", "cursor"],
    ["nextPageToken", "cursor"],
    ["selectFields", "fields"],
  ])("%s: %s", ([key, name]) => expect(match(key)).toEqual({ name, value: "x" }));
  test("nothing if the action has no such param", () => {
    for (const key of ["maxResults", "nextCursor", "id", "other", "toString"])
      expect(match(key, "x", false, { user_ids: list })).toBeUndefined();
  });
  test("in a read, the first meaning that is a param of the action; in a write, only the first meaning", () => {
    expect(match("ref", "x", true)).toEqual({ name: "room", value: "x" });
    expect(match("ref")).toBeUndefined();
  });
  test("the page cursor by any of its names", () => {
    for (const name of ["cursor", "Cursor", "pageToken", "next_token", "nextCursor", "nextPageToken"])
      expect(meansCursor(name)).toBe(true);
    for (const name of ["limit", "pageSize", "curs", "", "fields"]) expect(meansCursor(name)).toBe(false);
  });
});

describe("one and many", () => {
  test.for<[string, unknown, unknown]>([
    ["user_id", "U1, U2", { name: "user_ids", value: ["U1, U2"] }],
    ["userId", "U1", { name: "user_ids", value: ["U1"] }],
    ["user_id", '["U1"]', { name: "user_ids", value: '["U1"]' }],
    ["user_id", ["U1"], { name: "user_ids", value: ["U1"] }],
    ["user_id", 5, { name: "user_ids", value: 5 }],
    ["rooms", "R1", { name: "room", value: "R1" }],
    ["rooms", ["R1"], { name: "room", value: "R1" }],
    ["rooms", ["R1", "R2"], undefined],
    ["rooms", [], undefined],
    ["user_idss", ["U1"], undefined],
    ["roomx", "R1", undefined],
    ["s", "R1", undefined],
  ])("%s: %j is %j", ([key, value, expected]) => expect(match(key, value)).toEqual(expected));
  test("a name has no meaning if its plural is not a list and its singular does not exist", () => {
    expect(matchParamName("id", "x", properties, {}, false)).toBeUndefined();
    expect(matchParamName("limits", ["x"], { limit: list }, {}, false)).toBeUndefined();
  });
});
