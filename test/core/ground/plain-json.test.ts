import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPlainJson } from "../../../src/core/ground/plain-json.ts";

const issue = (value: unknown) => {
  const read = toPlainJson(value);
  return "issues" in read ? read.issues[0] : undefined;
};
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

describe("JSON values", () => {
  test("are copied without a change", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        // -0 is 0 in JSON.
        const json = JSON.parse(JSON.stringify(value)) as unknown;
        const read = toPlainJson(json);
        if ("issues" in read) {
          expect(read.issues[0]!.message).toMatch(/^not an allowed name/);
          return;
        }
        expect(read.value).toEqual(json);
        expect(Object.is(read.value, json)).toBe(typeof json !== "object" || json === null);
      }),
    );
  });
  test("undefined fields are left out, and an object without a prototype is accepted", () => {
    expect(toPlainJson(Object.assign(Object.create(null), { a: 1, b: undefined }))).toEqual({
      value: { a: 1 },
    });
  });
  test("the same object can be in two places", () => {
    const shared = { a: 1 };
    expect(toPlainJson({ x: shared, y: [shared, shared] })).toEqual({
      value: { x: shared, y: [shared, shared] },
    });
  });
});

describe("other values", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = [cyclic];
  class Money {
    amount = 1;
  }
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const odd: [string, unknown, string, RegExp][] = [
    ["NaN", { a: NaN }, "a", /^NaN/],
    ["Infinity", [-Infinity], "[0]", /Infinity/],
    ["BigInt", { a: 1n }, "a", /bigint/],
    ["a symbol", { a: Symbol("s") }, "a", /symbol/],
    ["a function", { a: { b: () => 1 } }, "a.b", /function/],
    ["a Date", { a: new Date(0) }, "a", /a Date/],
    ["a Map", { a: new Map() }, "a", /a Map/],
    ["bytes", { a: new Uint8Array(2) }, "a", /a Uint8Array/],
    ["a class instance", { a: new Money() }, "a", /instance of a class/],
    ["an array with a hole", { a: [1, , 2] }, "a[1]", /undefined/], // oxlint-disable-line no-sparse-arrays
    ["an unpaired surrogate", { a: ["ok", "\ud800"] }, "a[1]", /surrogate/],
    ["an unpaired surrogate in a name", { "\udc00": 1 }, "\udc00", /not an allowed name/],
    ["a cycle", cyclic, "self[0]", /refers to/],
    ["__proto__", JSON.parse('{"a": {"__proto__": {"admin": true}}}'), "a.__proto__", /not an allowed name/],
    ["constructor", { constructor: { prototype: {} } }, "constructor", /not an allowed name/],
    ["33 levels", nested(33), "a" + ".a".repeat(31), /nested/],
    ["empty names all the way down", JSON.parse('{"":'.repeat(1000) + "1" + "}".repeat(1000)), "", /nested/],
    ["a getter that throws", { a: { get b() { throw new Error("secret"); } } }, "a.b", /reading it threw/], // prettier-ignore
    ["a revoked proxy", { a: proxy }, "a", /reading it threw/],
    ["a name of a megabyte", { ["x".repeat(1e6)]: 1 }, "x".repeat(256), /not an allowed name/],
  ];
  test.for(odd)("%s", ([, value, path, message]) => {
    expect(issue(value)).toEqual({ path, message: expect.stringMatching(message) });
  });
  test("32 levels are accepted", () => expect(issue(nested(32))).toBeUndefined());
  test("a million items are refused without reading them", () => {
    let reads = 0;
    const many = new Proxy(
      Array.from({ length: 1e6 }, () => 1),
      {
        get: (target, key) => (reads++, Reflect.get(target, key) as unknown),
      },
    );
    expect(issue(many)?.message).toMatch(/more than 100000 values/);
    expect(reads).toBeLessThan(10);
  });
  test("a few nested lists cannot multiply without a limit", () => {
    let list: unknown = ["x"];
    for (let depth = 0; depth < 20; depth++) list = Array.from({ length: 10 }, () => list);
    expect(issue(list)?.message).toMatch(/more than/);
  });
  test("a proxy is read only once", () => {
    let asked = 0;
    const read = toPlainJson(new Proxy({ a: 1 }, { get: () => ++asked }));
    expect(read).toEqual({ value: { a: 1 } });
    expect(asked).toBe(1);
  });
  test("at most 20 problems are listed", () => {
    const read = toPlainJson(Array.from({ length: 1000 }, () => NaN));
    expect("issues" in read && read.issues.length).toBe(20);
  });
  test("any value gives a copy or the reasons for a refusal, and changes no prototype", () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withNullPrototype: true,
          withSparseArray: true,
        }),
        (value) => {
          const read = toPlainJson(value);
          expect("value" in read !== "issues" in read).toBe(true);
          expect(({} as Record<string, unknown>).admin).toBeUndefined();
        },
      ),
    );
  });
});
