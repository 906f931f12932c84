import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ToolOptions } from "agent-connectors";
import { functionTools } from "agent-connectors/json-schema";
import { SlackConnector } from "agent-connectors/slack";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { channels, users } from "../../../../bench/slack-fixtures.ts";
import { messages } from "../../../../bench/slack-messages.ts";
import { costs } from "../../../../bench/token-cost.ts";
import { absent } from "../text/canary-corpus.ts";

// A list costs the model few tokens, but contains everything that the next call needs.

const measured = await costs();

test.each(measured)(
  "$what by $tokenizer: cost at most $limit of the tokens of Slack's records",
  ({ raw, ours, limit }) => {
    expect(ours / raw).toBeLessThanOrEqual(limit);
  },
);

test.each(measured)("$what by $tokenizer: nothing is missing", ({ missing }) => {
  expect(missing).toEqual([]);
});

/** Common actions, of which an application makes a small tool. */
const common = [
  ...["list", "get", "create", "update", "archive"].map((action) => `channels.${action}`),
  "channel_messages.list",
  "threads.list",
  ...["create", "update", "delete"].map((action) => `messages.${action}`),
  "users.list",
  "users.get",
  "reactions.create",
  "reactions.delete",
  "bookmarks.create",
  "channel_invites.create",
  "channel_kicks.create",
  "channel_purposes.create",
  "channel_topics.create",
  "ephemeral_messages.create",
  "pins.create",
  "scheduled_messages.create",
];

describe("the definition of the tool", () => {
  const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } });
  const effects = ["read", "write", "destructive"] as const;
  const cases: [what: string, options: ToolOptions, limit: number][] = [
    ["with all actions and all effects", { effects: [...effects], actions: "all" }, 1500],
    ["with the default effects", {}, 1050],
    ["with all everyday actions and all effects", { effects: [...effects] }, 1100],
    ["with 22 common actions and all effects", { effects: [...effects], include: common }, 450],
  ];
  test.each(cases)("%s: at most %3$i tokens", async (_what, options, limit) => {
    const text = JSON.stringify((await functionTools(slack, options)).definitions("openai")[0]);
    for (const count of [o200k, cl100k]) {
      expect(count(text)).toBeGreaterThan(limit / 2);
      expect(count(text)).toBeLessThanOrEqual(limit);
    }
    if (options.include) expect(options.include).toHaveLength(22);
  });
  test("shows in each action that posts how to notify people", async () => {
    const { entities } = await slack.describe();
    for (const [entity, action] of [
      ["messages", "create"],
      ["messages", "update"],
      ["scheduled_messages", "create"],
      ["ephemeral_messages", "create"],
    ] as const)
      expect(entities[entity]![action]!.signature).toContain("mentions?: bool");
  });
});

// A record with more fields than Slack's own records would make the rows look too cheap. Slack's fields are those of
// the
// public examples and recordings.
describe.skipIf(absent)(
  `the measured records have only fields that Slack sends${absent ? ` (${absent})` : ""}`,
  () => {
    const corpus = fileURLToPath(new URL("../../../../../shared/corpus/", import.meta.url));
    /** Returns the dotted names of the fields that records have under a key, anywhere in the files. */
    const known = (files: string, keys: readonly string[]): Set<string> => {
      const found = new Set<string>();
      const walk = (value: unknown, inside: boolean): void => {
        if (Array.isArray(value)) for (const item of value) walk(item, inside);
        else if (typeof value === "object" && value !== null)
          for (const [key, item] of Object.entries(value)) {
            if (inside) for (const name of namesIn(value)) found.add(name);
            walk(item, keys.includes(key));
          }
      };
      for (const file of globSync(files, { cwd: corpus }))
        walk(JSON.parse(readFileSync(corpus + file, "utf8")), false);
      return found;
    };
    const namesIn = (value: unknown, prefix = ""): string[] =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.entries(value).flatMap(([key, item]) => [prefix + key, ...namesIn(item, `${prefix}${key}.`)])
        : [];

    test.each([
      ["channels", channels(20), "**/*conversations.{list,info,create,join}.json", ["channels", "channel"]],
      ["users", users(20), "**/*users.{list,info,lookupByEmail}.json", ["members", "user"]],
    ] as const)("%s", (_what, records, files, keys) => {
      const allowed = known(files, keys);
      expect(allowed.size).toBeGreaterThan(30);
      const names = new Set(records.flatMap((record) => namesIn(record)));
      expect([...names].filter((name) => !allowed.has(name))).toEqual([]);
    });

    test("messages", () => {
      const allowed = known("**/*conversations.{history,replies}.json", ["messages"]);
      const names = new Set(messages.flatMap(({ message }) => Object.keys(message)));
      expect([...names].filter((name) => !allowed.has(name))).toEqual([]);
    });
  },
);
