import * as fc from "fast-check";
import { expect, test } from "vitest";
import { at, cut, isDict, show, stringAt } from "../../../src/core/ground/json.ts";

test("a plain object has no class", () => {
  expect([{}, Object.create(null)].every(isDict)).toBe(true);
  expect([null, undefined, [], new Date(), new Map(), "x", 1, () => 1].some(isDict)).toBe(false);
});

test("a dotted path finds own properties only", () => {
  const value = { a: { b: [{ c: "x" }] }, empty: "" };
  expect(at(value, "a.b.0.c")).toBe("x");
  expect(at(value, "a.b.length.x")).toBeUndefined();
  expect(at(value, "constructor.name")).toBeUndefined();
  expect(at(value, "a.__proto__")).toBeUndefined();
  expect(stringAt(value, "empty")).toBeUndefined();
});

test.for<[unknown, string]>([
  ["text", '"text"'],
  ["x".repeat(100), `"${"x".repeat(60)}…" (100 characters)`],
  [undefined, "nothing"],
  [null, "null"],
  [[1, 2], "an array of 2"],
  [{ secret: 1 }, "an object"],
  [12n, "12"],
  [Symbol("x".repeat(1000)), "a symbol"],
  [() => "the source of a function", "a function"],
])("%# is shown as %s", ([value, text]) => expect(show(value)).toBe(text));

test("any value is shown as a short text without halves of characters", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(show(proxy)).toBe("an object");
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string({ unit: "binary", maxLength: 500 })), (value) => {
      const text = show(value);
      expect(text.length).toBeLessThan(500);
      expect(text.isWellFormed()).toBe(true);
    }),
  );
});

test("cutting a text leaves no half of a character", () => {
  expect(cut("ab😀", 3)).toBe("ab\ufffd…");
  expect(cut("abc", 3)).toBe("abc");
});
