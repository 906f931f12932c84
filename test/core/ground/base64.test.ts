import { expect, test } from "vitest";
import { fromBase64, toBase64 } from "../../../src/core/ground/base64.ts";

test("bytes become the same base64 as in Node, at every length, and the base64 becomes the same bytes", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 37 + (index >> 8)) % 256);
  for (let length = 0; length <= bytes.length; length++) {
    const part = bytes.subarray(0, length);
    const text = Buffer.from(part).toString("base64");
    expect(toBase64(part)).toBe(text);
    expect(Buffer.from(fromBase64(text)).equals(part)).toBe(true);
  }
});

test.each(["YQ=a", "Y", "Y-Q=", "é"])("%j is not base64", (text) => {
  expect(() => fromBase64(text)).toThrow(DOMException);
});
