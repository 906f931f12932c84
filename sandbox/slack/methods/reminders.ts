import type { Reminder } from "../feature-types.ts";
import type { Call } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { timeZone } from "../records/user.ts";
import { refusal } from "../call/refusal.ts";
import { readReminderTime } from "../reminder-time.ts";
import type { Method } from "../call/method.ts";
import { TIER_2 } from "../call/rate-limits.ts";
import { userToken } from "../call/scopes.ts";

export const reminders: Record<string, Method> = {
  "reminders.add": {
    scopes: userToken("reminders:write"),
    rate: TIER_2,
    required: ["text", "time"],
    run: ({ workspace, args, actor }) => {
      const whom = args.text("user") || actor.id;
      const user = workspace.users.get(whom);
      if (!user) throw refusal("user_not_found");
      if (user.id === "USLACKBOT") throw refusal("cannot_add_slackbot");
      if (user.is_bot) throw refusal("cannot_add_bot");
      // Since 2023, no user can set a reminder for another user. Slack still returns this older error code.
      if (user !== actor) throw refusal("cannot_add_others");
      const due = readReminderTime(args.text("time") ?? "", workspace.seconds(), timeZone(actor).offset);
      if (!due) throw refusal("cannot_parse");
      const reminder: Reminder = {
        id: workspace.newId("Rm0"),
        creator: actor.id,
        user: user.id,
        text: args.text("text") ?? "",
        ...due,
        complete_ts: 0,
      };
      workspace.reminders.set(reminder.id, reminder);
      return { reminder: reminderRecord(reminder) };
    },
  },

  "reminders.list": {
    scopes: userToken("reminders:read"),
    rate: TIER_2,
    formOnly: true,
    run: (call) => ({
      reminders: [...call.workspace.reminders.values()]
        .filter((reminder) => concerns(call, reminder))
        .map(reminderRecord),
    }),
  },

  "reminders.info": {
    scopes: userToken("reminders:read"),
    rate: TIER_2,
    required: ["reminder"],
    formOnly: true,
    run: (call) => ({ reminder: reminderRecord(findReminder(call)) }),
  },

  "reminders.complete": {
    scopes: userToken("reminders:write"),
    rate: TIER_2,
    required: ["reminder"],
    run: (call) => {
      const reminder = findReminder(call);
      if (reminder.recurring) throw refusal("cannot_complete_recurring");
      if (reminder.user !== call.actor.id) throw refusal("cannot_complete_others");
      reminder.complete_ts = call.workspace.seconds();
      return {};
    },
  },

  "reminders.delete": {
    scopes: userToken("reminders:write"),
    rate: TIER_2,
    required: ["reminder"],
    run: (call) => {
      call.workspace.reminders.delete(findReminder(call).id);
      return {};
    },
  },
};

const concerns = ({ actor }: Call, { user, creator }: Reminder): boolean =>
  user === actor.id || creator === actor.id;

function findReminder(call: Call): Reminder {
  const reminder = call.workspace.reminders.get(call.args.text("reminder") ?? "");
  if (!reminder || !concerns(call, reminder)) throw refusal("not_found");
  return reminder;
}

/** Returns the record of a reminder. Leaves out `time` and `complete_ts` if the reminder is recurring. */
function reminderRecord({ time, complete_ts, ...rest }: Reminder): Fields {
  return rest.recurring ? rest : { ...rest, time, complete_ts };
}
