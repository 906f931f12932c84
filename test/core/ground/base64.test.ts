import { expect, test } from "vitest";
import { toBase64 } from "../../../src/core/ground/base64.ts";

test("bytes become the same base64 as in Node, at every length", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 37 + (index >> 8)) % 256);
  for (let length = 0; length <= bytes.length; length++) {
    const part = bytes.subarray(0, length);
    expect(toBase64(part)).toBe(Buffer.from(part).toString("base64"));
  }
});
