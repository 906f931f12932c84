import { expect } from "vitest";
import { post, refused, type Scene } from "./bench.ts";
import { asUser, done, one, sample, unknownToken, type Theme } from "./theme.ts";

const reactionsOf = async ({ slack, channel }: Scene) =>
  ((await slack.channel_messages.list({ channel, limit: 1 })).data[0]?.reactions ?? []).map(
    ({ name }) => name,
  );

export const reactions: Theme = {
  requests: {
    "reactions.list": one(
      "reactions.list",
      { user: sample.user },
      { user: sample.user, limit: "50" },
      ["items", [{ type: "message", message: sample.message }]],
      "user_not_found",
    ),
    "reactions.get": {
      params: sample.here,
      sends: [
        [
          "reactions.get",
          { channel: sample.channel, timestamp: sample.ts, full: "true" },
          { message: sample.message },
        ],
      ],
      data: sample.message,
      refused: "message_not_found",
    },
    "reactions.create": done(
      "reactions.add",
      { ...sample.here, name: "owl" },
      { channel: sample.channel, timestamp: sample.ts, name: "owl" },
      "too_many_emoji",
    ),
    "reactions.delete": done(
      "reactions.remove",
      { ...sample.here, name: "owl" },
      { channel: sample.channel, timestamp: sample.ts, name: "owl" },
      "message_not_found",
    ),
    "stars.list": asUser(
      one(
        "stars.list",
        { limit: 3 },
        { limit: "3" },
        ["items", [{ type: "message", message: sample.message }]],
        "missing_scope",
      ),
    ),
  },

  cases: {
    "reactions.create: the message has the reaction, and undo removes it": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "ship it")) as [string];
      const params = { channel, ts, name: "thumbsup" };
      const made = await call("reactions", "create", params);
      expect(made.data).toEqual(params);
      expect(await reactionsOf(scene)).toEqual(["thumbsup"]);
      expect(made.meta.undo).toEqual({ entity: "reactions", action: "delete", params });
      await slack.undo(made);
      expect(await reactionsOf(scene)).toEqual([]);
    },
    "reactions.create: a second call changes nothing and has no undo": async (scene) => {
      const [ts] = (await post(scene, "ship it")) as [string];
      const params = { channel: scene.channel, ts, name: "thumbsup" };
      await scene.call("reactions", "create", params);
      const { data, meta } = await scene.call("reactions", "create", params);
      expect(data).toEqual(params);
      expect(meta).toEqual({ already: "already_reacted" });
    },
    "reactions.create: a message that does not exist is an error": async ({ call, channel }) => {
      const params = { channel, ts: "1712161829.000300", name: "thumbsup" };
      await refused(call("reactions", "create", params), "message_not_found");
    },
    "reactions.delete: removes the reaction, and undo adds it again": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "ship it")) as [string];
      const params = { channel, ts, name: "eyes" };
      await slack.reactions.create(params);
      const gone = await call("reactions", "delete", params);
      expect(gone.data).toEqual(params);
      expect(await reactionsOf(scene)).toEqual([]);
      await slack.undo(gone);
      expect(await reactionsOf(scene)).toEqual(["eyes"]);
    },
    "reactions.delete: a message without the reaction is already done": async (scene) => {
      const [ts] = (await post(scene, "ship it")) as [string];
      const params = { channel: scene.channel, ts, name: "eyes" };
      const { meta } = await scene.call("reactions", "delete", params);
      expect(meta).toEqual({ already: "no_reaction" });
    },
    "reactions.get: returns the message with its reactions": async (scene) => {
      const { call, slack, channel, me } = scene;
      const [ts] = (await post(scene, "ship it")) as [string];
      await slack.reactions.create({ channel, ts, name: "owl" });
      const { data } = await call("reactions", "get", { channel, ts });
      expect(data).toMatchObject({ ts, reactions: [{ name: "owl", count: 1, users: [me] }] });
    },
    "reactions.get: a message that does not exist is an error": async ({ call, channel }) => {
      await refused(call("reactions", "get", { channel, ts: "1712161829.000300" }), "message_not_found");
    },
    "reactions.list: lists the messages with a person's reactions": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "ship it")) as [string];
      await slack.reactions.create({ channel, ts, name: "owl" });
      const { data } = await call("reactions", "list", { limit: 100 });
      expect(data.map(({ message }) => message?.ts)).toContain(ts);
    },
    "stars.list: lists the saved items": async ({ callAsUser }) => {
      const { data } = await callAsUser("stars", "list", { limit: 20 });
      for (const item of data) expect(item.type).toEqual(expect.any(String));
    },
  },

  examples: {
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
    "reactions.list": {
      success: async ({ call, id }) => {
        const channel = id("random");
        const { ts } = await call("chat.postMessage", { channel, text: "Sailing", username: "Shipit" });
        await call("reactions.add", { channel, timestamp: String(ts), name: "robot_face" });
        return call("reactions.list", { limit: "5" });
      },
      error: unknownToken("reactions.list"),
    },
    "stars.list": {
      success: ({ call, sandbox }) => call("stars.list", {}, sandbox.tokens.user),
      error: unknownToken("stars.list"),
    },
  },
};
