import type { Scenes } from "./scene.ts";

/** The calls that return the documented examples for conversations and messages. */
export const conversationScenes: Scenes = {
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
