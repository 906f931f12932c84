import { expect, test } from "vitest";
import { isLoopback } from "../../../src/core/ground/loopback.ts";

test.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["127.1.2.3", true],
  ["[::1]", true],
  // Their owners choose the addresses that these names resolve to.
  ["127.example.com", false],
  ["127.0.0.1.example.com", false],
  ["localhost.example.com", false],
  ["10.0.0.1", false],
  ["0.0.0.0", false],
  ["[::]", false],
])("the host %s", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
