import { action } from "../../../core/contract/action.ts";
import { team, user } from "../params.ts";
import { Snooze } from "../records/people.ts";

export const get = action({
  description: "When does someone not want to be disturbed? The token's own user unless user says who.",
  params: (z) => ({ user: user(z).optional(), team_id: team(z) }),
  result: Snooze,
  effect: "read",
  calls: "dnd.info",
  example: { user: "U012AB3CD" },
});

export const snooze = action({
  description: "Silence the user's own notifications for some minutes; user tokens only.",
  params: (z) => ({ num_minutes: z.int().min(1).max(1440) }),
  result: Snooze,
  effect: "write",
  calls: "dnd.setSnooze",
  example: { num_minutes: 60 },
});
