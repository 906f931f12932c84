import { describe, expect, test } from "vitest";
import type { PlannedCall } from "../../../src/core/call/params/planned-call.ts";
import {
  atPosition,
  itemsAt,
  readPosition,
  writePosition,
  type PagePosition,
} from "../../../src/core/call/page-position.ts";
import type { Result } from "../../../src/core/contract/result.ts";
import type { TransportCall } from "../../../src/core/call/transport.ts";

describe("a cursor", () => {
  test.each<[string, PagePosition]>([
    ["~12~abc", { from: 12, to: undefined, cursor: "abc" }],
    ["~12-13~abc", { from: 12, to: 13, cursor: "abc" }],
    ["~0~", { from: 0, to: undefined, cursor: undefined }],
    ["~3-4~", { from: 3, to: 4, cursor: undefined }],
    ["~1~~2~a\nb~", { from: 1, to: undefined, cursor: "~2~a\nb~" }],
  ])("%j is a position, and is written in the same way", (text, position) => {
    expect(readPosition(text)).toEqual(position);
    expect(writePosition(position)).toBe(text);
  });
  test.each(["", "abc", "a~1~b", "~~a", "~1", "~1-~a", "~-1~a", "~1234567890~a"])(
    "%j is the platform's own",
    (cursor) => {
      expect(readPosition(cursor)).toEqual({ from: 0, cursor });
    },
  );
  test("that is missing means the beginning", () => {
    expect(readPosition(undefined)).toEqual({ from: 0, cursor: undefined });
  });
});

describe("the items of a page", () => {
  const data = ["a", "b", "c"];
  const at = (position: Partial<PagePosition>, meta: Result["meta"] = {}, items: unknown = data) =>
    itemsAt({ data: items, meta }, { from: 0, cursor: undefined, ...position });

  test("begin at the position, and the list continues after the page", () => {
    const meta = { has_more: true, next_cursor: "n", normalized: ["x"] };
    expect(at({ from: 1 }, meta)).toEqual({ data: ["b", "c"], meta });
    expect(at({}, { has_more: false })).toEqual({ data, meta: { has_more: false } });
  });
  test("end at the position, and then nothing more follows", () => {
    const meta = { has_more: true, next_cursor: "n", normalized: ["x"] };
    expect(at({ from: 1, to: 2 }, meta)).toEqual({
      data: ["b"],
      meta: { has_more: false, normalized: ["x"] },
    });
    expect(at({ from: 1, to: 2 })).toEqual({ data: ["b"], meta: {} });
  });
  test("that are one record stay whole", () => {
    expect(at({ from: 1 }, {}, { id: "a" })).toEqual({ data: { id: "a" }, meta: {} });
  });
  test("a platform's cursor that looks like a position is wrapped in a position, and can be read back", () => {
    const { meta } = at({}, { has_more: true, next_cursor: "~5~own" });
    expect(meta).toEqual({ has_more: true, next_cursor: "~0~~5~own" });
    expect(readPosition(meta.next_cursor)).toEqual({ from: 0, to: undefined, cursor: "~5~own" });
  });
});

describe("a call", () => {
  const call = (cursor: string | undefined, { paginated = true, paging = {} as object | null } = {}) =>
    ({
      effect: "read",
      planned: {
        controls: { cursor, limit: 5 },
        compiled: { definition: { paginated }, operation: { paging: paging ?? undefined } },
      } as unknown as PlannedCall,
    }) as TransportCall;

  test("gets the platform's cursor without the position", () => {
    const { call: sent, position } = atPosition(call("~2~abc"));
    expect(sent).toMatchObject({ effect: "read", planned: { controls: { cursor: "abc", limit: 5 } } });
    expect(position).toEqual({ from: 2, to: undefined, cursor: "abc" });
    expect(atPosition(call(undefined)).call.planned.controls).toEqual({ cursor: undefined, limit: 5 });
  });
  test.each([
    { paginated: false, paging: {} },
    { paginated: true, paging: null },
  ])("of a list without pages can name a position, but no cursor of the platform: %o", (list) => {
    expect(atPosition(call("~2~", list)).position.from).toBe(2);
    for (const cursor of ["abc", "~2~abc"])
      expect(() => atPosition(call(cursor, list))).toThrow(
        expect.objectContaining({
          code: "invalid_params",
          path: "params.cursor",
          message: "cursor is not a cursor of this list.",
        }) as Error,
      );
  });
});
