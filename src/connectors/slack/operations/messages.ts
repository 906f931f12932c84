import type { Operations } from "../../../core/contract/wire/operation.ts";
import { cursors, forUsers, method } from "./method.ts";
import { generous, posting, tier2, tier3, tier4 } from "./rate-tiers.ts";

const timestamp = { ts: "timestamp" };
const channelId = { channel: "channel_id" };

export const messages = {
  "assistant.threads.setStatus": method("assistant.threads.setStatus", generous, ["chat:write"], [], {
    tokens: ["bot"],
    arguments: { channel: "channel_id", ts: "thread_ts" },
  }),
  "assistant.threads.setSuggestedPrompts": method(
    "assistant.threads.setSuggestedPrompts",
    tier4,
    ["assistant:write"],
    [],
    { tokens: ["bot"], arguments: { channel: "channel_id", ts: "thread_ts" } },
  ),
  "assistant.threads.setTitle": method("assistant.threads.setTitle", tier4, ["assistant:write"], [], {
    tokens: ["bot"],
    arguments: { channel: "channel_id", ts: "thread_ts" },
  }),
  "blocks.validate": method("blocks.validate", tier3, []),
  "bookmarks.add": method("bookmarks.add", tier2, ["bookmarks:write"], undefined, { arguments: channelId }),
  "bookmarks.edit": method("bookmarks.edit", tier2, ["bookmarks:write"], undefined, { arguments: channelId }),
  "bookmarks.list": method("bookmarks.list", tier3, ["bookmarks:read"], undefined, { arguments: channelId }),
  "bookmarks.remove": method("bookmarks.remove", tier2, ["bookmarks:write"], undefined, {
    arguments: channelId,
    already: ["not_found"],
  }),
  "chat.appendStream": method("chat.appendStream", tier4, ["chat:write"], [], { tokens: ["bot"] }),
  "chat.delete": method("chat.delete", tier3, ["chat:write"], undefined),
  "chat.deleteScheduledMessage": method("chat.deleteScheduledMessage", tier3, ["chat:write"]),
  "chat.getPermalink": method("chat.getPermalink", generous, [], undefined, {
    arguments: { ts: "message_ts" },
  }),
  "chat.meMessage": method("chat.meMessage", tier3, ["chat:write"]),
  "chat.postEphemeral": method("chat.postEphemeral", tier4, ["chat:write"], undefined, {
    moreScopes: { bot: ["chat:write.customize"] },
  }),
  "chat.postMessage": method("chat.postMessage", posting, ["chat:write"], undefined, {
    // With `chat:write.public`, the app can post in public channels that the app is not in. With
    // `chat:write.customize`, the app can post under another name and with another icon.
    moreScopes: { bot: ["chat:write.public", "chat:write.customize"] },
  }),
  "chat.scheduleMessage": method("chat.scheduleMessage", tier3, ["chat:write"], undefined, {
    moreScopes: { bot: ["chat:write.public"] },
  }),
  "chat.scheduledMessages.list": method("chat.scheduledMessages.list", tier3, [], undefined, {
    paging: cursors(50),
  }),
  "chat.startStream": method("chat.startStream", tier2, ["chat:write"], [], {
    tokens: ["bot"],
    arguments: { user: "recipient_user_id", team_id: "recipient_team_id" },
  }),
  "chat.stopStream": method("chat.stopStream", tier2, ["chat:write"], [], { tokens: ["bot"] }),
  "chat.unfurl": method("chat.unfurl", tier3, ["links:write"]),
  "chat.update": method("chat.update", tier3, ["chat:write"]),
  "pins.add": method("pins.add", tier2, ["pins:write"], undefined, {
    arguments: timestamp,
    already: ["already_pinned"],
  }),
  "pins.list": method("pins.list", tier2, ["pins:read"]),
  "pins.remove": method("pins.remove", tier2, ["pins:write"], undefined, {
    arguments: timestamp,
    already: ["no_pin", "not_pinned"],
  }),
  "reactions.add": method("reactions.add", tier3, ["reactions:write"], undefined, {
    arguments: timestamp,
    already: ["already_reacted"],
  }),
  "reactions.get": method("reactions.get", tier3, ["reactions:read"], undefined, { arguments: timestamp }),
  "reactions.list": method("reactions.list", tier2, ["reactions:read"], undefined, { paging: cursors(50) }),
  "reactions.remove": method("reactions.remove", tier2, ["reactions:write"], undefined, {
    arguments: timestamp,
    already: ["no_reaction"],
  }),
  "stars.list": forUsers("stars.list", tier3, ["stars:read"], { paging: cursors(50) }),
} satisfies Operations;
