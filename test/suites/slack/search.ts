import { expect } from "vitest";
import { drive } from "../../sandbox/slack/helpers.ts";
import { failure, type Scene } from "./bench.ts";
import { asUser, sample, type Example, type Theme } from "./theme.ts";

const found = { messages: { matches: [{ ts: sample.ts, text: "hi" }], paging: { pages: 1 } } };

/**
 * Creates a channel with messages that contain a word, and returns its id. The person who searches can see the channel.
 */
async function hide({ user, slack }: Scene, word: string): Promise<string> {
  const own = user ?? slack;
  const { data } = await own.channels.create({ name: "haystack" });
  for (const text of [`${word} one`, `${word} two`, "hay"])
    await own.messages.create({ channel: data.id, text });
  return data.id;
}

const withoutQuery =
  (method: string): Example =>
  ({ call, sandbox }) =>
    call(method, {}, sandbox.tokens.user);

export const search: Theme = {
  requests: {
    "search.messages": asUser({
      params: { query: "atlas", sort: "timestamp", limit: 5 },
      sends: [
        ["auth.test", {}, sample.who],
        ["search.messages", { query: "atlas", sort: "timestamp", count: "5" }, found],
      ],
      data: [{ ts: sample.ts, text: "hi" }],
      refused: "no_query",
    }),
    "search.files": asUser({
      params: { query: "atlas" },
      sends: [
        [
          "search.files",
          { query: "atlas", count: "20" },
          { files: { matches: [{ id: sample.file }], paging: { pages: 1 } } },
        ],
      ],
      data: [{ id: sample.file }],
      refused: "no_query",
    }),
    "search.everything": asUser({
      params: { query: "atlas" },
      sends: [
        [
          "search.all",
          { query: "atlas", count: "20" },
          { ...found, files: { matches: [{ id: sample.file }] } },
        ],
      ],
      data: [
        { type: "message", message: { ts: sample.ts, text: "hi" } },
        { type: "file", file: { id: sample.file } },
      ],
      refused: "no_query",
    }),
    "search.context": {
      params: { query: "atlas", content_types: ["messages", "files"], limit: 3 },
      eventTokens: { action_token: "1.2" },
      sends: [
        [
          "assistant.search.context",
          {
            query: "atlas",
            content_types: "messages,files",
            limit: "3",
            action_token: "1.2",
            include_message_blocks: "true",
          },
          { results: { files: [{ file_id: sample.file, title: "Plan" }] } },
        ],
      ],
      data: [{ type: "file", file: { id: sample.file, title: "Plan" } }],
      refused: "invalid_action_token",
    },
    "search.capabilities": {
      sends: [["assistant.search.info", {}, { is_ai_search_enabled: true }]],
      data: { is_ai_search_enabled: true },
      refused: "missing_scope",
    },
  },

  cases: {
    "search.messages: finds messages page by page": async (scene) => {
      const channel = await hide(scene, "needle");
      const { callAsUser: call } = scene;
      const all = await call("search", "messages", { query: "needle" });
      expect(all.data.map(({ text }) => text).sort()).toEqual(["needle one", "needle two"]);
      for (const match of all.data)
        expect(match).toMatchObject({ ts: expect.any(String), channel: { id: channel } });
      const first = await call("search", "messages", { query: "needle", limit: 1 });
      expect(first).toMatchObject({ data: [expect.anything()], meta: { has_more: true } });
      const second = await call("search", "messages", {
        query: "needle",
        limit: 1,
        cursor: first.meta.next_cursor!,
      });
      expect(second.data).toHaveLength(1);
      expect(second.data[0]!.ts).not.toBe(first.data[0]!.ts);
    },
    "search.messages: the error for a bot says what is missing, and nothing is searched": async ({
      call,
      slack,
      sent,
    }) => {
      await slack.auth.test();
      const before = sent?.().length ?? 0;
      const error = await failure(call("search", "messages", { query: "needle" }));
      expect(error).toMatchObject({ code: "credential_insufficient_scope", outcome: "not_started" });
      expect(error.hint).toMatch(/user token|action_token/);
      if (sent) expect(sent().length - before).toBeLessThanOrEqual(1);
    },
    "search.everything: finds messages and files page by page": async (scene) => {
      const channel = await hide(scene, "needle");
      const { callAsUser: call } = scene;
      const { data: file } = await call("files", "upload", { filename: "needle.txt", content: "x" });
      const { data } = await call("search", "everything", { query: "needle" });
      expect(data.map(({ type }) => type)).toEqual(["message", "message", "file"]);
      expect(data[0]!.message).toMatchObject({
        text: expect.stringMatching(/^needle/),
        channel: { id: channel },
      });
      expect(data[2]!.file).toMatchObject({ id: file.id });
      const first = await call("search", "everything", { query: "needle", limit: 1 });
      expect(first.data.map(({ type }) => type)).toEqual(["message", "file"]);
      const second = await call("search", "everything", {
        query: "needle",
        limit: 1,
        cursor: first.meta.next_cursor!,
      });
      expect(second).toMatchObject({ data: [{ type: "message" }], meta: { has_more: false } });
    },
    "search.files: finds files by name": async ({ callAsUser: call }) => {
      const { data: made } = await call("files", "upload", { filename: "needle.txt", content: "x" });
      const { data } = await call("search", "files", { query: "needle" });
      expect(data.map(({ id }) => id)).toContain(made.id);
    },
    "search.context: works with the token of a person": async (scene) => {
      await hide(scene, "needle");
      const { data } = await scene.callAsUser("search", "context", { query: "needle", include_bots: true });
      expect(data.map(({ message }) => message?.text).sort()).toEqual(["needle one", "needle two"]);
      const all = await scene.callAsUser("search", "context", {
        query: "haystack",
        content_types: ["messages", "files", "channels", "users"],
      });
      expect(all.data.find(({ type }) => type === "channel")?.channel).toMatchObject({
        id: expect.stringMatching(/^C/),
        name: "haystack",
      });
    },
    "search.capabilities: says whether there is a search by meaning": async ({ callAsUser: call }) => {
      expect(typeof (await call("search", "capabilities")).data.is_ai_search_enabled).toBe("boolean");
    },
  },

  examples: {
    "search.messages": {
      success: ({ call, sandbox }) => call("search.messages", { query: "slides" }, sandbox.tokens.user),
      error: withoutQuery("search.messages"),
    },
    "search.files": {
      success: ({ call, sandbox }) => call("search.files", { query: "guide" }, sandbox.tokens.user),
      error: withoutQuery("search.files"),
    },
    "search.all": {
      success: ({ call, sandbox }) => call("search.all", { query: "guide" }, sandbox.tokens.user),
      error: () => {
        const tokens = { "xoxp-few": { kind: "user", user: "U07AC5T1X3P", scopes: ["users:read"] } } as const;
        return drive({ seed: { tokens: tokens as never } }).call("search.all", { query: "x" }, "xoxp-few");
      },
    },
    "assistant.search.context": {},
    "assistant.search.info": { success: ({ call }) => call("assistant.search.info") },
  },
};
