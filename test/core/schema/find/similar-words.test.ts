import { expect, test } from "vitest";
import { correctWord } from "../../../../src/core/schema/find/similar-words.ts";

const vocabulary = new Map([
  ["channel", 3],
  ["chanel", 1],
  ["delete", 2],
  ["plan", 5],
]);

test.each([
  ["chanmel", "channel"],
  ["chanelx", "chanel"],
  ["chnanel", "channel"],
  ["delte", "delete"],
  ["deletee", "delete"],
])("%s is corrected to %s, the most frequent word that differs by one letter", (word, corrected) => {
  expect(correctWord(word, vocabulary)).toBe(corrected);
});

test.each(["plant", "del", "channel5", "kelete", "dlt", "deelteed"])(
  "%s stays, because no long word is so similar",
  (word) => {
    expect(correctWord(word, vocabulary)).toBe(word);
  },
);
