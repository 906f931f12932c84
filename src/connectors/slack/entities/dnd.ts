import { action } from "../../../core/contract/action.ts";
import { team, user } from "../params.ts";
import { Snooze } from "../records/people.ts";

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
});
