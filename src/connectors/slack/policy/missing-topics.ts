/** The things of Slack's clients that Slack offers to no app, and the action that comes closest. */
export const missingTopics = [
  {
    words: ["draft", "drafts", "message draft", "drafted", "unsent"],
    says: "Not available: drafts. Slack's API can neither list nor write the drafts of a person. scheduled_messages.create writes a message that is posted later and can be cancelled until then. With dry_run: true, messages.create shows a message without posting it.",
  },
  {
    words: [
      "later list",
      "save for later",
      "for later",
      "saved for later",
      "saved items",
      "saved messages",
      "save message",
      "save a message",
      "bookmark message",
      "bookmark a message",
    ],
    says: "Not available: the list Later, with the messages that a person has saved. Slack's API can neither read it nor add to it. reminders.create reminds the person at a time, with the link to the message in its text. stars.list shows what was saved before Slack replaced stars by Later. bookmarks adds links to the top of a channel, for all its members.",
  },
  {
    words: ["mark unread", "mark as unread", "as unread"],
    says: "Not available as an action of its own: channels.mark with the ts of an earlier message makes all later messages unread.",
  },
  {
    words: ["notification settings", "notification preferences", "mute channel", "mute a channel"],
    says: "Not available: muting a channel, and a person's settings for notifications. dnd.snooze mutes all notifications for some minutes.",
  },
];
