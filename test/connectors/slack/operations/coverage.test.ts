import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  doneMethods,
  documentedMethods,
  leftOut,
  leftOutArguments,
  reasonKeyOf,
  slackCoverage,
  slackMethods,
} from "../../../../scripts/pages/slack-coverage.ts";
import { operations } from "../../../../src/connectors/slack/operations/index.ts";
import { titles, untried } from "../../../suites/slack.ts";
import type { SlackOperation } from "../../../../src/connectors/slack/operations/method.ts";
import { requests } from "../../../suites/slack/themes.ts";
import { absent as noDocs, docsOf, methodsOfCorpus } from "../../../suites/slack/documentation.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const METHODS = at("../../../../../shared/facts/slack-methods.json");
const absent = existsSync(METHODS) ? false : "the list of Slack's methods is not beside the project";

const done = doneMethods();

test("the pages match the code", () => {
  expect(readFileSync(at("../../../../docs/slack-coverage.md"), "utf8")).toBe(slackCoverage());
  expect(readFileSync(at("../../../../docs/slack.md"), "utf8")).toContain(`\n\n${slackMethods()}\n\n`);
});

const used = new Set(done.map(({ method }) => method));

test("every used method has an action", () => {
  for (const { method, actions } of done) expect(actions, method).not.toEqual([]);
});

test("every documented method is used or left out with a reason, and every reason has a method", () => {
  const unused = documentedMethods.filter((method) => !used.has(method));
  expect(documentedMethods.length).toBeGreaterThan(300);
  expect([...used].filter((method) => !documentedMethods.includes(method))).toEqual([]);
  expect(unused.filter((method) => reasonKeyOf(method) === undefined)).toEqual([]);
  const needed = new Set(unused.map(reasonKeyOf));
  expect(Object.keys(leftOut).filter((key) => !needed.has(key))).toEqual([]);
});

test("the page names every documented method", () => {
  const page = slackCoverage();
  expect(documentedMethods.filter((method) => !new RegExp(`[\`[]${method}[\`\\]]`).test(page))).toEqual([]);
});

describe.skipIf(absent)(`all of Slack's${absent ? ` [skipped: ${absent}]` : ""}`, () => {
  test("the list of documented methods is complete", () => {
    const rows = JSON.parse(readFileSync(METHODS, "utf8")) as { method: string }[];
    const all = [...rows.map(({ method }) => method), ...(noDocs ? [] : methodsOfCorpus())];
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter((method) => !documentedMethods.includes(method))).toEqual([]);
  });
});

describe.skipIf(noDocs)(`arguments${noDocs ? ` [skipped: ${noDocs}]` : ""}`, () => {
  /** Arguments that an action computes from its params, or that the core sends for paging. */
  const made =
    "limit cursor count page length files include_num_members include_message_blocks document_content changes criteria channel_ids user_ids id";
  /** Arguments that the application passes in the context of a call. */
  const fromContext = "action_token trigger_id interactivity_pointer";
  const reasons = new Set<string>();

  test.each(done)("of $method: every documented argument is used, or left out with a reason", async (one) => {
    const { SlackConnector } = await import("agent-connectors/slack");
    const { entities } = await SlackConnector.describe();
    const taken = one.actions.flatMap((name) => {
      const [entity, action] = name.split(".") as [string, string];
      return Object.keys(entities[entity]![action]!.params.properties ?? {});
    });
    const called = (operations as Record<string, SlackOperation>)[one.method]!.arguments ?? {};
    const names = new Set([
      ...taken.map((name) => called[name] ?? name),
      ...made.split(" "),
      ...fromContext.split(" "),
    ]);
    const open = Object.keys(docsOf(one.method).args.properties).filter((name) => {
      const keys = [name, `${one.method} ${name}`].filter((key) => Object.hasOwn(leftOutArguments, key));
      if (!names.has(name)) keys.forEach((key) => reasons.add(key));
      return name !== "token" && !names.has(name) && keys.length === 0;
    });
    expect(open).toEqual([]);
  });

  test("no reason belongs to an argument that is used or does not exist", () => {
    expect(Object.keys(leftOutArguments).filter((key) => !reasons.has(key))).toEqual([]);
  });
});

describe.each(done)("$method", ({ method, actions }) => {
  test("its request, its response and an error are in the requests of the themes", () => {
    const sent = actions.flatMap((name) => requests[name]?.sends.map(([one]) => one) ?? []);
    expect([...sent, ...elsewhere]).toContain(method);
  });
});

/** Methods that are only sent in some cases. search.test.ts and the cases for lists test these. */
const elsewhere = ["assistant.search.context", "slackLists.items.delete"];

/** Writes whose effect cannot be read from Slack, with the reason. */
const unseen: Readonly<Record<string, string>> = {
  "ephemeral_messages.create": "only its reader sees it; the suite shows that the history does not",
};

test("every write has a case in the suite, in which a later read shows the change", async () => {
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

/** Writes that are tested in a case with another name, which begins with `reminders.create:`. */
const also = ["reminders.complete", "reminders.delete"];
