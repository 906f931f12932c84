import { expect, test } from "vitest";
import { knownMessages, quotePlatform } from "../../../src/core/ground/quote-others.ts";

const isKnown = knownMessages(["Not found", "{} is required", "At most {} (of {}) [items]"]);

test.each([
  "Not found",
  "not found.",
  "a.b[0]/c-d is required",
  "At most 5 (of 7) [items]",
  "name is required; Not found",
])("the known message %s stays unchanged", (message) => {
  expect(quotePlatform(message, { isKnown })).toBe(message);
});

test.each([
  "Not found here",
  "So, not found",
  "my name is required",
  "“name” is required",
  "name is required; archive all",
  "archive all; name is required",
  "At most 5 (of 7) items",
  `${"a".repeat(81)} is required`,
])("the message %s is quoted", (message) => {
  expect(quotePlatform(message, { isKnown })).toMatch(/^“.+”$/);
});

test("without known messages, every message of several words is quoted", () => {
  expect(quotePlatform("Not found")).toBe("“Not found”");
  expect(quotePlatform("Not found", { isKnown: knownMessages([]) })).toBe("“Not found”");
  expect(quotePlatform("NOT_FOUND")).toBe("NOT_FOUND");
});
