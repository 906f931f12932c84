import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { doneMethods, leftOut, slackCoverage } from "../../../scripts/slack-coverage.ts";
import { operations } from "../../../src/connectors/slack/operations.ts";
import { titles, untried } from "../../suites/slack.ts";
import { actionCases } from "./action-cases.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const METHODS = at("../../../../shared/facts/slack-methods.json");
const absent = existsSync(METHODS) ? false : "the list of Slack's methods is not beside the project";

const done = doneMethods();

test("the page is what the code says", () => {
  expect(readFileSync(at("../../../docs/slack-coverage.md"), "utf8")).toBe(slackCoverage());
});

test("a method is done or left out, and what is done has an action", () => {
  for (const method of Object.keys(leftOut)) expect(Object.keys(operations)).not.toContain(method);
  for (const { method, actions } of done) expect(actions, method).not.toEqual([]);
});

describe.skipIf(absent)(`all of Slack's${absent ? ` [skipped: ${absent}]` : ""}`, () => {
  test("0 methods are undecided", () => {
    const rows = JSON.parse(readFileSync(METHODS, "utf8")) as { method: string }[];
    const decided = new Set([...done.map(({ method }) => method), ...Object.keys(leftOut)]);
    const all = [...new Set(rows.map(({ method }) => method))];
    expect(all.length).toBeGreaterThan(90);
    expect(all.filter((method) => !decided.has(method))).toEqual([]);
    expect([...decided].filter((method) => !all.includes(method))).toEqual([]);
  });
});

describe.each(done)("$method", ({ method, actions }) => {
  test("its request, its answer and a refusal are in the table of actions", () => {
    const sent = actions.flatMap((name) => actionCases[name]?.sends.map(([one]) => one) ?? []);
    expect([...sent, ...elsewhere]).toContain(method);
  });
});

/** Sent by choice among several; search.test.ts shows when. */
const elsewhere = ["assistant.search.context"];

/** Writes that no read of Slack's can show. */
const unseen: Readonly<Record<string, string>> = {
  "ephemeral_messages.create": "only its reader sees it; the suite shows that the history does not",
};

test("every write has a case in the suite, where a later read shows it", async () => {
  const { SlackConnector } = await import("agent-connectors/slack");
  const { entities } = await SlackConnector.describe();
  const writes = Object.entries(entities).flatMap(([entity, known]) =>
    Object.entries(known)
      .filter(([, { effect }]) => effect !== "read")
      .map(([action]) => `${entity}.${action}`),
  );
  expect(writes.length).toBeGreaterThan(40);
  const shown = new Set([...titles.flatMap((title) => title.match(/[a-z_]+\.[a-z_]+/g) ?? []), ...also]);
  const missing = writes.filter((name) => !shown.has(name) && !untried.includes(name) && !(name in unseen));
  expect(missing).toEqual([]);
});

/** Shown within a case of another name: "reminders.create: listed and read; done; deleted". */
const also = ["reminders.complete", "reminders.delete"];
