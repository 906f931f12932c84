/** The Slack actions that agents use most. `{ include: everydayActions }` makes a tool that has only these actions. */
export const everydayActions = [
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
