import { describe, expect, test, vi } from "vitest";
import { respell } from "../../../../src/core/call/params/spelling.ts";
import type { JsonSchema } from "../../../../src/core/contract/json-schema.ts";

const name: JsonSchema = { type: "string", pattern: "^#[a-z]+$" };
const either: JsonSchema = { type: "string", pattern: "^[#@][a-z]+$" };

function read(value: unknown, schema: JsonSchema, reads = false) {
  const notes: string[] = [];
  const of = vi.fn<(text: string) => string[]>((text) => [`${text}!`, `@${text}`, `#${text}`]);
  return { value: respell(value, schema, "p", { of, reads }, notes), notes, of };
}

describe("a text that does not match its pattern", () => {
  test("is replaced by the only spelling that matches", () =>
    expect(read("lobby", name)).toMatchObject({ value: "#lobby", notes: ['p: "lobby" read as "#lobby"'] }));
  test("is replaced by the likeliest spelling in a read, but not in a write", () => {
    expect(read("lobby", either, true)).toMatchObject({ value: "@lobby", notes: ['p: "lobby" read as "@lobby"'] }); // prettier-ignore
    expect(read("lobby", either)).toMatchObject({ value: "lobby", notes: [] });
  });
  test("stays if no spelling matches", () => {
    expect(read("Lobby 5", name)).toMatchObject({ value: "Lobby 5", notes: [] });
    expect(read("Lobby 5", name, true)).toMatchObject({ value: "Lobby 5", notes: [] });
  });
  test("stays if it is longer than 200 characters", () => {
    expect(read("x".repeat(200), name).value).toBe(`#${"x".repeat(200)}`);
    expect(read("x".repeat(201), name)).toMatchObject({ value: "x".repeat(201), notes: [] });
  });
  test("is found in lists and objects, with its path", () => {
    const schema: JsonSchema = {
      type: "array",
      items: { type: "object", properties: { room: name, other: { type: "string" } } },
    };
    expect(read([{ room: "#a" }, { room: "b", other: "c", more: "d" }, 5], schema)).toMatchObject({
      value: [{ room: "#a" }, { room: "#b", other: "c", more: "d" }, 5],
      notes: ['p[1].room: "b" read as "#b"'],
    });
  });
});

test.for<[string, unknown, JsonSchema]>([
  ["that matches", "#lobby", name],
  ["without a pattern", "lobby", { type: "string" }],
  ["that is no text", 5, name],
  ["in a list without a schema", ["lobby"], { type: "array" }],
  ["in an object without a schema", { a: "lobby", toString: "lobby" }, { type: "object" }],
])("a value %s stays", ([, value, schema]) => {
  const { value: stays, notes, of } = read(value, schema);
  expect(stays).toEqual(value);
  expect(notes).toEqual([]);
  expect(of).not.toHaveBeenCalled();
});

test("a pattern can contain characters beyond the basic plane", () =>
  expect(read("x", { type: "string", pattern: "^\\u{23}x$" }).value).toBe("#x"));
