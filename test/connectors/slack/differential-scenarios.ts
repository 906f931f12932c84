import type { WebClient } from "@slack/web-api";
import type { SlackConnector } from "agent-connectors/slack";

/** A job that both clients do, each in a separate workspace. Both functions return the records that they read. */
export interface Scenario {
  title: string;
  ours: (slack: SlackConnector, ids: Ids) => Promise<unknown>;
  theirs: (web: WebClient, ids: Ids) => Promise<unknown>;
  /** If set, the clients use the token of a person instead of the bot's token. */
  as?: "person";
}
export interface Ids {
  channel: string;
  other: string;
  user: string;
  second: string;
  file: string;
  email: string;
}

const quiet = { unfurl_links: false, unfurl_media: false };
const later = 1_774_000_000;

/** Posts a message with the connector, and returns its `ts`. `tell` does the same with Slack's own client. */
const say = async (slack: SlackConnector, channel: string, text: string, thread_ts?: string) =>
  (await slack.messages.create({ channel, text, ...(thread_ts ? { thread_ts } : {}) })).data.ts;
const tell = async (web: WebClient, channel: string, text: string, thread_ts?: string) =>
  (await web.chat.postMessage({ channel, text, ...quiet, ...(thread_ts ? { thread_ts } : {}) } as never)).ts!;

