import { expect, test } from "vitest";
import { authorText } from "../../../../src/connectors/slack/rows/author.ts";

const names = { U1: "Ana", U9: "helper bot" };
const profile = (more: object = {}) => ({ id: "B1", name: "Redash", ...more });

test.each<[string, Record<string, unknown>, string | undefined]>([
  ["a person", { user: "U1" }, "Ana (U1)"],
  ["a person whose name is unknown", { user: "U5" }, "U5"],
  ["a person, found by a search, with the handle", { user: "U1", username: "ana.archer" }, "Ana (U1)"],
  ["an old file of a person", { user: "U1", bot_id: null, username: "ana.archer" }, "Ana (U1)"],
  ["an app that posts for a person", { user: "U1", bot_id: "B1", bot_profile: profile() }, "Ana (U1)"],
  [
    "an app that posts for a person, without a profile",
    { user: "U1", bot_id: "B1", app_id: "A1" },
    "Ana (U1)",
  ],
  [
    "an app that posts for itself",
    { user: "U9", bot_id: "B1", bot_profile: profile({ user_id: "U9" }) },
    "Redash (U9)",
  ],
  [
    "an app whose profile names no user",
    { user: "U9", bot_id: "B1", bot_profile: profile() },
    "helper bot (U9)",
  ],
  [
    "an app with a name for one message",
    { user: "U9", bot_id: "B1", username: "deploys", bot_profile: profile() },
    "deploys (U9)",
  ],
  ["a webhook with a name", { subtype: "bot_message", bot_id: "B1", username: "ci" }, "ci (B1)"],
  [
    "a webhook without a name",
    { subtype: "bot_message", bot_id: "B1", bot_profile: profile() },
    "Redash (B1)",
  ],
  ["an app without an id, under a person's name", { subtype: "bot_message", username: "Ana" }, "Ana (app)"],
  ["a message without an author", { text: "x" }, undefined],
])("%s", (_name, message, expected) => {
  expect(authorText(message, names)).toBe(expected);
});
