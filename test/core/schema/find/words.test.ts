import { describe, expect, test } from "vitest";
import { askedFor, hintsOf, otherStems } from "../../../../src/core/schema/find/everyday-words.ts";
import { stem, stemsOf } from "../../../../src/core/schema/find/words.ts";

test.each([
  ["create", "creates", "created", "creating"],
  ["commit", "commits", "committed", "committing"],
  ["repository", "repositories"],
  ["approve", "approved", "approving", "approval"],
  ["assign", "assigned", "assignment", "assignments"],
  ["cancel", "cancelled", "canceled", "cancellation"],
  ["box", "boxes"],
  ["address", "addresses"],
])("%s has the same stem as its other forms", (...words) => {
  expect(new Set(words.map(stem)).size).toBe(1);
});

test.each([
  ["user", "use"],
  ["issue", "is"],
  ["payment", "pay"],
  ["comment", "come"],
  ["status", "stat"],
])("%s and %s have different stems", (one, other) => {
  expect(stem(one)).not.toBe(stem(other));
});

test("names are split at capital letters, underscores and other signs, and small words are left out", () => {
  const words = ["list", "pull", "request"].map(stem);
  for (const name of [
    "listPullRequests",
    "list_pull_requests",
    "list-pull-requests",
    "list the pull requests",
  ])
    expect(stemsOf(name)).toEqual(words);
  expect(stemsOf("")).toEqual([]);
});

describe("everyday words", () => {
  test.each([
    ["make", "create"],
    ["add", "create"],
    ["new", "create"],
    ["remove", "delete"],
    ["show", "list"],
    ["show", "get"],
    ["find", "search"],
    ["rename", "update"],
    ["accept", "approve"],
  ])("%s can mean %s", (word, meaning) => {
    expect(otherStems(stem(word))).toContain(stem(meaning));
  });

  test.each([
    ["show me all channels", "read"],
    ["which users are here?", "read"],
    ["delete a file", "write"],
    ["Invite Ana", "write"],
    ["xyzzy", undefined],
    ["", undefined],
  ])("%j asks for a %s", (query, wanted) => {
    expect(askedFor(query)).toBe(wanted);
  });

  test("an unknown name in a query means a person, and a file name means a file", () => {
    const known = (word: string) => word === "Slack";
    expect(hintsOf("add Priya to the group", known)).toContain("member");
    expect(hintsOf("Priya left", known)).toEqual([]);
    expect(hintsOf("tell Slack", known)).toEqual([]);
    expect(hintsOf("send plan.pdf", known)).toContain("file");
  });
});
