import { expect } from "vitest";
import { type Driver } from "../../sandbox/slack/helpers.ts";
import { refused } from "./bench.ts";
import { asUser, done, one, sample, unknownToken, type Theme } from "./theme.ts";

const note = { id: sample.reminder, text: "x" };

const REMINDER = "Rm07PM5X8C2V";

const asPerson =
  (method: string, args: Record<string, string> = {}) =>
  ({ call, sandbox }: Driver) =>
    call(method, args, sandbox.tokens.user);

export const reminders: Theme = {
  requests: {
    "reminders.list": asUser(one("reminders.list", {}, {}, ["reminders", [note]], "missing_scope")),
    "reminders.get": asUser(
      one(
        "reminders.info",
        { reminder: sample.reminder },
        { reminder: sample.reminder },
        ["reminder", note],
        "not_found",
      ),
    ),
    "reminders.create": asUser(
      one(
        "reminders.add",
        { text: "x", time: "in 5 minutes", recurrence: { frequency: "weekly", weekdays: ["monday"] } },
        { text: "x", time: "in 5 minutes", recurrence: '{"frequency":"weekly","weekdays":["monday"]}' },
        ["reminder", note],
        "cannot_parse",
      ),
    ),
    "reminders.complete": asUser(
      done(
        "reminders.complete",
        { reminder: sample.reminder },
        { reminder: sample.reminder },
        "cannot_complete_recurring",
      ),
    ),
    "reminders.delete": asUser(
      done("reminders.delete", { reminder: sample.reminder }, { reminder: sample.reminder }, "not_found"),
    ),
  },

  cases: {
    "reminders.create: a reminder is listed, read, completed and deleted": async ({
      callAsUser: call,
      user,
      slack,
    }) => {
      const reader = user ?? slack;
      const made = await call("reminders", "create", { text: "Send the report", time: "in 20 minutes" });
      const reminder = made.data.id;
      expect(made.meta.undo).toEqual({ entity: "reminders", action: "delete", params: { reminder } });
      expect((await call("reminders", "list")).data.map(({ id }) => id)).toContain(reminder);
      expect((await call("reminders", "get", { reminder })).data).toMatchObject({ text: "Send the report" });
      await call("reminders", "complete", { reminder });
      expect((await reader.reminders.get({ reminder })).data.complete_ts).toBeGreaterThan(0);
      expect((await call("reminders", "delete", { reminder })).data).toEqual({ reminder });
      expect((await reader.reminders.list()).data.map(({ id }) => id)).not.toContain(reminder);
    },
    "reminders.get: an unknown reminder is an error": async ({ callAsUser: call }) => {
      await refused(call("reminders", "get", { reminder: "Rm0NOWHERE" }), "not_found");
    },
  },

  examples: {
    "reminders.add": {
      success: asPerson("reminders.add", { text: "eat a banana", time: "in 15 minutes" }),
      error: unknownToken("reminders.add"),
    },
    "reminders.list": { success: asPerson("reminders.list"), error: unknownToken("reminders.list") },
    "reminders.info": {
      success: asPerson("reminders.info", { reminder: REMINDER }),
      error: unknownToken("reminders.info"),
    },
    "reminders.complete": {
      success: asPerson("reminders.complete", { reminder: REMINDER }),
      error: unknownToken("reminders.complete"),
    },
    "reminders.delete": {
      success: asPerson("reminders.delete", { reminder: REMINDER }),
      error: unknownToken("reminders.delete"),
    },
  },
};
