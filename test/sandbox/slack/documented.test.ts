import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { acceptedScopes } from "../../../src/sandbox/slack/scopes.ts";
import { requiredArguments, withoutJson } from "../../../src/sandbox/slack/arguments.ts";
import { limits } from "../../../src/sandbox/slack/limits.ts";
import { methods } from "../../../src/sandbox/slack/methods/index.ts";
import { drive, type Answer, type Driver } from "./helpers.ts";

/** The documentation of each method as data; not part of the repository. */
const DOCS = fileURLToPath(new URL("../../../../shared/corpus/slack-methods/", import.meta.url));
const present = existsSync(DOCS);

interface Docs {
  scope?: { bot?: string[]; user?: string[] };
  rate_limits?: string;
  json_input_supported?: boolean;
  args: { required?: string[]; properties: Record<string, unknown> };
  errors?: Record<string, unknown>;
  examples: Record<string, { example: Record<string, unknown> }>;
}

const docsOf = (method: string): Docs => JSON.parse(readFileSync(`${DOCS}${method}.json`, "utf8")) as Docs;

/** How to get each documented answer. Several scenes of a method are its several examples. */
const SCENES: Record<string, Record<string, (driver: Driver) => Promise<Answer>>> = {
  "api.test": {
    success: ({ call }) => call("api.test"),
    success_with_params: ({ call }) => call("api.test", { foo: "bar" }),
    error: ({ call }) => call("api.test", { error: "my_error" }),
  },
  "auth.test": {
    success: ({ call, sandbox }) => call("auth.test", {}, sandbox.tokens.user),
    success_with_bot_token: ({ call }) => call("auth.test"),
    error: ({ call }) => call("auth.test", {}, "xoxb-unknown"),
  },
  "team.info": { success: ({ call }) => call("team.info") },
  "users.list": {
    success: ({ call }) => call("users.list", { limit: "5" }),
    error: ({ call }) => call("users.list", { cursor: "bm9uc2Vuc2U=" }),
  },
  "users.info": {
    success: ({ call, id }) => call("users.info", { user: id("tom.okafor") }),
    error: ({ call }) => call("users.info", { user: "U0NOBODY" }),
  },
  "users.lookupByEmail": {
    success: ({ call }) => call("users.lookupByEmail", { email: "tom.okafor@fernhill.example" }),
    error: ({ call }) => call("users.lookupByEmail", { email: "nobody@fernhill.example" }),
  },
  "users.conversations": {
    success: ({ call }) => call("users.conversations", { limit: "3" }),
    success_with_mixed_results: ({ call }) => call("users.conversations", { types: "im,mpim" }),
  },
  "conversations.list": {
    success: ({ call }) => call("conversations.list", { limit: "3" }),
    success_with_mixed_results: ({ call }) => call("conversations.list", { types: "im,mpim", limit: "2" }),
  },
  "conversations.info": {
    success: ({ call, id }) => call("conversations.info", { channel: id("general") }),
    success_im: ({ call, sandbox }) => {
      const im = sandbox.state().channels.find(({ kind }) => kind === "im")?.id ?? "";
      return call("conversations.info", { channel: im, include_locale: "true" });
    },
    success_im_num_members: ({ call, sandbox }) => {
      const im = sandbox.state().channels.find(({ kind }) => kind === "im")?.id ?? "";
      return call("conversations.info", { channel: im, include_locale: "true", include_num_members: "1" });
    },
    error: ({ call }) => call("conversations.info", { channel: "C0NOWHERE" }),
  },
  "conversations.members": {
    success: ({ call, id }) => call("conversations.members", { channel: id("general"), limit: "2" }),
    error: ({ call, id }) => call("conversations.members", { channel: id("general"), cursor: "=" }),
  },
  "conversations.history": {
    success: ({ call, id }) => call("conversations.history", { channel: id("general"), limit: "2" }),
    success_with_timestamp_inclusive: ({ call, id, ts }) =>
      call("conversations.history", {
        channel: id("general"),
        latest: ts("general", (text) => text.startsWith("Slides")),
        inclusive: "true",
        limit: "1",
      }),
    error: ({ call }) => call("conversations.history", { channel: "C0NOWHERE" }),
  },
  "conversations.replies": {
    success: ({ call, id, ts, sandbox }) => {
      const args = {
        channel: id("random"),
        ts: ts("random", (text) => text.startsWith("Weekend")),
        limit: "2",
      };
      return call("conversations.replies", args, sandbox.tokens.user);
    },
    error: ({ call, id }) => call("conversations.replies", { channel: id("lunch"), ts: "1.000001" }),
  },
  "conversations.create": {
    success: ({ call }) => call("conversations.create", { name: "endeavor" }),
    error: ({ call }) => call("conversations.create", { name: "general" }),
  },
  "conversations.rename": {
    success: ({ call, id, sandbox }) =>
      call("conversations.rename", { channel: id("general"), name: "everyone" }, sandbox.tokens.user),
    error: ({ call, id }) => call("conversations.rename", { channel: id("analytics"), name: "numbers" }),
  },
  "conversations.setTopic": {
    success: ({ call, id }) => call("conversations.setTopic", { channel: id("random"), topic: "Owls" }),
    error: ({ call, id }) => call("conversations.setTopic", { channel: id("random") }),
  },
  "conversations.setPurpose": {
    success: ({ call, id }) => call("conversations.setPurpose", { channel: id("random"), purpose: "Owls" }),
  },
  "conversations.invite": {
    success: ({ call, id }) =>
      call("conversations.invite", { channel: id("security-review"), users: id("dana.fisher") }),
    error: ({ call, id }) =>
      call("conversations.invite", { channel: id("random"), users: `U0NOBODY,${id("assistant")}` }),
  },
  "conversations.kick": {
    success: ({ call, id }) => call("conversations.kick", { channel: id("random"), user: id("dana.fisher") }),
    error: ({ call, id }) => call("conversations.kick", { channel: id("random"), user: id("assistant") }),
  },
  "conversations.join": {
    success: ({ call, id }) => call("conversations.join", { channel: id("general") }),
    error: ({ call, id }) => call("conversations.join", { channel: id("project-atlas-2025") }),
  },
  "conversations.leave": {
    success: ({ call, id }) => call("conversations.leave", { channel: id("random") }),
    success_with_warning: ({ call, id }) => call("conversations.leave", { channel: id("analytics") }),
    error: ({ call, id }) => call("conversations.leave", { channel: id("general") }),
  },
  "conversations.archive": {
    success: ({ call, id }) => call("conversations.archive", { channel: id("random") }),
    error: ({ call, id }) => call("conversations.archive", { channel: id("leadership") }),
  },
  "conversations.unarchive": {
    success: ({ call, id }) => call("conversations.unarchive", { channel: id("project-atlas-2025") }),
    error: ({ call }) => call("conversations.unarchive", { channel: "C0NOWHERE" }),
  },
  "conversations.open": {
    success: ({ call, id }) => call("conversations.open", { users: id("tom.okafor") }),
    success_with_return_im: ({ call, id }) =>
      call("conversations.open", { users: id("maya.chen"), return_im: "true" }),
    error: ({ call }) => call("conversations.open", { channel: "D0NOWHERE" }),
  },
  "chat.postMessage": {
    success: ({ call, id }) =>
      call("chat.postMessage", {
        channel: id("random"),
        text: "Here it is",
        username: "ecto1",
        attachments: JSON.stringify([{ text: "Look", fallback: "Look" }]),
      }),
    error: ({ call, id }) =>
      call("chat.postMessage", {
        channel: id("random"),
        attachments: JSON.stringify(Array.from({ length: 101 }, () => ({ text: "x" }))),
      }),
  },
  "chat.update": {
    success: async ({ call, id }) => {
      const { ts } = await call("chat.postMessage", { channel: id("random"), text: "Helo" });
      return call("chat.update", { channel: id("random"), ts: String(ts), text: "Hello" });
    },
    error: ({ call, id, ts }) =>
      call("chat.update", {
        channel: id("random"),
        ts: ts("random", (text) => text.startsWith("Found")),
        text: "No",
      }),
  },
  "chat.delete": {
    success: async ({ call, id }) => {
      const { ts } = await call("chat.postMessage", { channel: id("random"), text: "Helo" });
      return call("chat.delete", { channel: id("random"), ts: String(ts) });
    },
    error: ({ call, id }) => call("chat.delete", { channel: id("random"), ts: "1.000001" }),
  },
  "chat.postEphemeral": {
    success: ({ call, id }) =>
      call("chat.postEphemeral", { channel: id("random"), user: id("tom.okafor"), text: "Psst" }),
    error: ({ call, id }) =>
      call("chat.postEphemeral", { channel: id("random"), user: id("ravi.patel"), text: "Psst" }),
  },
  "chat.scheduleMessage": {
    success: ({ call, id, sandbox }) =>
      call("chat.scheduleMessage", {
        channel: id("random"),
        post_at: String(sandbox.clock.now() / 1000 + 3600),
        text: "Later",
        username: "ecto1",
        attachments: JSON.stringify([{ text: "Look", fallback: "Look" }]),
      }),
    error: ({ call, id }) =>
      call("chat.scheduleMessage", { channel: id("random"), post_at: "1", text: "Sooner" }),
  },
  "chat.scheduledMessages.list": {
    success: async ({ call, id, sandbox }) => {
      const post_at = String(sandbox.clock.now() / 1000 + 3600);
      await call("chat.scheduleMessage", { channel: id("random"), post_at, text: "Later" });
      return call("chat.scheduledMessages.list");
    },
    error: ({ call }) => call("chat.scheduledMessages.list", { channel: "C0NOWHERE" }),
  },
  "chat.deleteScheduledMessage": {
    success: async ({ call, id, sandbox }) => {
      const post_at = String(sandbox.clock.now() / 1000 + 3600);
      const { scheduled_message_id } = await call("chat.scheduleMessage", {
        channel: id("random"),
        post_at,
        text: "Later",
      });
      return call("chat.deleteScheduledMessage", {
        channel: id("random"),
        scheduled_message_id: String(scheduled_message_id),
      });
    },
    error: ({ call, id }) =>
      call("chat.deleteScheduledMessage", { channel: id("random"), scheduled_message_id: "Q0NOTHING" }),
  },
  "chat.getPermalink": {
    success: ({ call, id, ts }) =>
      call("chat.getPermalink", {
        channel: id("lunch"),
        message_ts: ts("lunch", (text) => text.startsWith("Ramen")),
      }),
    success_with_thread: ({ call, id, ts }) =>
      call("chat.getPermalink", {
        channel: id("lunch"),
        message_ts: ts("lunch", (text) => text.startsWith("Extra")),
      }),
    error: ({ call }) => call("chat.getPermalink", { channel: "C0NOWHERE", message_ts: "1.000001" }),
  },
  "reactions.add": {
    success: ({ call, id, ts }) =>
      call("reactions.add", {
        channel: id("lunch"),
        name: "ramen",
        timestamp: ts("lunch", (text) => text.startsWith("Extra")),
      }),
    error: async ({ call, id, ts }) => {
      const args = {
        channel: id("lunch"),
        name: "ramen",
        timestamp: ts("lunch", (text) => text.startsWith("Extra")),
      };
      await call("reactions.add", args);
      return call("reactions.add", args);
    },
  },
  "reactions.remove": {
    success: async ({ call, id, ts }) => {
      const args = {
        channel: id("lunch"),
        name: "ramen",
        timestamp: ts("lunch", (text) => text.startsWith("Extra")),
      };
      await call("reactions.add", args);
      return call("reactions.remove", args);
    },
    error: ({ call, id, ts }) =>
      call("reactions.remove", {
        channel: id("lunch"),
        name: "owl",
        timestamp: ts("lunch", (text) => text.startsWith("Extra")),
      }),
  },
  "reactions.get": {
    success: ({ call, id, ts }) =>
      call("reactions.get", {
        channel: id("lunch"),
        timestamp: ts("lunch", (text) => text.startsWith("Ramen")),
      }),
  },
  "pins.add": {
    success: ({ call, id, ts }) =>
      call("pins.add", { channel: id("lunch"), timestamp: ts("lunch", (text) => text.startsWith("Ramen")) }),
    error: ({ call }) => call("pins.add", { channel: "C0NOWHERE", timestamp: "1.000001" }),
  },
  "pins.remove": {
    success: ({ call, id, ts }) =>
      call("pins.remove", {
        channel: id("incidents"),
        timestamp: ts("incidents", (text) => text.startsWith("Checkout")),
      }),
    error: ({ call, id, ts }) =>
      call("pins.remove", {
        channel: id("lunch"),
        timestamp: ts("lunch", (text) => text.startsWith("Ramen")),
      }),
  },
  "pins.list": { success: ({ call, id }) => call("pins.list", { channel: id("incidents") }) },
  "bookmarks.add": {
    success: ({ call, id }) =>
      call("bookmarks.add", {
        channel_id: id("random"),
        title: "Owls",
        type: "link",
        link: "https://owls.example",
        emoji: ":owl:",
      }),
  },
  "bookmarks.list": { success: ({ call, id }) => call("bookmarks.list", { channel_id: id("engineering") }) },
  "bookmarks.remove": {
    success: ({ call, id }) =>
      call("bookmarks.remove", { channel_id: id("engineering"), bookmark_id: "Bk07RB3K9T1S" }),
    error: ({ call, id }) =>
      call("bookmarks.remove", { channel_id: id("engineering"), bookmark_id: "Bk0NOTHING" }),
  },
  "files.list": { success: ({ call }) => call("files.list") },
  "files.info": { success: ({ call }) => call("files.info", { file: "F07MK6P1W9D" }) },
};

