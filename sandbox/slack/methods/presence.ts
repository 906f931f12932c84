import { type Call, findUser } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { timeZone } from "../records/user.ts";
import { refusal } from "../call/refusal.ts";
import type { User } from "../types.ts";
import type { Method } from "../call/method.ts";
import { TIER_2, TIER_3 } from "../call/rate-limits.ts";
import { anyToken, userToken } from "../call/scopes.ts";

const DAY = 86_400;

/** Seconds after midnight. Notifications are off from 22:00 to 8:00 in the user's time zone. */
const NIGHT_STARTS = 22 * 3600;

const NIGHT_LENGTH = 10 * 3600;

/** A guess, because Slack documents only the error. */
const MAX_SNOOZE_MINUTES = 30 * 24 * 60;

/** Methods for presence and for snoozed notifications. */
export const presence: Record<string, Method> = {
  "users.getPresence": {
    scopes: anyToken("users:read"),
    rate: TIER_3,
    formOnly: true,
    run: (call) => {
      const user = findAsked(call);
      const manual_away = call.workspace.away.has(user.id);
      const away = manual_away || user.deleted || user.presence === "away";
      const shown = { presence: away ? "away" : "active" };
      if (user !== call.actor) return shown;
      return {
        ...shown,
        online: true,
        auto_away: false,
        manual_away,
        connection_count: 1,
        last_activity: call.workspace.seconds(),
      };
    },
  },

  "users.setPresence": {
    scopes: anyToken("users:write"),
    rate: TIER_2,
    required: ["presence"],
    run: ({ workspace, args, actor }) => {
      const wanted = args.text("presence");
      if (wanted === "away") workspace.away.add(actor.id);
      else if (wanted === "auto") workspace.away.delete(actor.id);
      else throw refusal("invalid_presence");
      return {};
    },
  },

  "dnd.info": {
    scopes: anyToken("dnd:read"),
    rate: TIER_3,
    formOnly: true,
    run: (call) => {
      const user = findAsked(call);
      const { workspace } = call;
      return {
        ...(user.is_bot
          ? { dnd_enabled: false, next_dnd_start_ts: 1, next_dnd_end_ts: 1 }
          : quietHours(user, workspace.seconds())),
        // No user can see the snooze of another user.
        ...(user === call.actor ? snoozeOf(call) : {}),
      };
    },
  },

  "dnd.setSnooze": {
    scopes: userToken("dnd:write"),
    rate: TIER_2,
    run: (call) => {
      const asked = call.args.text("num_minutes");
      if (!asked) throw refusal("missing_duration");
      const minutes = Number(asked);
      if (!Number.isInteger(minutes) || minutes < 0) throw refusal("snooze_failed");
      if (minutes > MAX_SNOOZE_MINUTES) throw refusal("too_long");
      call.workspace.snoozes.set(call.actor.id, call.workspace.seconds() + minutes * 60);
      return { ...snoozeOf(call), snooze_is_indefinite: false };
    },
  },

  "dnd.endSnooze": {
    scopes: userToken("dnd:write"),
    rate: TIER_2,
    run: (call) => {
      const { workspace, actor } = call;
      if ((workspace.snoozes.get(actor.id) ?? 0) <= workspace.seconds()) throw refusal("snooze_not_active");
      workspace.snoozes.delete(actor.id);
      return { ...quietHours(actor, workspace.seconds()), snooze_enabled: false };
    },
  },
};

function findAsked(call: Call): User {
  const asked = call.args.text("user");
  return asked ? findUser(call, asked, () => refusal("user_not_found")) : call.actor;
}

function snoozeOf({ workspace, actor }: Call): Fields {
  const left = (workspace.snoozes.get(actor.id) ?? 0) - workspace.seconds();
  if (left <= 0) return { snooze_enabled: false };
  return {
    snooze_enabled: true,
    snooze_endtime: workspace.seconds() + left,
    snooze_remaining: left,
    snooze_is_indefinite: false,
  };
}

function quietHours(user: User, now: number): Fields {
  const { offset } = timeZone(user);
  let start = Math.floor((now + offset) / DAY) * DAY + NIGHT_STARTS - offset;
  // After midnight, the current quiet hours have begun on the day before.
  if (start - DAY + NIGHT_LENGTH > now) start -= DAY;
  return { dnd_enabled: true, next_dnd_start_ts: start, next_dnd_end_ts: start + NIGHT_LENGTH };
}
