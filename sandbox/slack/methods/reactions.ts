import { EMOJI_NAMES } from "../content/emoji-names.ts";
import { findItem, isMember, requireNotArchived, type Call } from "../call/call.ts";
import { messageRecord, permalink } from "../records/message.ts";
import { refusal } from "../call/refusal.ts";
import type { Message } from "../types.ts";
import type { Method } from "../call/method.ts";
import { TIER_2, TIER_3 } from "../call/rate-limits.ts";
import { anyToken } from "../call/scopes.ts";

const MAX_KINDS = 50;

export const reactions: Record<string, Method> = {
  "reactions.add": {
    scopes: anyToken("reactions:write"),
    rate: TIER_3,
    required: ["name"],
    run: (call) => {
      const { room, message } = findItem(call);
      const name = readName(call);
      requireNotArchived(room);
      // Slack returns this error, but does not document it. https://github.com/HubSpot/slack-client/pull/356
      if (call.token.kind === "bot" && !isMember(room, call.actor)) throw refusal("not_in_channel");
      if (message.subtype === "tombstone") throw refusal("not_reactable");
      const reactions = (message.reactions ??= []);
      const found = reactions.find((each) => each.name === name);
      if (found?.users.includes(call.actor.id)) throw refusal("already_reacted");
      if (!found && reactions.length >= MAX_KINDS) throw refusal("too_many_emoji");
      if (found) {
        found.users.push(call.actor.id);
        found.count += 1;
      } else {
        reactions.push({ name, users: [call.actor.id], count: 1 });
      }
      return {};
    },
  },

  "reactions.remove": {
    scopes: anyToken("reactions:write"),
    rate: TIER_2,
    required: ["name"],
    run: (call) => {
      const { message } = findItem(call);
      const name = readName(call);
      const found = message.reactions?.find((each) => each.name === name);
      if (!found?.users.includes(call.actor.id)) throw refusal("no_reaction");
      found.users = found.users.filter((user) => user !== call.actor.id);
      found.count -= 1;
      if (found.count === 0) dropReaction(message, name);
      return {};
    },
  },

  "reactions.get": {
    scopes: anyToken("reactions:read"),
    rate: TIER_3,
    formOnly: true,
    run: (call) => {
      const { room, message } = findItem(call);
      return {
        type: "message",
        channel: room.channel.id,
        message: {
          ...messageRecord(call.workspace, room, message),
          team: message["team"] ?? call.workspace.team.id,
          permalink: permalink(call.workspace, room, message),
        },
      };
    },
  },
};

/** Reads the name of an emoji. Refuses a name that is neither a standard emoji nor an emoji of the workspace. */
function readName({ workspace, args }: Call): string {
  const name = args.text("name") ?? "";
  const plain = name.replace(/::skin-tone-[2-6]$/, "");
  if (!EMOJI_NAMES.has(plain) && !Object.hasOwn(workspace.emoji, name)) throw refusal("invalid_name");
  return name;
}

function dropReaction(message: Message, name: string): void {
  const left = (message.reactions ?? []).filter((each) => each.name !== name);
  if (left.length > 0) message.reactions = left;
  else delete message.reactions;
}