/** Documented fields that the sandbox leaves out, and why. A path ends where the field is missing. */
const OMITTED: Record<string, string> = {
  "team.info team.enterprise_id": "the workspace belongs to no Enterprise organisation",
  "team.info team.enterprise_name": "the workspace belongs to no Enterprise organisation",
  "users.list members.profile.image_1024": "the sandbox has avatars of one size less",
  "conversations.create channel.properties.canvas": "the sandbox has no canvases",
  "files.list files.thumb_360_gif": "the seeded image is not a GIF",
  "files.list files.deanimate_gif": "the seeded image is not a GIF",
  "files.list files.pjpeg": "the seeded image is not a JPEG",
  "files.info file.thumb_360_gif": "the seeded image is not a GIF",
  "files.info file.deanimate_gif": "the seeded image is not a GIF",
  "files.info file.pjpeg": "the seeded image is not a JPEG",
};

/** Paths of the fields that the example has and the answer has not; a list counts as all its records together. */
function missing(example: unknown, answer: unknown, path = ""): string[] {
  if (Array.isArray(example)) {
    const samples = example.filter(isRecord);
    if (samples.length === 0) return Array.isArray(answer) ? [] : [path];
    const pool = Array.isArray(answer) ? answer : [];
    return [...new Set(samples.flatMap((sample) => missing(sample, union(pool.filter(isRecord)), path)))];
  }
  if (!isRecord(example)) return [];
  // Maps by id: the ids differ, what they hold does not.
  if (path.endsWith("shares.public"))
    return missing(Object.values(example)[0], Object.values(Object(answer))[0], path);
  return Object.entries(example).flatMap(([name, value]) => {
    const at = path === "" ? name : `${path}.${name}`;
    if (!isRecord(answer) || !(name in answer)) return [at];
    return answer[name] === null ? [] : missing(value, answer[name], at);
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const union = (records: Record<string, unknown>[]): Record<string, unknown> =>
  records.reduce((all, record) => ({ ...record, ...all, ...deeper(all, record) }), {});

const deeper = (all: Record<string, unknown>, record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const other = all[name];
      return isRecord(value) && isRecord(other) ? [[name, union([other, value])]] : [];
    }),
  );

const stale = new Set(Object.keys(OMITTED));

afterAll(() => {
  if (present) expect([...stale], "omissions that are none").toEqual([]);
});

test("the tables know the same methods", () => {
  const known = Object.keys(methods).sort();
  expect(Object.keys(acceptedScopes).sort()).toEqual(known);
  expect(Object.keys(limits).sort()).toEqual(known);
  expect(known).toEqual(expect.arrayContaining([...withoutJson, ...Object.keys(requiredArguments)]));
  expect(Object.keys(SCENES).sort()).toEqual(known);
});

if (!present) console.warn(`No method documentation at ${DOCS}: those tests are skipped.`);

describe.skipIf(!present).each(Object.keys(SCENES))("%s is as documented:", (method) => {
  const docs = present ? docsOf(method) : undefined;

  test.each(Object.keys(SCENES[method] ?? {}))("answer %s", async (name) => {
    const example = docs?.examples[name]?.example;
    const answer = await SCENES[method]?.[name]?.(drive());
    expect(example).toBeDefined();
    expect({ ok: answer?.ok, error: answer?.error }).toEqual({
      ok: example?.["ok"],
      error: example?.["error"],
    });
    const absent = missing(example, answer).map((path) => `${method} ${path}`);
    for (const path of absent) stale.delete(path);
    expect(absent.filter((path) => !(path in OMITTED))).toEqual([]);
  });

  test("scopes, limits and arguments", () => {
    const sorted = (scopes: readonly string[] | undefined): string[] => [...(scopes ?? [])].sort();
    expect(sorted(acceptedScopes[method]?.bot)).toEqual(sorted(docs?.scope?.bot));
    expect(sorted(acceptedScopes[method]?.user)).toEqual(sorted(docs?.scope?.user));
    const perMinute = { t2: 20, t3: 50, t4: 100 }[docs?.rate_limits ?? ""];
    if (perMinute) expect(limits[method]?.perMinute).toBe(perMinute);
    expect(withoutJson.has(method)).toBe(docs?.json_input_supported !== true);
    const documented = Object.keys(docs?.args.properties ?? {});
    expect(documented).toEqual(expect.arrayContaining([...(requiredArguments[method] ?? [])]));
  });
});

/** Codes any method may answer. */
const COMMON = new Set(["invalid_arguments", "missing_scope"]);

/** Codes that the documentation of a method does not list, and why they are given all the same. */
const UNLISTED: Record<string, string> = {
  "reactions.add not_in_channel": "seen by others: https://github.com/HubSpot/slack-client/pull/356",
  "users.conversations user_not_found": "what other methods answer to an unknown user",
};

/** The error codes that the source of a method names. */
function codesOf(method: string): string[] {
  const folder = fileURLToPath(new URL("../../../src/sandbox/slack/methods/", import.meta.url));
  for (const file of readdirSync(folder)) {
    const [, body] = readFileSync(folder + file, "utf8").split(new RegExp(`^  "${method}": `, "m"));
    if (body !== undefined) {
      const end = body.search(/^(?:  "[a-z]+\.[A-Za-z.]+": |\};)/m);
      return [...body.slice(0, end).matchAll(/refusal\("([a-z_]+)"/g)].map(([, code]) => code ?? "");
    }
  }
  throw new Error(`no source of ${method}`);
}

test.skipIf(!present).each(Object.keys(SCENES))("%s refuses with documented codes", (method) => {
  const documented = Object.keys(docsOf(method).errors ?? {});
  const own = codesOf(method).filter((code) => !COMMON.has(code) && !(`${method} ${code}` in UNLISTED));
  expect(own.filter((code) => !documented.includes(code))).toEqual([]);
});
