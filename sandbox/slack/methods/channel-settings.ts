import { addMember, postSystemMessage } from "../system-messages.ts";
import {
  type Call,
  findScopedRoom,
  isMember,
  isStaff,
  requireNotArchived,
  requireKind,
  requireMember,
  requireScope,
} from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { channelRecord, readingRecord } from "../records/channel.ts";
import { refusal } from "../call/refusal.ts";
import { type Room, addRoom } from "../workspace.ts";
import type { Method } from "../call/method.ts";
import { TIER_2 } from "../call/rate-limits.ts";
import { MANAGING, TOPICS } from "../call/scopes.ts";

const MAX_NAME = 80;

const MAX_NOTE = 250;

export const channelSettings: Record<string, Method> = {
  "conversations.create": {
    scopes: MANAGING,
    rate: TIER_2,
    run: (call) => {
      const { workspace, actor, args } = call;
      const kind = args.flag("is_private") ? "private_channel" : "public_channel";
      requireScope(call, kind);
      const room = addRoom(workspace, {
        name: readName(call),
        id: workspace.newId("C0"),
        kind,
        creator: actor.id,
        created: workspace.seconds(),
        members: [],
      });
      addMember(call, room, actor.id);
      return {
        channel: {
          ...channelRecord(workspace, room, actor),
          ...readingRecord(workspace, room, actor),
          last_read: "0000000000.000000",
          latest: null,
          priority: 0,
        },
      };
    },
  },

  "conversations.rename": {
    scopes: MANAGING,
    rate: TIER_2,
    required: ["channel", "name"],
    run: (call) => {
      const room = findScopedRoom(call);
      requireKind(room, "public_channel", "private_channel");
      requireMember(call, room);
      requireNotArchived(room);
      if (room.channel.creator !== call.actor.id && !isStaff(call.actor)) throw refusal("not_authorized");
      const name = readName(call, room);
      const old_name = room.channel.name;
      if (name !== old_name) {
        room.channel.previous_names.unshift(old_name);
        room.channel.name = name;
        setUpdated(call, room);
        postSystemMessage(
          call,
          room,
          "channel_name",
          `has renamed the channel from "${old_name}" to "${name}"`,
          {
            old_name,
            name,
          },
        );
      }
      const { last_read } = readingRecord(call.workspace, room, call.actor);
      return {
        channel: {
          ...channelRecord(call.workspace, room, call.actor),
          last_read,
          num_members: room.channel.members.length,
          locale: "en-US",
        },
      };
    },
  },

  "conversations.setTopic": {
    scopes: TOPICS,
    rate: TIER_2,
    required: ["channel", "topic"],
    mayBeEmpty: ["topic"],
    run: (call) => setNote(call, "topic"),
  },
  "conversations.setPurpose": {
    scopes: TOPICS,
    rate: TIER_2,
    required: ["channel", "purpose"],
    mayBeEmpty: ["purpose"],
    run: (call) => setNote(call, "purpose"),
  },

  "conversations.archive": {
    scopes: MANAGING,
    rate: TIER_2,
    required: ["channel"],
    run: (call) => {
      const room = findScopedRoom(call);
      requireKind(room, "public_channel", "private_channel");
      if (room.channel.is_general) throw refusal("cant_archive_general");
      if (room.channel.is_archived) throw refusal("already_archived");
      requireMember(call, room);
      postSystemMessage(call, room, "channel_archive", "archived the channel", {
        members: [...room.channel.members],
      });
      room.channel.is_archived = true;
      setUpdated(call, room);
      return {};
    },
  },

  "conversations.unarchive": {
    scopes: MANAGING,
    rate: TIER_2,
    required: ["channel"],
    run: (call) => {
      const room = findScopedRoom(call);
      requireKind(room, "public_channel", "private_channel");
      if (!room.channel.is_archived) throw refusal("not_archived");
      // Slack refuses bots, because archiving a channel removes its bots. A person becomes a member of the channel.
      // https://api.slack.com/methods/conversations.unarchive https://github.com/slack-go/slack/issues/1066
      if (call.token.kind === "bot") throw refusal("not_in_channel");
      room.channel.is_archived = false;
      setUpdated(call, room);
      if (!isMember(room, call.actor)) room.channel.members.push(call.actor.id);
      postSystemMessage(call, room, "channel_unarchive", "un-archived the channel");
      return {};
    },
  },
};

function setNote(call: Call, field: "topic" | "purpose"): Fields {
  const room = findScopedRoom(call);
  requireMember(call, room);
  requireNotArchived(room);
  const value = call.args.text(field) ?? "";
  if (value.length > MAX_NOTE) throw refusal("too_long");
  room.channel[field] = { value, creator: call.actor.id, last_set: call.workspace.seconds() };
  setUpdated(call, room);
  const text = value === "" ? `cleared the channel ${field}` : `set the channel ${field}: ${value}`;
  postSystemMessage(call, room, `channel_${field}`, text, { [field]: value });
  const record = channelRecord(call.workspace, room, call.actor);
  return { channel: { ...record, ...readingRecord(call.workspace, room, call.actor) }, [field]: value };
}

/** Reads a name. Throws if the name is invalid, or if another channel has it, even an archived or private one. */
function readName({ workspace, args }: Call, itself?: Room): string {
  const name = args.text("name") ?? "";
  if (name.trim() === "") throw refusal("invalid_name_required");
  if (name.length > MAX_NAME) throw refusal("invalid_name_maxlength");
  if (/^[\p{P}\p{S}]+$/u.test(name)) throw refusal("invalid_name_punctuation");
  if (!/^[\p{L}\p{M}\p{N}_-]+$/u.test(name) || name !== name.toLowerCase())
    throw refusal("invalid_name_specials");
  for (const room of workspace.rooms.values()) {
    if (room !== itself && room.channel.name === name) throw refusal("name_taken");
  }
  return name;
}

function setUpdated(call: Call, room: Room): void {
  room.updated = call.workspace.clock.now();
}
