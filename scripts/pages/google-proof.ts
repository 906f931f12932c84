import calendar from "../../src/connectors/google-calendar/connector.json" with { type: "json" };
import gmail from "../../src/connectors/gmail/connector.json" with { type: "json" };
import { proofSection } from "./proof-section.ts";

const meanings = {
  emulated:
    "The request keeps to Google's API description. The package `emulate`, which others wrote, has answered it, and a test has compared the mailbox or the calendar before and after",
  imitated:
    "The request keeps to Google's API description. An imitation of this project, which follows Google's documentation, has answered it",
  documented: "The request keeps to Google's API description",
};

/** The actions of Gmail whose requests no emulator answers. */
const documented: ReadonlySet<string> = new Set(["profile.get"]);

export const gmailProof = (): string =>
  proofSection(gmail.actions, meanings, (name) => (documented.has(name) ? "documented" : "emulated"));

/** The actions of Google Calendar that the emulator answers. */
const emulated: ReadonlySet<string> = new Set([
  "calendars.list",
  "events.list",
  "events.create",
  "events.delete",
  "free_busy.get",
  "free_busy.find",
]);

export const googleCalendarProof = (): string =>
  proofSection(calendar.actions, meanings, (name) => (emulated.has(name) ? "emulated" : "imitated"));
