import { describe, expect, test } from "vitest";
import type { Action } from "../../../../src/core/contract/action.ts";
import * as entities from "../../../../src/connectors/slack/entities/index.ts";
import { operations } from "../../../../src/connectors/slack/operations/index.ts";
import { teamMethods } from "../../../../src/connectors/slack/operations/team-methods.ts";
import { NEEDS_TEAM } from "../../../../sandbox/slack/enterprise.ts";
import { methods } from "../../../../sandbox/slack/methods/index.ts";
import type { SlackOperation } from "../../../../src/connectors/slack/operations/method.ts";
import { absent, docsOf, isDocumented } from "../../../suites/slack/documentation.ts";

const all = Object.entries(operations).filter(([, { file }]: [string, SlackOperation]) => !file) as [
  string,
  SlackOperation,
][];
const actions = Object.entries(entities).flatMap(([entity, module]) =>
  Object.entries(module as Record<string, Action>).map(([name, action]) => ({
    name: `${entity}.${name}`,
    calls: [action.calls].flat() as string[],
    paginated: action.paginated,
  })),
);

describe("operations", () => {
  test("every action names existing operations, and every operation is used", () => {
    const used = new Set(actions.flatMap(({ calls }) => calls));
    for (const { name, calls } of actions)
      for (const call of calls) expect(Object.keys(operations), name).toContain(call);
    expect([...used].sort()).toEqual(Object.keys(operations).sort());
  });

  test("every operation with pages is used by a list, and every list has pages or is short", () => {
    const paged = all.filter(([, { paging }]) => paging).map(([name]) => name);
    const lists = actions.filter(({ paginated }) => paginated).flatMap(({ calls }) => calls);
    expect(paged.filter((name) => !lists.includes(name))).toEqual([]);
    expect([...new Set(lists)].filter((name) => !paged.includes(name)).sort()).toEqual([
      "auth.test",
      "bookmarks.list",
      "conversations.info",
      "emoji.list",
      "pins.list",
      "reminders.list",
      "team.profile.get",
      "usergroups.list",
      "usergroups.users.list",
    ]);
  });

  test("path and documentation belong to the method", () => {
    for (const [name, { path, docs, method }] of all) {
      expect(path).toBe(`/${name}`);
      expect(docs).toBe(`https://docs.slack.dev/reference/methods/${name}`);
      expect(method).toBe("POST");
    }
  });
});

/** Codes that mean that nothing had to change, but that Slack does not document as errors of the method. */
const beside: Record<string, string[]> = {
  // Slack never returns this code, but simulated Slacks do.
  "conversations.kick": ["user_not_in_channel"],
  // These are warnings, or separate fields next to `ok`.
  "conversations.close": ["already_closed"],
  "conversations.join": ["already_in_channel"],
  "conversations.leave": ["not_in_channel"],
  "conversations.open": ["already_open"],
  // Users of the method have reported these codes.
  "usergroups.disable": ["already_disabled"],
  "usergroups.enable": ["already_enabled"],
};

const sorted = (list: readonly string[] = []) => [...list].sort();

test.each(all)(
  "%s: the same tokens and scopes as in the sandbox",
  (name, { scopes, tokens = ["bot", "user"] }) => {
    const accepted = methods[name]!.scopes;
    expect(sorted(tokens)).toEqual(sorted(Object.keys(accepted)));
    for (const kind of tokens) expect(sorted(scopes?.[kind])).toEqual(sorted(accepted[kind]));
  },
);

test("the same methods need a workspace as in the sandbox", () => {
  expect(sorted([...teamMethods])).toEqual(sorted([...NEEDS_TEAM]));
});

const perMinute: Record<string, number> = { t2: 20, t3: 50, t4: 100 };

describe.skipIf(absent)(`documentation${absent ? ` [skipped: ${absent}]` : ""}`, () => {
  test.each(all)(
    "%s: is documented, with the same scopes and rate limit",
    (name, { scopes, rate, arguments: renamed, already }) => {
      expect(isDocumented(name)).toBe(true);
      const docs = docsOf(name);
      if (docs.notes === undefined) {
        expect(sorted(scopes?.bot)).toEqual(sorted(docs.scope?.bot));
        expect(sorted(scopes?.user)).toEqual(sorted(docs.scope?.user));
      }
      for (const scope of Object.values(scopes ?? {}).flat())
        if (docs.notes !== undefined) expect(docs.notes).toContain(scope);
      // t5 is the tier "special". Its limit is only in the text of the page.
      if (docs.rate_limits && docs.rate_limits !== "t5")
        expect(rate?.perMinute).toBe(perMinute[docs.rate_limits]);
      for (const ours of Object.values(renamed ?? {}))
        expect(docs.args.properties).toHaveProperty([String(ours)]);
      const undocumented = (already ?? []).filter((code) => !Object.hasOwn(docs.errors ?? {}, code));
      expect(undocumented).toEqual(beside[name] ?? []);
    },
  );

  const largest: Record<string, number> = { "files.list": 200, "assistant.search.context": 20 };
  test.each(all.filter(([, { paging }]) => paging))(
    "%s: has the documented paging arguments",
    (name, { paging }) => {
      const { properties } = docsOf(name).args;
      expect(properties).toHaveProperty([String(paging!.limit)]);
      if (paging?.kind === "cursor" || paging?.kind === "page")
        expect(properties).toHaveProperty([paging.cursor]);
      expect(["cursor", "page"]).toContain(paging!.kind);
      expect(paging!.max).toBe(largest[name] ?? (paging!.kind === "page" ? 100 : 999));
    },
  );
});
