import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { readTypedParams } from "../../cli/call/read-params.ts";
import { commandCall, typescriptCall } from "../../site/playground/call-texts.ts";
import { catalogueOf } from "../../site/playground/catalogue.ts";
import { playables } from "../../site/playground/index.ts";
import { exampleFor } from "../../site/playground/playable.ts";
import { run } from "../../site/playground/run.ts";

/** Everyday actions whose examples cannot succeed in a new sandbox, by the code of the error. */
const refused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  slack: {
    // Only the creator of a channel or a file can change it.
    "channels.update": "upstream_rejected",
    "files.delete": "upstream_rejected",
    // A bot cannot do this.
    "dnd.end_snooze": "credential_insufficient_scope",
    "dnd.snooze": "credential_insufficient_scope",
    "reminders.complete": "credential_insufficient_scope",
    "reminders.create": "credential_insufficient_scope",
    "reminders.delete": "credential_insufficient_scope",
    "reminders.get": "credential_insufficient_scope",
    "reminders.list": "credential_insufficient_scope",
    "search.context": "upstream_rejected",
    "search.everything": "credential_insufficient_scope",
    "search.files": "credential_insufficient_scope",
    "search.messages": "credential_insufficient_scope",
    "unread_messages.list": "credential_insufficient_scope",
    // A new sandbox has none of these.
    "bookmarks.update": "not_found",
    "canvases.read": "not_found",
    "canvases.sections": "not_found",
    "canvases.update": "not_found",
    "scheduled_messages.delete": "upstream_rejected",
  },
  "amazon-ads": {
    // Without caps, nothing raises spending.
    "sb_negative_keywords.archive": "policy_denied",
    "sd_negative_targets.archive": "policy_denied",
    "sponsored_product_campaign_negative_keywords.archive": "policy_denied",
    "sponsored_product_campaigns.copy": "policy_denied",
    "sponsored_product_negative_keywords.archive": "policy_denied",
    "sponsored_product_negative_targets.archive": "policy_denied",
    // A new sandbox has no reports.
    "reports.download": "not_found",
    "reports.get": "not_found",
  },
  notion: {
    // Only who has written a comment can change it.
    "comments.delete": "credential_insufficient_scope",
    "comments.update": "credential_insufficient_scope",
    // A new sandbox has no uploads.
    "file_uploads.get": "not_found",
    "file_uploads.send": "not_found",
  },
};

describe.each(Object.entries(playables))("the playground of %s", (name, { load }) => {
  test("runs the example of each everyday action", async () => {
    const { playable } = await load();
    const { entities, isEveryday } = await catalogueOf(playable);
    const codes: Record<string, string> = {};
    const forReads = playable.open();
    for (const [entity, actions] of Object.entries(entities))
      for (const [action, about] of Object.entries(actions)) {
        const call = `${entity}.${action}`;
        if (!isEveryday(entity, action)) continue;
        const params = JSON.stringify(exampleFor(playable, call, about));
        const opened = about.effect === "read" ? forReads : playable.open();
        const { failed, summary } = await run(opened, entity, action, params);
        if (failed) codes[call] = summary.split(":")[0]!;
      }
    expect(codes).toEqual(refused[name]);
  });

  test("shows commands that a shell passes on as the same params", async () => {
    const { playable } = await load();
    const { entities } = await catalogueOf(playable);
    const calls = Object.entries(entities).flatMap(([entity, actions]) =>
      Object.entries(actions).map(([action, about]) => {
        const params = exampleFor(playable, `${entity}.${action}`, about);
        return { about, params, command: commandCall(name, entity, action, params) };
      }),
    );
    const script = calls.map(({ command }) => command.replace("npx agent-connectors", "words")).join("\n");
    const output = execFileSync(
      "sh",
      ["-c", `words() { printf '%s\\0' "$@"; printf '\\n\\0'; }\n${script}`],
      {
        encoding: "utf8",
      },
    );
    const lines = output.split("\0\n\0").slice(0, -1);
    expect(lines).toHaveLength(calls.length);
    for (const [at, line] of lines.entries()) {
      const { about, params, command } = calls[at]!;
      const words = line.split("\0");
      expect([words[0], words[1], words.at(-1)]).toEqual(["call", name, "--sandbox"]);
      expect([command, await readTypedParams(words.slice(3, -1), about.params)]).toEqual([command, params]);
    }
  });
});

test("what one call writes, the next one reads", async () => {
  const { playable } = await playables["slack"]!.load();
  const slack = playable.open();
  const posted = await run(slack, "messages", "create", '{"channel": "#general", "text": "It\'s here"}');
  expect(posted.summary).toBe("Done.");
  const list = await run(slack, "channel_messages", "list", '{"channel": "#general", "limit": 1}');
  expect(list).toMatchObject({ failed: false, summary: "Done: 1 record." });
  expect(list.json).toContain("It's here");
  const other = await run(playable.open(), "channel_messages", "list", '{"channel": "#general", "limit": 1}');
  expect(other.json).not.toContain("It's here");
});

test("an error says what a terminal says", async () => {
  const { playable } = await playables["slack"]!.load();
  const outcome = await run(playable.open(), "channels", "list", '{"limit": "abc"}');
  expect(outcome.failed).toBe(true);
  expect(outcome.summary).toMatch(/^invalid_params: channels.list: limit: expected .*\nExpected list\(/);
  const { failed, summary } = await run(playable.open(), "channels", "list", '{"limit": }');
  expect([failed, summary]).toEqual([true, expect.stringContaining("The params are not JSON.")]);
});

test("a downloaded file is shown as text", async () => {
  const { playable } = await playables["slack"]!.load();
  const { json } = await run(playable.open(), "files", "download", '{"file": "F07LG4K8T2N"}');
  expect(json).toContain("pool exhausted");
});

test("a link to an action finds it, and a wrong name finds an everyday action", async () => {
  const { playable } = await playables["slack"]!.load();
  const { find } = await catalogueOf(playable);
  expect(find("channel_messages", "list")).toEqual({ entity: "channel_messages", action: "list" });
  expect(find("channel_messages", "gone").entity).toBe("channel_messages");
  expect(find("gone", "list")).toEqual(find(undefined, undefined));
});

test("code shows the names that a program uses", () => {
  expect(typescriptCall("amazon-ads", "profiles", "list", {})).toBe(
    "const { data } = await ads.profiles.list();",
  );
  expect(typescriptCall("slack", "channels", "list", { limit: 5 })).toBe(
    "const { data } = await slack.channels.list({ limit: 5 });",
  );
  expect(commandCall("slack", "channels", "list", { limit: 5, query: "a b" })).toBe(
    "npx agent-connectors call slack channels.list limit=5 query='a b' --sandbox",
  );
});