export const scenarios: readonly Scenario[] = [
  {
    title: "channels, one page",
    ours: async (slack) => (await slack.channels.list({ limit: 3 })).data,
    theirs: async (web) => (await web.conversations.list({ limit: 3 })).channels,
  },
  {
    title: "private channels and groups",
    ours: async (slack) => (await slack.channels.list({ types: ["private_channel", "mpim"] })).data,
    theirs: async (web) => (await web.conversations.list({ types: "private_channel,mpim" })).channels,
  },
  {
    title: "every channel, page by page",
    ours: async (slack) => {
      const all = [];
      for await (const one of slack.channels.list.all({ limit: 2 })) all.push(one.id);
      return all;
    },
    theirs: async (web) => {
      const all = [];
      for await (const page of web.paginate("conversations.list", { limit: 2 }))
        all.push(...((page as { channels?: { id: string }[] }).channels ?? []).map(({ id }) => id));
      return all;
    },
  },
  {
    title: "one channel",
    ours: async (slack, { channel }) => (await slack.channels.get({ channel })).data,
    theirs: async (web, { channel }) =>
      (await web.conversations.info({ channel, include_num_members: true })).channel,
  },
  {
    title: "members",
    ours: async (slack, { channel }) => (await slack.channel_members.list({ channel })).data,
    theirs: async (web, { channel }) => (await web.conversations.members({ channel })).members,
  },
  {
    title: "people",
    ours: async (slack) => (await slack.users.list({ limit: 100 })).data,
    theirs: async (web) => (await web.users.list({ limit: 100 })).members,
  },
  {
    title: "one person",
    ours: async (slack, { user }) => (await slack.users.get({ user })).data,
    theirs: async (web, { user }) => (await web.users.info({ user })).user,
  },
  {
    title: "a person by address",
    ours: async (slack, { email }) => (await slack.users.lookup_by_email({ email })).data,
    theirs: async (web, { email }) => (await web.users.lookupByEmail({ email })).user,
  },
  {
    title: "where someone is a member",
    ours: async (slack, { user }) => (await slack.users.conversations({ user })).data,
    theirs: async (web, { user }) => (await web.users.conversations({ user })).channels,
  },
  {
    title: "a profile",
    ours: async (slack, { user }) => (await slack.user_profiles.get({ user })).data,
    theirs: async (web, { user }) => (await web.users.profile.get({ user })).profile,
  },
  {
    title: "history",
    ours: async (slack, { channel }) =>
      (await slack.channel_messages.list({ channel, limit: 5 })).data.map(bare),
    theirs: async (web, { channel }) =>
      (await web.conversations.history({ channel, limit: 5 })).messages?.map(bare),
  },
  {
    title: "history between two times",
    ours: async (slack, { channel }) =>
      (await slack.channel_messages.list({ channel, oldest: "1772800000", latest: "1773300000" })).data.map(
        bare,
      ),
    theirs: async (web, { channel }) =>
      (
        await web.conversations.history({ channel, oldest: "1772800000", latest: "1773300000" })
      ).messages?.map(bare),
  },
  {
    title: "a message",
    ours: async (slack, { channel }) =>
      await say(slack, channel, "Hello *there* <https://example.com|x> &amp; you"),
    theirs: async (web, { channel }) =>
      await tell(web, channel, "Hello *there* <https://example.com|x> &amp; you"),
  },
  {
    title: "a thread, read back",
    ours: async (slack, { channel }) => {
      const ts = await say(slack, channel, "question");
      await say(slack, channel, "one", ts);
      await say(slack, channel, "two", ts);
      return (await slack.threads.list({ channel, ts })).data.map(bare);
    },
    theirs: async (web, { channel }) => {
      const ts = await tell(web, channel, "question");
      await tell(web, channel, "one", ts);
      await tell(web, channel, "two", ts);
      return (await web.conversations.replies({ channel, ts })).messages?.map(bare);
    },
  },
  {
    title: "a message, changed",
    ours: async (slack, { channel }) => {
      const ts = await say(slack, channel, "before");
      return (await slack.messages.update({ channel, ts, text: "after" })).data.text;
    },
    theirs: async (web, { channel }) =>
      (await web.chat.update({ channel, ts: await tell(web, channel, "before"), text: "after" })).text,
  },
  {
    title: "a message, deleted",
    ours: async (slack, { channel }) =>
      void (await slack.messages.delete({ channel, ts: await say(slack, channel, "x") })),
    theirs: async (web, { channel }) =>
      void (await web.chat.delete({ channel, ts: await tell(web, channel, "x") })),
  },
  {
    title: "a message to a person",
    ours: async (slack, { user }) => await say(slack, user, "Psst"),
    theirs: async (web, { user }) => await tell(web, user, "Psst"),
  },
  {
    title: "a message as /me",
    ours: async (slack, { channel }) => (await slack.messages.me({ channel, text: "waves" })).data.ts,
    theirs: async (web, { channel }) => (await web.chat.meMessage({ channel, text: "waves" })).ts,
  },
  {
    title: "a link to a message",
    ours: async (slack, { channel }) =>
      (await slack.messages.permalink({ channel, ts: await say(slack, channel, "x") })).data.permalink,
    theirs: async (web, { channel }) =>
      (await web.chat.getPermalink({ channel, message_ts: await tell(web, channel, "x") })).permalink,
  },
  {
    title: "for one person only",
    ours: async (slack, { channel, user }) =>
      (await slack.ephemeral_messages.create({ channel, user, text: "psst" })).data.message_ts,
    theirs: async (web, { channel, user }) =>
      (await web.chat.postEphemeral({ channel, user, text: "psst" })).message_ts,
  },
  {
    title: "for later, and what waits",
    ours: async (slack, { channel }) => {
      await slack.scheduled_messages.create({ channel, text: "later", post_at: later });
      return (await slack.scheduled_messages.list({ channel })).data.map(({ text, post_at }) => ({
        text,
        post_at,
      }));
    },
    theirs: async (web, { channel }) => {
      await web.chat.scheduleMessage({ channel, text: "later", post_at: later, ...quiet } as never);
      const { scheduled_messages: all } = await web.chat.scheduledMessages.list({ channel });
      return all?.map(({ text, post_at }) => ({ text, post_at }));
    },
  },
  {
    title: "for later, cancelled",
    ours: async (slack, { channel }) => {
      const { data } = await slack.scheduled_messages.create({ channel, text: "later", post_at: later });
      await slack.scheduled_messages.delete({ channel, scheduled_message_id: data.scheduled_message_id });
    },
    theirs: async (web, { channel }) => {
      const made = await web.chat.scheduleMessage({
        channel,
        text: "later",
        post_at: later,
        ...quiet,
      } as never);
      await web.chat.deleteScheduledMessage({ channel, scheduled_message_id: made.scheduled_message_id! });
    },
  },
  {
    title: "reactions",
    ours: async (slack, { channel }) => {
      const ts = await say(slack, channel, "ship it");
      for (const name of ["owl", "eyes"]) await slack.reactions.create({ channel, ts, name });
      await slack.reactions.delete({ channel, ts, name: "eyes" });
      return (await slack.reactions.get({ channel, ts })).data.reactions;
    },
    theirs: async (web, { channel }) => {
      const timestamp = await tell(web, channel, "ship it");
      for (const name of ["owl", "eyes"]) await web.reactions.add({ channel, timestamp, name });
      await web.reactions.remove({ channel, timestamp, name: "eyes" });
      const { message } = await web.reactions.get({ channel, timestamp, full: true });
      return message?.reactions;
    },
  },
  {
    title: "what one reacted to",
    ours: async (slack, { user }) =>
      (await slack.reactions.list({ user, limit: 5 })).data.map(({ message }) => message?.ts),
    theirs: async (web, { user }) =>
      (await web.reactions.list({ user, limit: 5 })).items?.map(
        (item) => (item as { message?: { ts?: string } }).message?.ts,
      ),
  },
  {
    title: "pins",
    ours: async (slack, { channel }) => {
      const first = await say(slack, channel, "one");
      const second = await say(slack, channel, "two");
      for (const ts of [first, second]) await slack.pins.create({ channel, ts });
      await slack.pins.delete({ channel, ts: first });
      return (await slack.pins.list({ channel })).data.map(({ message }) => message?.ts);
    },
    theirs: async (web, { channel }) => {
      const first = await tell(web, channel, "one");
      const second = await tell(web, channel, "two");
      for (const timestamp of [first, second]) await web.pins.add({ channel, timestamp });
      await web.pins.remove({ channel, timestamp: first });
      const { items } = await web.pins.list({ channel });
      return items?.map((item) => (item as { message?: { ts?: string } }).message?.ts);
    },
  },
  {
    title: "bookmarks",
    ours: async (slack, { channel }) => {
      const { data } = await slack.bookmarks.create({ channel, title: "a", link: "https://example.com/" });
      await slack.bookmarks.update({ channel, bookmark_id: data.id, title: "b" });
      return (await slack.bookmarks.list({ channel })).data;
    },
    theirs: async (web, { channel: channel_id }) => {
      const made = await web.bookmarks.add({
        channel_id,
        title: "a",
        link: "https://example.com/",
        type: "link",
      });
      await web.bookmarks.edit({ channel_id, bookmark_id: made.bookmark!.id!, title: "b" });
      return (await web.bookmarks.list({ channel_id })).bookmarks;
    },
  },
  {
    title: "a bookmark, deleted",
    ours: async (slack, { channel }) => {
      const { data } = await slack.bookmarks.create({ channel, title: "a", link: "https://example.com/" });
      await slack.bookmarks.delete({ channel, bookmark_id: data.id });
    },
    theirs: async (web, { channel: channel_id }) => {
      const made = await web.bookmarks.add({
        channel_id,
        title: "a",
        link: "https://example.com/",
        type: "link",
      });
      await web.bookmarks.remove({ channel_id, bookmark_id: made.bookmark!.id! });
    },
  },
  {
    title: "a channel, with people, topic and purpose",
    ours: async (slack, { user, second }) => {
      const { data } = await slack.channels.create({ name: "atlas" });
      const channel = data.id;
      await slack.channel_invites.create({ channel, users: [user, second] });
      await slack.channel_topics.create({ channel, topic: "t & u" });
      await slack.channel_purposes.create({ channel, purpose: "p" });
      await slack.channel_kicks.create({ channel, user: second });
      return (await slack.channels.get({ channel })).data;
    },
    theirs: async (web, { user, second }) => {
      const made = await web.conversations.create({ name: "atlas" });
      const channel = made.channel!.id!;
      await web.conversations.invite({ channel, users: `${user},${second}` });
      await web.conversations.setTopic({ channel, topic: "t & u" });
      await web.conversations.setPurpose({ channel, purpose: "p" });
      await web.conversations.kick({ channel, user: second });
      return (await web.conversations.info({ channel, include_num_members: true })).channel;
    },
  },
  {
    title: "a channel, renamed and archived",
    ours: async (slack) => {
      const { data } = await slack.channels.create({ name: "atlas", is_private: true });
      await slack.channels.update({ channel: data.id, name: "atlas-2" });
      await slack.channels.archive({ channel: data.id });
    },
    theirs: async (web) => {
      const made = await web.conversations.create({ name: "atlas", is_private: true });
      await web.conversations.rename({ channel: made.channel!.id!, name: "atlas-2" });
      await web.conversations.archive({ channel: made.channel!.id! });
    },
  },
  {
    title: "leaving and joining",
    ours: async (slack, { channel }) => {
      await slack.channels.leave({ channel });
      await slack.channels.join({ channel });
    },
    theirs: async (web, { channel }) => {
      await web.conversations.leave({ channel });
      await web.conversations.join({ channel });
    },
  },
  {
    title: "marked as read",
    as: "person",
    ours: async (slack, { channel }) =>
      void (await slack.channels.mark({ channel, ts: await say(slack, channel, "read me") })),
    theirs: async (web, { channel }) =>
      void (await web.conversations.mark({ channel, ts: await tell(web, channel, "read me") })),
  },
  {
    title: "a direct message with several",
    ours: async (slack, { user, second }) => (await slack.dms.open({ users: [user, second] })).data.id,
    theirs: async (web, { user, second }) =>
      (await web.conversations.open({ users: `${user},${second}` })).channel?.id,
  },
  {
    title: "files, one page",
    ours: async (slack) => (await slack.files.list({ limit: 2 })).data,
    theirs: async (web) => (await web.files.list({ count: 2 })).files,
  },
  {
    title: "a file, uploaded and shared",
    ours: async (slack, { channel }) => {
      await slack.files.upload({
        filename: "a.txt",
        content: "abc",
        title: "A",
        channel,
        initial_comment: "look",
      });
      return (await slack.files.list({ channel, limit: 1 })).data.map(({ name, size, title }) => ({
        name,
        size,
        title,
      }));
    },
    theirs: async (web, { channel: channel_id }) => {
      await web.filesUploadV2({
        channel_id,
        filename: "a.txt",
        content: "abc",
        title: "A",
        initial_comment: "look",
      });
      const { files } = await web.files.list({ channel: channel_id, count: 1 });
      return files?.map(({ name, size, title }) => ({ name, size, title }));
    },
  },
  {
    title: "a file, deleted",
    as: "person",
    ours: async (slack, { file }) => void (await slack.files.delete({ file })),
    theirs: async (web, { file }) => void (await web.files.delete({ file })),
  },
  {
    title: "a user group and its members",
    ours: async (slack, { user }) => {
      const { data } = await slack.usergroups.create({ name: "Atlas", handle: "atlas-team" });
      await slack.usergroup_members.replace({ usergroup: data.id, users: [user] });
      return (await slack.usergroups.list({ include_users: true })).data;
    },
    theirs: async (web, { user }) => {
      const made = await web.usergroups.create({ name: "Atlas", handle: "atlas-team" });
      await web.usergroups.users.update({ usergroup: made.usergroup!.id!, users: user });
      return (await web.usergroups.list({ include_users: true, include_count: true })).usergroups;
    },
  },
  {
    title: "a user group, disabled",
    ours: async (slack) => {
      const { data } = await slack.usergroups.create({ name: "Atlas", handle: "atlas-team" });
      await slack.usergroups.disable({ usergroup: data.id });
    },
    theirs: async (web) => {
      const made = await web.usergroups.create({ name: "Atlas", handle: "atlas-team" });
      await web.usergroups.disable({ usergroup: made.usergroup!.id! });
    },
  },
  {
    title: "a status",
    as: "person",
    ours: async (slack) =>
      (await slack.user_profiles.update({ profile: { status_text: "away", status_emoji: ":owl:" } })).data,
    theirs: async (web) =>
      (await web.users.profile.set({ profile: { status_text: "away", status_emoji: ":owl:" } as never }))
        .profile,
  },
  {
    title: "a reminder, done",
    as: "person",
    ours: async (slack) => {
      const { data } = await slack.reminders.create({ text: "report", time: "in 20 minutes" });
      await slack.reminders.complete({ reminder: data.id });
    },
    theirs: async (web) => {
      const made = await web.reminders.add({ text: "report", time: "in 20 minutes" });
      await web.reminders.complete({ reminder: made.reminder!.id! });
    },
  },
  {
    title: "a search for files",
    as: "person",
    ours: async (slack) => (await slack.search.files({ query: "checkout", limit: 3 })).data,
    theirs: async (web) => {
      const { files } = (await web.search.files({ query: "checkout", count: 3 })) as {
        files?: { matches?: unknown };
      };
      return files?.matches;
    },
  },
  {
    title: "a search for everything",
    as: "person",
    ours: async (slack) =>
      (await slack.search.everything({ query: "checkout", limit: 3 })).data.flatMap(({ message }) =>
        message ? [bare(message)] : [],
      ),
    theirs: async (web) => {
      const { messages } = (await web.search.all({ query: "checkout", count: 3 })) as {
        messages?: { matches?: object[] };
      };
      return messages?.matches?.map(bare);
    },
  },
  {
    title: "the workspace, emoji, and who one is",
    ours: async (slack) => [(await slack.team.get()).data, (await slack.auth.test()).data.user_id],
    theirs: async (web) => [(await web.team.info()).team, (await web.auth.test()).user_id],
  },
  {
    title: "a canvas, and a change of it",
    ours: async (slack) => {
      const { data } = await slack.canvases.create({ title: "Plan", markdown: "# One" });
      await slack.canvases.update({ ...data, operation: "insert_at_end", markdown: "# Two" });
    },
    theirs: async (web) => {
      const document_content = { type: "markdown", markdown: "# One" } as const;
      const made = await web.canvases.create({ title: "Plan", document_content });
      await web.canvases.edit({
        canvas_id: made.canvas_id!,
        changes: [{ operation: "insert_at_end", document_content: { type: "markdown", markdown: "# Two" } }],
      });
    },
  },
  {
    title: "what is seen on the app's Home tab",
    ours: async (slack, { user }) => void (await slack.views.publish({ user, view: home })),
    theirs: async (web, { user }) => void (await web.views.publish({ user_id: user, view: home })),
  },
];

const home = {
  type: "home" as const,
  blocks: [{ type: "section" as const, text: { type: "mrkdwn" as const, text: "Hello" } }],
};

/** Returns a message without the fields that the connector adds or changes: text, author and time. */
function bare(message: object): object {
  const { text: _text, author: _author, time: _time, ...rest } = message as Record<string, unknown>;
  return rest;
}
