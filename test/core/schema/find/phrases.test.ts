import { expect, test } from "vitest";
import { createReader } from "../../../../src/core/schema/find/phrases.ts";

const guesses = { isName: (word: string) => word !== "Slack", correct: (stem: string) => stem };
const read = createReader(
  { expressions: ["drop~line"], families: new Map([["room", ["channel*"]]]) },
  guesses,
);
const keys = (text: string) => read(text).map((concept) => [...concept.keys()]);

test.each(["turn it off", "turn off the notifications of it", "turn this thing off"])(
  "%j contains the expression `turn off`",
  (text) => {
    expect(keys(text)[0]).toEqual(expect.arrayContaining(["turn off", "=stop"]));
  },
);

test("words between the parts of an expression are read too, and far parts make no expression", () => {
  expect(keys("drop Tom a line").map(([first]) => first)).toEqual(["drop lin", "someon"]);
  expect(keys("turn my very old and far too loud radio off")[0]).not.toContain("turn off");
});

test.each([
  ["post it to #general", "channel"],
  ["ask @ana", "someon"],
  ["ask Ana", "someon"],
  ["find jo@example.com", "email"],
  ["open plan.pdf", "fil"],
  ["raise it by 20%", "percent"],
  ["bid $2.50", "amount"],
  ["at 9am", "clocktim"],
  ["in two hours", "clocktim"],
])("%j contains the concept %s", (text, concept) => {
  expect(keys(text).map(([first]) => first)).toContain(concept);
});

test("a word has the families of its synonyms, and small words say nothing", () => {
  expect(keys("what is in the room")).toEqual([["room", "=channel*"]]);
  expect(keys("tell Slack")[1]![0]).toBe("slack");
});
