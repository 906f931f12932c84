import { postSystemMessage } from "../system-messages.ts";
import { findItem, findRoom, requireMember } from "../call/call.ts";
import { messageRecord, permalink } from "../records/message.ts";
import { refusal } from "../call/refusal.ts";
import { findMessage } from "../workspace.ts";
import type { Method } from "../call/method.ts";
import { TIER_2 } from "../call/rate-limits.ts";
import { anyToken } from "../call/scopes.ts";

const MAX_PINS = 100;

export const pins: Record<string, Method> = {
  "pins.add": {
    scopes: anyToken("pins:write"),
    rate: TIER_2,
    required: ["channel"],
    run: (call) => {
      const { room, message } = findItem(call);
      requireMember(call, room);
      if (room.pins.some((pin) => pin.ts === message.ts)) throw refusal("already_pinned");
      if (room.pins.length >= MAX_PINS) throw refusal("too_many_pins");
      if (message.subtype === "tombstone") throw refusal("not_pinnable");
      room.pins.unshift({ ts: message.ts, created: call.workspace.seconds(), created_by: call.actor.id });
      postSystemMessage(call, room, "pinned_item", "pinned a message to this channel.");
      return {};
    },
  },

  "pins.remove": {
    scopes: anyToken("pins:write"),
    rate: TIER_2,
    required: ["channel"],
    run: (call) => {
      const { room, message } = findItem(call);
      if (!room.pins.some((pin) => pin.ts === message.ts)) throw refusal("no_pin");
      room.pins = room.pins.filter((pin) => pin.ts !== message.ts);
      return {};
    },
  },

  "pins.list": {
    scopes: anyToken("pins:read"),
    rate: TIER_2,
    required: ["channel"],
    formOnly: true,
    run: (call) => {
      const { workspace } = call;
      const room = findRoom(call);
      return {
        items: room.pins.flatMap(({ ts, created, created_by }) => {
          const message = findMessage(room, ts);
          if (!message) return [];
          return [
            {
              type: "message",
              channel: room.channel.id,
              created,
              created_by,
              message: {
                ...messageRecord(workspace, room, message),
                permalink: permalink(workspace, room, message),
              },
            },
          ];
        }),
      };
    },
  },
};
