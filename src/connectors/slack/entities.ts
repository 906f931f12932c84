// Every entity of the connector, one file each.
export * as channels from "./channels.ts";
export * as channel_messages from "./channel_messages.ts";
export * as threads from "./threads.ts";
export * as messages from "./messages.ts";
export * as users from "./users.ts";
export * as reactions from "./reactions.ts";
export * as channel_topics from "./channel_topics.ts";
export * as channel_purposes from "./channel_purposes.ts";
export * as channel_invites from "./channel_invites.ts";
export * as channel_kicks from "./channel_kicks.ts";
export * as scheduled_messages from "./scheduled_messages.ts";
export * as ephemeral_messages from "./ephemeral_messages.ts";
export * as pins from "./pins.ts";
export * as bookmarks from "./bookmarks.ts";
