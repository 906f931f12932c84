import { unknownToken, type Scenes } from "./scene.ts";

/** The calls that return the documented examples for users and the workspace. */
export const peopleScenes: Scenes = {
  "users.profile.get": {
    success: ({ call, id }) => call("users.profile.get", { user: id("tom.okafor") }),
    error: ({ call }) => call("users.profile.get", { user: "U0NOBODY" }),
  },
  "users.profile.set": {
    success: ({ call, id, sandbox }) =>
      call(
        "users.profile.set",
        { user: id("tom.okafor"), profile: JSON.stringify({ title: "Head of Coffee" }) },
        sandbox.tokens.user,
      ),
    error: ({ call, sandbox }) => call("users.profile.set", { profile: "{" }, sandbox.tokens.user),
  },
  "users.getPresence": {
    success: ({ call, id }) => call("users.getPresence", { user: id("tom.okafor") }),
    success_for_token_holder: ({ call }) => call("users.getPresence"),
    error: unknownToken("users.getPresence"),
  },
  "users.setPresence": {
    success: ({ call }) => call("users.setPresence", { presence: "away" }),
    error: unknownToken("users.setPresence"),
  },
  "bots.info": {
    success: ({ call }) => call("bots.info", { bot: "B07DP2K6M8J" }),
    error: ({ call }) => call("bots.info", { bot: "B0NOTHING" }),
  },
  "team.profile.get": {
    success: ({ call }) => call("team.profile.get"),
    error: unknownToken("team.profile.get"),
  },
  "dnd.info": {
    success: ({ call, id }) => call("dnd.info", { user: id("tom.okafor") }),
    error: unknownToken("dnd.info"),
  },
  "dnd.setSnooze": {
    success: ({ call, sandbox }) => call("dnd.setSnooze", { num_minutes: "1" }, sandbox.tokens.user),
    error: unknownToken("dnd.setSnooze"),
  },
  "emoji.list": {
    success: ({ call }) => call("emoji.list"),
    error: unknownToken("emoji.list"),
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
  "bookmarks.edit": {
    success: ({ call, id }) =>
      call("bookmarks.edit", {
        channel_id: id("engineering"),
        bookmark_id: "Bk07RB3K9T1S",
        title: "Run books",
      }),
    error: ({ call }) => call("bookmarks.edit", {}, ""),
  },
  "chat.meMessage": {
    success: ({ call, id }) => call("chat.meMessage", { channel: id("random"), text: "waves" }),
    error: unknownToken("chat.meMessage"),
  },
  "conversations.mark": {
    success: ({ call, id }) => call("conversations.mark", { channel: id("random"), ts: "1773000000.000000" }),
    error: unknownToken("conversations.mark"),
  },
  "conversations.close": {
    success: ({ call, sandbox }) => {
      const im = sandbox.state().channels.find(({ kind }) => kind === "im")?.id ?? "";
      return call("conversations.close", { channel: im });
    },
    success_but_no_op: async ({ call, sandbox }) => {
      const im = sandbox.state().channels.find(({ kind }) => kind === "im")?.id ?? "";
      await call("conversations.close", { channel: im });
      return call("conversations.close", { channel: im });
    },
    error: ({ call }) => call("conversations.close", { channel: "D0NOWHERE" }),
  },
};
