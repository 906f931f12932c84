import { createHmac, hkdfSync } from "node:crypto";
import { expect, test } from "vitest";
import { newKeyId, newKeys, readKeyRing, type Purpose } from "../../src/credentials/key-ring.ts";
import { errorOf } from "../support/errors.ts";
import { openRing, ringJson, ringOf } from "../support/keys.ts";

const key = Buffer.alloc(32, 7).toString("base64");
const read = (json: unknown) => () =>
  readKeyRing(typeof json === "string" ? json : JSON.stringify(json), "the test");

test.each([
  ["no JSON", "", "is not a JSON object"],
  ["a text", '"x"', "is not a JSON object"],
  ["null", "null", "is not a JSON object"],
  ["an array", [], "lacks active or keys"],
  ["an empty object", {}, "lacks active or keys"],
  ["no active key", { keys: { a: key } }, "lacks active or keys"],
  ["no keys", { active: "a" }, "lacks active or keys"],
  ["null as keys", { active: "a", keys: null }, "lacks active or keys"],
  ["an active key that is a number", { active: 1, keys: { 1: key } }, "lacks active or keys"],
  ["no key at all", { active: "a", keys: {} }, "names an active key that it does not hold"],
  ["another active key", { active: "a", keys: { b: key } }, "names an active key that it does not hold"],
  [
    "a short key",
    { active: "a", keys: { a: key.slice(8) } },
    "holds a key (a) that is not 32 bytes in base64",
  ],
  [
    "a long key",
    { active: "a", keys: { a: `AAAA${key}` } },
    "holds a key (a) that is not 32 bytes in base64",
  ],
  [
    "a key that is a number",
    { active: "a", keys: { a: 5 } },
    "holds a key (a) that is not 32 bytes in base64",
  ],
  [
    "a space in an id",
    { active: "a b", keys: { "a b": key } },
    "holds a key (a b) that is not 32 bytes in base64",
  ],
  [
    "an id of 33 characters",
    { active: "x".repeat(33), keys: { ["x".repeat(33)]: key } },
    `holds a key (${"x".repeat(32)}) that is not 32 bytes in base64`,
  ],
  ["an empty id", { active: "", keys: { "": key } }, "holds a key () that is not 32 bytes in base64"],
])("a ring with %s is refused, and the error does not show the ring", async (_, json, why) => {
  const error = await errorOf(read(json));
  expect(error).toMatchObject({
    code: "config_error",
    message: `The key ring of the test ${why}.`,
    hint: 'A key ring has the form {"active": "<id>", "keys": {"<id>": "<32 bytes in base64>"}}.',
  });
  expect(JSON.stringify(error)).not.toContain(key.slice(0, 10));
});

test("a ring lists the ids of its keys, but never shows a key", () => {
  const ring = ringOf({ k1: 1, k2: 2 });
  expect([ring.active, ring.ids]).toEqual(["k1", ["k1", "k2"]]);
  expect([ring.has("k1"), ring.has("k2"), ring.has("k3")]).toEqual([true, true, false]);
  expect(JSON.stringify({ ring })).toBe('{"ring":"[key ring]"}');
  const longest = "x".repeat(32);
  expect(readKeyRing(JSON.stringify(ringJson({ [longest]: 1 })), "the test").active).toBe(longest);
});

test("a derived key is HKDF-SHA256 of its master key and purpose, every time", () => {
  const ring = ringOf({ k1: 1, k2: 2 });
  const purposes: Purpose[] = ["wrap", "token-sign", "idempotency", "fingerprint", "cursor"];
  for (let round = 0; round < 2; round++)
    for (const [id, byte] of [
      ["k1", 1],
      ["k2", 2],
    ] as const)
      for (const purpose of purposes) {
        const derived = hkdfSync("sha256", Buffer.alloc(32, byte), "agent-connectors", purpose, 32);
        expect(ring.key(id, purpose)).toEqual(Buffer.from(derived));
      }
});

test("a derived key is computed once", () => {
  const ring = ringOf({ k1: 1 });
  expect(ring.key("k1", "wrap")).toBe(ring.key("k1", "wrap"));
});

test("the error for a missing key says how to restore it", async () => {
  expect(await errorOf(() => ringOf({ k1: 1 }).key("y".repeat(40), "wrap"))).toMatchObject({
    code: "internal",
    message: `The key ring has no key ${"y".repeat(32)}.`,
    hint: "The store was encrypted with another key ring. Restore that key ring.",
  });
});

test("a check value identifies the key", () => {
  const ring = ringOf({ k1: 1, k2: 2 });
  const expected = createHmac("sha256", ring.key("k1", "fingerprint")).update("key check").digest("hex");
  expect(ring.checkValue("k1")).toBe(expected);
  expect(ring.checkValue("k2")).not.toBe(expected);
  expect(ringOf({ k2: 1 }).checkValue("k2")).toBe(expected);
});

test("new keys are random and can be read", () => {
  const rings = Array.from({ length: 20 }, () => newKeys());
  expect(new Set(rings.map(({ active }) => active)).size).toBe(20);
  expect(new Set(rings.flatMap(({ keys }) => Object.values(keys))).size).toBe(20);
  for (const json of rings) {
    expect(Object.keys(json.keys)).toEqual([json.active]);
    expect(openRing(json).ids).toEqual([json.active]);
  }
  expect(newKeyId()).toMatch(/^k[0-9a-f]{8}$/);
});
