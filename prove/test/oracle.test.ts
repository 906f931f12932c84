import { expect, test } from "vitest";
import { judge, type Evidence } from "../src/oracle.ts";

const ts = "1795874845.707019";
const message = "Lunch is at noon. try 1";
const evidence: Evidence = {
  messages: [
    { ts, text: message },
    { ts: "1795874846.000100", text: "Lunch is at noon. try 2" },
  ],
  mark: "try 1",
  approved: [message],
  answers: [{ message, result: `Posted the message ${ts}.` }],
  secret: "xoxb-secret",
};
const fine = { twice: false, unapproved: false, lost: false, leaked: false };
const told = (result: string, more: Partial<Evidence> = {}) =>
  judge({ ...evidence, ...more, answers: [{ message, result }] });
const notPosted = { messages: [] };

test("a message that is posted once, approved and told has no failure", () => {
  expect(judge(evidence)).toEqual(fine);
  expect(judge({ ...evidence, approved: undefined })).toEqual({ ...fine, unapproved: undefined });
});

test("a message that is there twice was posted twice", () => {
  const messages = [...evidence.messages, { ts: "1795874847.000100", text: message }];
  expect(judge({ ...evidence, messages })).toEqual({ ...fine, twice: true });
});

test("a message that differs from the approved one has no approval", () => {
  const messages = [...evidence.messages, { ts: "1795874847.000100", text: "Lunch is at nine. try 1" }];
  expect(judge({ ...evidence, messages })).toEqual({ ...fine, unapproved: true });
  expect(judge({ ...evidence, approved: [] })).toEqual({ ...fine, unapproved: true });
});

test("the opposite of what happened: a failure that is posted, and a message that is not", () => {
  expect(told("fetch failed")).toEqual({ ...fine, lost: true });
  expect(told("fetch failed", notPosted)).toEqual(fine);
  expect(told(`Posted the message ${ts}.`, notPosted)).toEqual({ ...fine, lost: true });
});

test("a result that leaves it open, and no result at all, are not the opposite", () => {
  for (const result of [
    '{"outcome":"unknown"}',
    "The message may have been posted.",
    "Check whether it was posted.",
  ])
    for (const more of [{}, notPosted]) expect(told(result, more)).toEqual(fine);
  expect(judge({ ...evidence, answers: [] })).toEqual(fine);
});

test("the last result about a message counts", () => {
  const answers = [{ message, result: "fetch failed" }, ...evidence.answers];
  expect(judge({ ...evidence, answers })).toEqual(fine);
  expect(judge({ ...evidence, answers: answers.toReversed() })).toEqual({ ...fine, lost: true });
});

test("a token in any result has leaked", () => {
  const answers = [{ message, result: "Bearer xoxb-secret" }, ...evidence.answers];
  expect(judge({ ...evidence, answers })).toEqual({ ...fine, leaked: true });
});
