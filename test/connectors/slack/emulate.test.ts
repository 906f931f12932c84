import { testSlack, type Skip } from "../../suites/slack.ts";
import { openEmulate } from "./servers.ts";

/** What emulate 0.12.2 does otherwise than Slack documents it. */
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
];

testSlack("emulate", openEmulate, skips);
