import { action } from "../../../core/contract/action.ts";
import type { GuardRead } from "../../../core/contract/judgement.ts";
import { isDict } from "../../../core/ground/json.ts";
import { team, user } from "../params.ts";
import { Snooze } from "../records/people.ts";
import { currentRecord } from "../undo/current-record.ts";

export const get = action({
  description: "Get a person's do-not-disturb times. Default: the token's user.",
  params: (z) => ({ user: user(z).optional(), team_id: team(z) }),
  result: Snooze,
  effect: "read",
  calls: "dnd.info",
  example: { user: "U012AB3CD" },
});

export const snooze = action({
  description: "Mute the user's own notifications for some minutes. Needs a user token.",
  params: (z) => ({ num_minutes: z.int().min(1).max(1440) }),
  result: Snooze,
  effect: "write",
  calls: "dnd.setSnooze",
  example: { num_minutes: 60 },
  reads: ["dnd.get"],
  async preview({ num_minutes }, read) {
    const before = await minutesLeft(read);
    return { ...(before === undefined ? {} : { before: { num_minutes: before } }), after: { num_minutes } };
  },
  undo: (_params, _data, before) => restore(before),
});

export const end_snooze = action({
  description: "Unmute the user's own notifications: end the snooze. Needs a user token.",
  params: () => ({}),
  result: Snooze,
  effect: "write",
  calls: "dnd.endSnooze",
  example: {},
  reads: ["dnd.get"],
  async preview(_params, read) {
    const before = await minutesLeft(read);
    return {
      ...(before === undefined ? {} : { before: { num_minutes: before } }),
      after: { num_minutes: 0 },
    };
  },
  undo: (_params, _data, before) => (minutesOf(before) === 0 ? undefined : restore(before)),
});

/** Returns the minutes until the snooze of the token's user ends, or 0 without a snooze. */
async function minutesLeft(read: GuardRead): Promise<number | undefined> {
  const record = await currentRecord(read, ["dnd", "get", {}]);
  if (record?.snooze_enabled === false) return 0;
  const seconds = record?.snooze_remaining;
  return typeof seconds === "number" ? Math.max(1, Math.ceil(seconds / 60)) : undefined;
}

const minutesOf = (before: unknown): unknown => (isDict(before) ? before.num_minutes : undefined);

function restore(before: unknown) {
  const num_minutes = minutesOf(before);
  if (typeof num_minutes !== "number") return undefined;
  return num_minutes === 0
    ? { entity: "dnd", action: "end_snooze", params: {} }
    : { entity: "dnd", action: "snooze", params: { num_minutes } };
}
