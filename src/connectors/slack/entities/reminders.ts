import { action, listAction } from "../../../core/contract/action.ts";
import { reminder, team } from "../params.ts";
import { Reminder } from "../records/people.ts";
import { isoTime } from "../text/markup-to-text.ts";
import { currentRecord } from "../undo/current-record.ts";
import { withoutUndefined } from "../undo/undo-data.ts";
import { shows } from "../rows/written-row.ts";

// Reminders belong to a user, so these actions do not accept bot tokens.

export const list = listAction({
  description: "List the user's reminders. Needs a user token.",
  params: (z) => ({ team_id: team(z) }),
  result: Reminder,
  calls: "reminders.list",
  pick: "reminders",
  example: {},
});

export const get = action({
  description: "Get one reminder. Needs a user token.",
  params: (z) => ({ reminder: reminder(z), team_id: team(z) }),
  result: Reminder,
  effect: "read",
  calls: "reminders.info",
  pick: "reminder",
  example: { reminder: "Rm012AB3CD" },
});

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

export const create = action({
  description: "Remind the token's user. Needs a user token.",
  params: (z) => ({
    text: z.string().min(1).max(4000),
    time: z
      .string()
      .min(1)
      .max(200)
      .describe("ISO time with its zone, seconds since 1970, or words such as in 15 minutes"),
    recurrence: z
      .strictObject({
        frequency: z.enum(["daily", "weekly", "monthly", "yearly"]),
        weekdays: z.array(z.enum(days)).optional(),
      })
      .optional()
      .meta({ rare: true }),
    team_id: team(z),
  }),
  result: Reminder,
  view: shows("id", "time"),
  effect: "write",
  calls: "reminders.add",
  pick: "reminder",
  example: { text: "Send the report", time: "tomorrow at 9am" },
  undo: ({ team_id }, { id }) =>
    typeof id === "string"
      ? { entity: "reminders", action: "delete", params: withoutUndefined({ reminder: id, team_id }) }
      : undefined,
});

export const complete = action({
  description: "Mark a reminder as done. Needs a user token.",
  params: (z) => ({ reminder: reminder(z), team_id: team(z) }),
  result: (z) => z.object({ reminder: z.string() }),
  effect: "write",
  calls: "reminders.complete",
  echo: ["reminder"],
  example: { reminder: "Rm012AB3CD" },
});

const remove = action({
  description: "Delete a reminder. Needs a user token.",
  params: (z) => ({ reminder: reminder(z), team_id: team(z) }),
  result: (z) => z.object({ reminder: z.string() }),
  effect: "destructive",
  calls: "reminders.delete",
  echo: ["reminder"],
  example: { reminder: "Rm012AB3CD" },
  reads: ["reminders.get"],
  async preview({ reminder: which, team_id }, read) {
    const record = await currentRecord(read, [
      "reminders",
      "get",
      withoutUndefined({ reminder: which, team_id }),
    ]);
    return record ? { before: { text: record.text, time: isoTime(record.time) } } : {};
  },
});
export { remove as delete };
