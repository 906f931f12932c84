import { describe, expect, test } from "vitest";
import { methodsOf } from "../../../src/core/call/entity-methods.ts";
import type { ActionIndex } from "../../../src/core/contract/compiled-action.ts";
import type { Result } from "../../../src/core/contract/result.ts";

type Method = (params?: unknown, options?: object) => Promise<Result>;
type Methods = Record<string, Method & { all?: (params?: unknown, options?: object) => AsyncGenerator }>;

function methods(...pages: Result[]) {
  const calls: unknown[][] = [];
  const all = [
    ["notes", "list", { paginated: true }],
    ["notes", "get", { paginated: false }],
    ["tags", "drop", { paginated: false }],
  ];
  const execute = async (...call: unknown[]) => {
    calls.push(call);
    return pages[calls.length - 1] ?? { data: "done", meta: {} };
  };
  return { calls, notes: methodsOf({ all } as unknown as ActionIndex, execute, "notes") as Methods };
}
async function itemsOf(items: AsyncGenerator): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const item of items) read.push(item);
  return read;
}

describe("the methods of an entity", () => {
  test("are only its actions, and cannot be changed", () => {
    const { notes } = methods();
    expect(Object.keys(notes)).toEqual(["list", "get"]);
    expect(Object.isFrozen(notes)).toBe(true);
    expect(notes["get"]).not.toHaveProperty("all");
  });
  test("pass params and options on", async () => {
    const { notes, calls } = methods();
    const options = { callId: "c" };
    expect(await notes["get"]!({ id: "n1" }, options)).toEqual({ data: "done", meta: {} });
    await notes["list"]!();
    expect(calls).toEqual([
      ["notes", "get", { id: "n1" }, options],
      ["notes", "list", undefined, undefined],
    ]);
  });
});

describe("all", () => {
  const page = (data: unknown, next?: string): Result =>
    ({ data, meta: next === undefined ? {} : { next_cursor: next } }) as Result;

  test("returns every item of every page", async () => {
    const { notes, calls } = methods(page([1, 2], "p2"), page([], "p3"), page("no list", "p4"), page([3]));
    const options = { callId: "c" };
    expect(await itemsOf(notes["list"]!.all!({ folder: "inbox" }, options))).toEqual([1, 2, 3]);
    expect(calls).toEqual([
      ["notes", "list", { folder: "inbox" }, options],
      ["notes", "list", { folder: "inbox", cursor: "p2" }, options],
      ["notes", "list", { folder: "inbox", cursor: "p3" }, options],
      ["notes", "list", { folder: "inbox", cursor: "p4" }, options],
    ]);
  });
  test.for(["cursor", "Cursor", "pageToken", "next_cursor"])(
    "begins at the given %s, and continues with the cursors of the pages",
    async (name) => {
      const { notes, calls } = methods(page([1], "p3"), page([2]));
      await itemsOf(notes["list"]!.all!({ [name]: "p2", count: 5 }));
      expect(calls.map(([, , params]) => params)).toEqual([
        { [name]: "p2", count: 5 },
        { count: 5, cursor: "p3" },
      ]);
    },
  );
  test("requests no page that nobody reads, and accepts params as JSON text", async () => {
    const { notes, calls } = methods(page([1], "p2"));
    for await (const item of notes["list"]!.all!('{"limit": 1}')) {
      expect(item).toBe(1);
      break;
    }
    expect(calls.map(([, , params]) => params)).toEqual([{ limit: 1 }]);
  });
  test("fails if the platform returns a cursor twice", async () => {
    const { notes, calls } = methods(page([1], "p2"), page([2], "p3"), page([3], "p2"), page([4]));
    const read: unknown[] = [];
    const reading = async () => {
      for await (const item of notes["list"]!.all!()) read.push(item);
    };
    await expect(reading()).rejects.toMatchObject({
      code: "upstream_invalid_response",
      message: expect.stringMatching(/cursor twice/),
      hint: expect.stringMatching(/Start again/),
      retryable: false,
    });
    expect(read).toEqual([1, 2, 3]);
    expect(calls).toHaveLength(3);
  });
});
