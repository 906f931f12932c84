import { type Attendee, type Calendar, type Dict, type Event, findEvent } from "./state.ts";
import { instantOf, type When } from "./times.ts";

/** A refusal of Google, with its reason and its status. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

const isDict = (value: unknown): value is Dict => typeof value === "object" && value !== null && !Array.isArray(value); // prettier-ignore

/** A change merges objects and replaces lists, and null takes a field away. */
export function merged(before: Dict, change: Dict): Dict {
  const out: Dict = { ...before };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete out[name];
    else if (isDict(value)) out[name] = merged(isDict(before[name]) ? before[name] : {}, value);
    else out[name] = value;
  }
  return out;
}

/** Checks the times of an event, and returns the event as it is stored. */
export function stored(event: Dict, calendar: Calendar, own: string): Event {
  const start = storedTime(event.start, calendar, Array.isArray(event.recurrence) && event.recurrence.length > 0); // prettier-ignore
  const end = storedTime(event.end, calendar, false);
  if ((start.date === undefined) !== (end.date === undefined))
    throw new Refusal(
      400,
      "invalid",
      "The start and end times must either both be date or both be dateTime.",
    );
  if (instantOf(end, calendar.timeZone) <= instantOf(start, calendar.timeZone))
    throw new Refusal(400, "timeRangeEmpty", "The specified time range is empty.");
  const { recurrence, ...rest } = event as Event;
  // Google says itself who the person and the organizer are.
  const attendees = rest.attendees?.map(({ self: _self, organizer: _organizer, ...one }): Attendee => ({
    ...one,
    responseStatus: one.responseStatus ?? "needsAction",
    ...(one.email === own ? { self: true } : {}),
    ...(one.email === rest.organizer.email ? { organizer: true } : {}),
  }));
  return {
    ...rest,
    ...(recurrence && recurrence.length > 0 ? { recurrence } : {}),
    ...(attendees ? { attendees } : {}),
    start,
    end,
  };
}

function storedTime(given: unknown, calendar: Calendar, recurs: boolean): When {
  const { date, dateTime, timeZone } = (isDict(given) ? given : {}) as When;
  if ((date === undefined) === (dateTime === undefined)) throw new Refusal(400, "invalid", "Invalid start or end time."); // prettier-ignore
  if (date !== undefined) return { date };
  if (recurs && timeZone === undefined) throw new Refusal(400, "required", "Missing time zone definition for start time."); // prettier-ignore
  if (!/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime!) && timeZone === undefined)
    throw new Refusal(400, "required", "Missing time zone definition.");
  const when = { dateTime: dateTime!, timeZone: timeZone ?? calendar.timeZone };
  return { ...when, dateTime: new Date(instantOf(when, calendar.timeZone)).toISOString() };
}

/** What everybody who is invited can change in the own copy of an event. */
const ownFields = new Set(["attendees", "attendeesOmitted", "reminders", "colorId", "transparency", "visibility"]); // prettier-ignore

/** Changes an event, or only one time of a recurring event. */
export function change(calendar: Calendar, id: string, given: Dict, own: string): { before: Event; after: Event } {
  const before = findEvent(calendar, id);
  if (!before || before.status === "cancelled") throw new Refusal(404, "notFound", "Not Found");
  const { attendeesOmitted, ...fields } = given;
  const isOwner = before.organizer.email === own || before.organizer.email === calendar.id || before["guestsCanModify"] === true; // prettier-ignore
  if (!isOwner && !(attendeesOmitted === true && Object.keys(given).every((name) => ownFields.has(name))))
    throw new Refusal(403, "forbiddenForNonOrganizer", "Shared properties can only be changed by the organizer of the event."); // prettier-ignore
  if (before.recurringEventId !== undefined && "recurrence" in fields)
    throw new Refusal(400, "invalid", "Cannot change the recurrence of an instance.");
  const answers = (fields.attendees ?? []) as Attendee[];
  const people = (before.attendees ?? []).map((one) => ({ ...one, ...answers.find(({ email }) => email === one.email) })); // prettier-ignore
  const after = stored(merged(before, attendeesOmitted === true ? { ...fields, attendees: people } : fields), calendar, own); // prettier-ignore
  if (before.recurringEventId === undefined) {
    calendar.events.set(id, after);
    if ("start" in fields || "end" in fields || "recurrence" in fields) forgetTimes(calendar, id);
  } else calendar.changed.set(id, after);
  return { before, after };
} // prettier-ignore

/** Deletes an event with all its times, or only one time of a recurring event. */
export function remove(calendar: Calendar, id: string): Event {
  const event = findEvent(calendar, id);
  if (!event || event.status === "cancelled") throw new Refusal(410, "deleted", "Resource has been deleted");
  if (event.recurringEventId === undefined) {
    calendar.events.delete(id);
    forgetTimes(calendar, id);
  } else calendar.changed.set(id, { ...event, status: "cancelled" });
  return event;
}

export function forgetTimes(calendar: Calendar, id: string): void {
  for (const [name, { recurringEventId }] of calendar.changed)
    if (recurringEventId === id) calendar.changed.delete(name);
}
