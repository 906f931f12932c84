import type { Operations } from "../../../core/contract/wire/operation.ts";
import { readAny } from "./conversations.ts";
import { cursors, forUsers, method } from "./method.ts";
import { tier2, tier3, tier4 } from "./rate-tiers.ts";

const groups = ["usergroups:write"];
/** Without this scope, records of people have no e-mail addresses. */
const email = { bot: ["users:read.email"], user: ["users:read.email"] };

export const people = {
  "bots.info": method("bots.info", tier3, ["users:read"]),
  "dnd.endSnooze": forUsers("dnd.endSnooze", tier2, ["dnd:write"], { already: ["snooze_not_active"] }),
  "dnd.info": method("dnd.info", tier3, ["dnd:read"]),
  "dnd.setSnooze": forUsers("dnd.setSnooze", tier2, ["dnd:write"]),
  "reminders.add": forUsers("reminders.add", tier2, ["reminders:write"]),
  "reminders.complete": forUsers("reminders.complete", tier2, ["reminders:write"]),
  "reminders.delete": forUsers("reminders.delete", tier2, ["reminders:write"]),
  "reminders.info": forUsers("reminders.info", tier2, ["reminders:read"]),
  "reminders.list": forUsers("reminders.list", tier2, ["reminders:read"]),
  "usergroups.create": method("usergroups.create", tier2, groups),
  "usergroups.disable": method("usergroups.disable", tier2, groups, undefined, {
    already: ["already_disabled"],
  }),
  "usergroups.enable": method("usergroups.enable", tier2, groups, undefined, {
    already: ["already_enabled"],
  }),
  "usergroups.list": method("usergroups.list", tier2, ["usergroups:read"]),
  "usergroups.update": method("usergroups.update", tier2, groups),
  "usergroups.users.list": method("usergroups.users.list", tier2, ["usergroups:read"]),
  "usergroups.users.update": method("usergroups.users.update", tier2, groups),
  "users.conversations": method("users.conversations", tier3, readAny, readAny, { paging: cursors(100) }),
  "users.getPresence": method("users.getPresence", tier3, ["users:read"]),
  "users.info": method("users.info", tier4, ["users:read"], undefined, { moreScopes: email }),
  "users.list": method("users.list", tier2, ["users:read"], undefined, {
    paging: cursors(100),
    moreScopes: email,
  }),
  "users.lookupByEmail": method("users.lookupByEmail", tier3, ["users:read.email"]),
  "users.profile.get": method("users.profile.get", tier4, ["users.profile:read"], undefined, {
    moreScopes: email,
  }),
  "users.profile.set": forUsers("users.profile.set", tier3, ["users.profile:write"]),
  "users.setPresence": method("users.setPresence", tier2, ["users:write"]),
} satisfies Operations;
