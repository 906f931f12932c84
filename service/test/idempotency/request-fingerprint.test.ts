import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createRequestFingerprints } from "../../src/idempotency/request-fingerprint.ts";
import { ringOf } from "../support/keys.ts";

const ring = ringOf({ k1: 1, k2: 2 });
const fingerprints = createRequestFingerprints(ring);

test("a fingerprint is the HMAC of the canonical JSON, under the active key", () => {
  const hmac = createHmac("sha256", ring.key("k1", "idempotency")).update('{"a":[{"c":2,"d":1}],"b":null}');
  expect(fingerprints.of({ b: null, a: [{ d: 1, c: 2 }] })).toBe(`k1.${hmac.digest("base64url")}`);
});

test("the order of keys does not change the fingerprint, but every value, key and array order does", () => {
  const equal = fingerprints.of({ a: { x: 1, y: [1, 2] }, b: 2 });
  expect(fingerprints.of({ b: 2, a: { y: [1, 2], x: 1 } })).toBe(equal);
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
    expect(fingerprints.of(other)).not.toBe(equal);
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
      expect(fingerprints.of(shuffled(value))).toBe(fingerprints.of(value));
    }),
  );
});

test("a request matches its own fingerprint, even if an older key of the ring made it", () => {
  const old = createRequestFingerprints(ringOf({ k2: 2 })).of({ a: 1 });
  expect(old).toMatch(/^k2\./);
  expect(fingerprints.match({ a: 1 }, fingerprints.of({ a: 1 }))).toBe(true);
  expect(fingerprints.match({ a: 1 }, old)).toBe(true);
  expect(fingerprints.match({ a: 2 }, old)).toBe(false);
});

test("a fingerprint matches nothing if its key is not in the ring", () => {
  const fingerprint = fingerprints.of({ a: 1 });
  expect(createRequestFingerprints(ringOf({ k2: 2 })).match({ a: 1 }, fingerprint)).toBe(false);
  expect(fingerprints.match({ a: 1 }, "")).toBe(false);
  expect(createRequestFingerprints(ringOf({ k1: 3 })).match({ a: 1 }, fingerprint)).toBe(false);
});
