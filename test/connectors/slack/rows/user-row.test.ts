import { expect, test } from "vitest";
import { userRow } from "../../../../src/connectors/slack/rows/user-row.ts";

test.each<[string, unknown, string]>([
  ["that ends", 1_773_336_600, ":palm_tree: away until 2026-03-12T17:30:00Z"],
  ["that never expires", 0, ":palm_tree: away"],
  ["whose end is null", null, ":palm_tree: away"],
  ["whose end is missing", undefined, ":palm_tree: away"],
  ["whose end is not a time", "soon", ":palm_tree: away"],
])("a status %s", (_name, status_expiration, expected) => {
  const profile = { status_emoji: ":palm_tree:", status_text: "away", status_expiration };
  expect(userRow({ id: "U012AB3CD", profile }).status).toBe(expected);
});
