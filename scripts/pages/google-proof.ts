import type { Proofs } from "./proof.ts";

const meanings: Proofs["meanings"] = {
  emulated:
    "The request keeps to Google's API description. The package `emulate`, which others wrote, has answered it, and a test has compared the mailbox or the calendar before and after",
  imitated:
    "The request keeps to Google's API description. An imitation of this project, which follows Google's documentation, has answered it",
  documented: "The request keeps to Google's API description",
};

/** The actions of Gmail whose requests no emulator answers. */
const documented: ReadonlySet<string> = new Set(["profile.get"]);

export const gmailProofs: Proofs = {
  meanings,
  of: (name) => (documented.has(name) ? "documented" : "emulated"),
};

/** The actions of Google Calendar that the emulator answers. */
const emulated: ReadonlySet<string> = new Set([
  "calendars.list",
  "events.list",
  "events.create",
  "events.delete",
  "free_busy.get",
  "free_busy.find",
]);

export const googleCalendarProofs: Proofs = {
  meanings,
  of: (name) => (emulated.has(name) ? "emulated" : "imitated"),
};
