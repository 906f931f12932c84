import file from "../../src/connectors/google-calendar/connector.json" with { type: "json" };
import { proofSection } from "./google-proof.ts";

/** The actions that the emulator answers. */
const emulated: ReadonlySet<string> = new Set([
  "calendars.list",
  "events.list",
  "events.create",
  "events.delete",
  "free_busy.get",
  "free_busy.find",
]);

export const googleCalendarProof = (): string =>
  proofSection(file.actions, (name) => (emulated.has(name) ? "emulated" : "imitated"));
