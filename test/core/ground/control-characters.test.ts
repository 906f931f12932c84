import { expect, test } from "vitest";
import { hasControls } from "../../../src/core/ground/control-characters.ts";

test.each([
  ["", false],
  ["a text, with é and 日本", false],
  ["two\nlines", true],
  ["\u0000", true],
  ["a\u007f", true],
  ["a\u0085b", true],
])("%j has control characters: %s", (text, expected) => {
  expect(hasControls(text)).toBe(expected);
});
