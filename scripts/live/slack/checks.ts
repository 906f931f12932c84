import { type Dict, at, stringAt } from "../../../src/core/ground/json.ts";
import type { Behaviour } from "../behaviour.ts";
import { NotTried, compared } from "../finding.ts";
import { type SlackAccount, dictsIn } from "./account.ts";

/**
 * Posts a message with a key in its metadata in the named channel, and returns what Slack stores. Deletes the message
 * afterwards.
 */
async function postedMessage({
  place,
  call,
  answer,
}: SlackAccount): Promise<{ stored: Dict; deleted: boolean }> {
  if (place === undefined) throw new NotTried("The check needs the option --channel.");
  const { ts } = await call("chat.postMessage", {
    channel: place,
    text: "A check of agent-connectors",
    metadata: JSON.stringify({ event_type: "live_check", event_payload: { key: "k1" } }),
  });
  const { body } = await answer("conversations.history", {
    channel: place,
    oldest: String(ts),
    latest: String(ts),
    inclusive: true,
    include_all_metadata: true,
    limit: 1,
  });
  const [stored = {}] = dictsIn(at(body, "messages"));
  const deleted = at((await answer("chat.delete", { channel: place, ts: String(ts) })).body, "ok") === true;
  return { stored, deleted };
}

export const slackChecks: readonly Behaviour<SlackAccount>[] = [
  {
    id: "slack/app-message-author",
    decides: "authors",
    actions: ["channel_messages.list", "users.get"],
    assumed:
      "In a message that an app posts with its bot token, `bot_profile.user_id` equals `user`. In a message that an app posts with a person's token, the two ids differ.",
    usedIn: "src/connectors/slack/rows/author.ts",
    sends: "`conversations.history` of up to ten channels, and `users.info` for up to ten authors",
    reads: "`bot_profile.user_id` equals `user` if and only if `users.info` says that this user is a bot.",
    writes: false,
    async check({ call, messages }) {
      const ofApps = (await messages()).filter(
        ({ bot_id, user, bot_profile }) => bot_id && user && bot_profile,
      );
      if (ofApps.length === 0) throw new NotTried("No channel has a message of an app with a user.");
      const seen = { bots: 0, people: 0, wrong: 0 };
      const authors = new Map(ofApps.map((message) => [String(message.user), message]));
      for (const [user, message] of [...authors].slice(0, 10)) {
        const isBot = at(await call("users.info", { user }), "user.is_bot") === true;
        seen[isBot ? "bots" : "people"] += 1;
        if ((stringAt(message, "bot_profile.user_id") === user) !== isBot) seen.wrong += 1;
      }
      return compared(seen.wrong === 0, seen);
    },
  },
  {
    id: "slack/workflow-author",
    decides: "authors",
    actions: ["channel_messages.list"],
    assumed: "A message of a workflow has the workflow's name in `bot_profile.name`.",
    usedIn: "src/connectors/slack/rows/author.ts",
    sends: "`conversations.history` of up to ten channels",
    reads: "Every message with `bot_profile.is_workflow_bot` has `bot_profile.name`, and no `username`.",
    writes: false,
    async check({ messages }) {
      const found = (await messages()).filter(
        (message) => at(message, "bot_profile.is_workflow_bot") === true,
      );
      if (found.length === 0) throw new NotTried("No channel has a message of a workflow.");
      const named = found.filter(
        (message) => stringAt(message, "bot_profile.name") !== undefined && !stringAt(message, "username"),
      );
      return compared(named.length === found.length, { messages: found.length, named: named.length });
    },
  },
  {
    id: "slack/message-found-at-once",
    decides: "duplicates",
    actions: ["messages.create", "messages.delete", "channel_messages.list"],
    assumed:
      "Immediately after a message is posted, `conversations.history` contains the message and its metadata.",
    usedIn: "src/connectors/slack/posting/find-posted-message.ts",
    sends: "`chat.postMessage` with metadata, `conversations.history`, `chat.delete`",
    reads: "The history contains the message. The metadata of the message contains the key that was sent.",
    writes: true,
    async check(account) {
      const { stored, deleted } = await postedMessage(account);
      const found = stored.ts !== undefined;
      const metadata = at(stored, "metadata.event_payload.key") === "k1";
      return compared(found && metadata, { found, metadata, deleted });
    },
  },
];
