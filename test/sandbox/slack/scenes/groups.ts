import type { Driver } from "../helpers.ts";
import { unknownToken, type Scenes } from "./scene.ts";

const ENGINEERS = "S07ENG3R8N5";
const DISABLED = "S07OLD1Q4W7";
const REMINDER = "Rm07PM5X8C2V";

const asPerson =
  (method: string, args: Record<string, string> = {}) =>
  ({ call, sandbox }: Driver) =>
    call(method, args, sandbox.tokens.user);

/** The calls that return the documented examples for user groups and reminders. */
export const groupScenes: Scenes = {
  "usergroups.list": {
    success: ({ call }) => call("usergroups.list", { include_count: "true" }),
    error: unknownToken("usergroups.list"),
  },
  "usergroups.create": {
    success: ({ call }) => call("usergroups.create", { name: "Owl watch" }),
    error: unknownToken("usergroups.create"),
  },
  "usergroups.update": {
    success: ({ call }) => call("usergroups.update", { usergroup: ENGINEERS, name: "Builders" }),
    error: unknownToken("usergroups.update"),
  },
  "usergroups.enable": {
    success: ({ call }) => call("usergroups.enable", { usergroup: DISABLED }),
    error: unknownToken("usergroups.enable"),
  },
  "usergroups.disable": {
    success: ({ call }) => call("usergroups.disable", { usergroup: ENGINEERS }),
    error: unknownToken("usergroups.disable"),
  },
  "usergroups.users.list": {
    success: ({ call }) => call("usergroups.users.list", { usergroup: ENGINEERS }),
    error: unknownToken("usergroups.users.list"),
  },
  "usergroups.users.update": {
    success: ({ call, id }) =>
      call("usergroups.users.update", { usergroup: ENGINEERS, users: id("tom.okafor") }),
    error: unknownToken("usergroups.users.update"),
  },
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
};
