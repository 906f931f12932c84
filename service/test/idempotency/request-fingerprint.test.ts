import { createHash, createHmac } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fingerprintOf, oldFingerprintsOf } from "../../src/idempotency/request-fingerprint.ts";
import { ringOf } from "../support/keys.ts";

const ring = ringOf({ k1: 1, k2: 2 });

const canonical = '{"a":[{"c":2,"d":1}],"b":null}';
const request = { b: null, a: [{ d: 1, c: 2 }] };

test("a fingerprint is the hash of the canonical JSON", () => {
  expect(fingerprintOf(request)).toBe(createHash("sha256").update(canonical).digest("hex"));
});

test("the fingerprints of earlier releases are HMACs under each key of the ring", () => {
  expect(oldFingerprintsOf(ring, request)).toEqual(
    ["k1", "k2"].map(
      (id) =>
        `${id}.${createHmac("sha256", ring.key(id, "idempotency")).update(canonical).digest("base64url")}`,
    ),
  );
});

test("the order of keys does not change the fingerprint, but every value, key and array order does", () => {
  const equal = fingerprintOf({ a: { x: 1, y: [1, 2] }, b: 2 });
  expect(fingerprintOf({ b: 2, a: { y: [1, 2], x: 1 } })).toBe(equal);
  for (const other of [
    { a: { x: 1, y: [2, 1] }, b: 2 },
    { a: { x: 1, y: [1, 2] }, b: 3 },
    { a: { x: 1, z: [1, 2] }, b: 2 },
    { a: { x: null, y: [1, 2] }, b: 2 },
    { a: { x: 1, y: { 0: 1, 1: 2 } }, b: 2 },
    [{ x: 1, y: [1, 2] }, 2],
    "a",
    null,
  ])
    expect(fingerprintOf(other)).not.toBe(equal);
});

test("shuffled keys give the same fingerprint, at any depth", () => {
  const shuffled = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shuffled)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, part]) => [key, shuffled(part)]),
          )
        : value;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fingerprintOf(shuffled(value))).toBe(fingerprintOf(value));
    }),
  );
});
