import { expect, test } from "vitest";
import { lookOf } from "../../../../src/connectors/slack/names/look-alikes.ts";

test.each([
  ["upper and lower case", "MAYA"],
  ["white space", " Ma ya "],
  ["an invisible character", "Ma\u200bya"],
  ["full-width letters", "Ｍａｙａ"],
  ["an accent", "Máya"],
  ["Cyrillic letters", "Мауа"],
])("a name with %s looks like Maya", (_what, name) => {
  expect(lookOf(name)).toBe(lookOf("Maya"));
});

test.each([
  ["AIan", "Alan"],
  ["R0bert", "Robert"],
  ["Οskar", "Oskar"],
])("%s looks like %s", (one, other) => {
  expect(lookOf(one)).toBe(lookOf(other));
});

test.each([
  ["Maya", "Mayra"],
  ["田中", "中田"],
  ["Robert Walsh", "Robert Chen"],
])("%s does not look like %s", (one, other) => {
  expect(lookOf(one)).not.toBe(lookOf(other));
});
