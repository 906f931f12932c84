import { noMethod, testSlack, type Skip } from "../../suites/slack.ts";
import { openEmulate } from "./servers.ts";

/** The tests that emulate 0.12.2 cannot pass, because it differs from Slack's documentation. */
const skips: readonly Skip[] = [
  {
    test: "channels.list: a cursor of another list is refused",
    quirk: "a bad cursor silently gives the first page",
  },
  {
    test: "channel_messages.list: between two times",
    quirk: "history ignores oldest, latest and inclusive",
  },
  {
    test: "threads.list: pages give every message once",
    quirk: "replies ignore limit and cursor: one page holds the whole thread",
  },
  {
    test: "threads.list: no such thread",
    quirk: "replies of a ts that is not there are an empty list, not thread_not_found",
  },
  {
    test: "messages.create: a reply shown in the channel too",
    quirk: "a reply with reply_broadcast is not shown in the history",
  },
  {
    test: "messages.create: the platform's warnings are passed on",
    quirk: "text is stored as it came: & is not escaped, so that this text is not too long",
  },
  {
    test: "messages.create: blocks that Slack refuses",
    quirk: "blocks of any type are taken",
  },
  {
    test: "messages.create: a thread that is not there",
    quirk: "any thread_ts is taken, whether or not there is such a message",
  },
  {
    test: "channel_invites.create: with force the others come, and who did not is told",
    quirk: "force is ignored: one user who cannot be invited fails the whole call",
  },
  {
    test: "channel_kicks.create: someone who is not there",
    quirk: "answers user_not_in_channel where Slack documents not_in_channel",
  },
  { test: "users.conversations: where someone is a member", quirk: noMethod },
  { test: "reactions.list: what one reacted to", quirk: noMethod },
  { test: "bots.get: the bot behind the token", quirk: "auth.test names no bot" },
  { test: "dnd.snooze: a later read shows it", quirk: noMethod },
  { test: "dnd.get: someone's", quirk: noMethod },
  { test: "emoji.list: the workspace's own", quirk: noMethod },
  { test: "team.profile_fields: a list", quirk: noMethod },
  { test: "api.test: it answers, and gives back the error that it is asked for", quirk: noMethod },
  { test: "stars.list: what was saved", quirk: noMethod },
  {
    test: "channels.join: a member afterwards; a second time it already is; undo leaves",
    quirk: "joining twice is not told",
  },
  { test: "channel_members.list: ids, page by page", quirk: "members ignores limit and cursor" },
  ...[
    "files.share_public: told by a later read; files.revoke_public takes it back",
    "usergroups.create: listed; undo disables it",
    "usergroups.create: a handle that is taken",
    "usergroups.update: a later list shows it",
    "usergroups.disable: in the list only when asked for; usergroups.enable brings it back",
    "usergroup_members.replace: all of them are those",
    "usergroup_members.list: of no group",
    "usergroups.update: undo puts the description back",
    "usergroup_members.replace: undo puts the members back",
    "reminders.create: listed and read; done; deleted",
    "reminders.get: none",
    "search.messages: what was written, page by page",
    "search.everything: messages and files, page by page",
    "search.files: by name",
    "search.context: as a person",
    "canvases.create: its sections are found; canvases.update adds one; undo deletes it",
    "canvases.delete: gone",
    "auth.teams_list: the token's workspace is among them",
    "canvases.update: one that is not there",
    "blocks.validate: right ones, and wrong ones",
    "search.capabilities: is there a search by meaning",
  ].map((test) => ({ test, quirk: noMethod })),
];

testSlack("emulate", openEmulate, skips);
