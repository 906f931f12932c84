import { change, forgetTimes, Refusal, remove, stored } from "./changes.ts";
import { busyTimes, page, search } from "./reading.ts";
import { type Attendee, type Calendar, type Dict, type Event, findEvent, shown, singleTimes } from "./state.ts"; // prettier-ignore

// The Google Calendar of one person, as https://developers.google.com/workspace/calendar/api/v3/reference describes it.
// No emulator has recurring events, answers and changes.

export interface Request {
  method: string;
  path: string;
  query: readonly (readonly [string, string])[];
  body: unknown;
}

/** A calendar of the person. `id`: an address. `busyOnly`: a calendar of somebody else. */
export interface CalendarSeed {
  id: string;
  title: string;
  timeZone?: string | undefined;
  busyOnly?: boolean | undefined;
  events: readonly Dict[];
}

/** An e-mail to a guest. */
export interface Mail {
  to: string;
  about: string;
  says: "invitation" | "change" | "cancellation" | "answer";
}

export type CalendarPlatform = ReturnType<typeof calendarPlatform>;

/** The first calendar is the primary one, whose id is the person's address. */
export function calendarPlatform(seeds: readonly CalendarSeed[]) {
  const own = seeds[0]!.id;
  const calendars = new Map<string, Calendar>();
  const mails: Mail[] = [];
  let count = 0;
  for (const { id, title, timeZone = "Europe/Berlin", busyOnly = false, events } of seeds) {
    const calendar: Calendar = { id, title, timeZone, busyOnly, events: new Map(), changed: new Map() };
    calendars.set(id, calendar);
    for (const event of events) calendar.events.set(String(event.id), created(event, calendar));
  }

  function created(event: Dict, calendar: Calendar): Event {
    const isOwn = calendar.id === own;
    const organizer = { email: calendar.id, ...(isOwn ? { self: true } : {}) };
    const status = { status: "confirmed", eventType: "default", organizer };
    return stored({ ...status, ...event, id: event.id ?? `new${++count}` }, calendar, own);
  }

  /** `sendUpdates` says which guests get an e-mail. Without it nobody gets one. */
  function tell(query: Dict, event: Event, says: Mail["says"], people = event.attendees ?? []): void {
    const { sendUpdates } = query;
    const host = own.slice(own.indexOf("@"));
    const told = people.filter(({ email, self, resource }) => !self && resource !== true && (sendUpdates === "all" || (sendUpdates === "externalOnly" && !email.endsWith(host)))); // prettier-ignore
    mails.push(...told.map(({ email }) => ({ to: email, about: event.summary ?? "", says })));
  }

  function find(id: string | undefined): Calendar {
    const calendar = calendars.get(id === "primary" ? own : String(id));
    if (!calendar || calendar.busyOnly) throw new Refusal(404, "notFound", "Not Found");
    return calendar;
  }

  function answered({ method, path, query: pairs, body }: Request): unknown {
    const query: Dict = Object.fromEntries(pairs);
    const given = (body ?? {}) as Dict;
    const parts = path.replace(/^\/calendar\/v3\//, "").split("/");
    if (parts.join("/") === "users/me/calendarList") {
      const seen = [...calendars.values()].filter(({ busyOnly }) => !busyOnly);
      const items = seen.map(({ id, title: summary, timeZone }) => ({ id, summary, timeZone, accessRole: "owner", ...(id === own ? { primary: true } : {}) })); // prettier-ignore
      return page(items, query);
    }
    if (parts[0] === "freeBusy") return busyTimes(given, (id) => calendars.get(id === "primary" ? own : id));
    const [, calendarId, , eventId, verb] = parts;
    if (calendarId === undefined) {
      const id = `c${++count}@group.calendar.google.com`;
      const { summary: title, timeZone = "UTC" } = given as { summary: string; timeZone?: string };
      calendars.set(id, { id, title, timeZone, busyOnly: false, events: new Map(), changed: new Map() });
      return { kind: "calendar#calendar", id, summary: title, timeZone };
    }
    const calendar = find(calendarId);
    const zone = String(query.timeZone ?? calendar.timeZone);
    if (parts.length === 2) {
      if (method === "GET") return { kind: "calendar#calendar", id: calendar.id, summary: calendar.title, timeZone: calendar.timeZone }; // prettier-ignore
      if (calendar.id === own) throw new Refusal(400, "invalid", "The primary calendar cannot be deleted.");
      return void calendars.delete(calendar.id);
    }
    if (eventId === undefined && method === "GET") return search(calendar, query, zone);
    if (eventId === undefined || eventId === "quickAdd") {
      // The program does not read the time in a sentence.
      const tomorrow = {
        start: { dateTime: "2026-12-02T12:00:00Z" },
        end: { dateTime: "2026-12-02T13:00:00Z" },
      };
      const event = created(eventId === undefined ? given : { summary: query.text, ...tomorrow }, calendar);
      if (calendar.events.has(event.id)) throw new Refusal(409, "duplicate", "The requested identifier already exists."); // prettier-ignore
      calendar.events.set(event.id, event);
      tell(query, event, "invitation");
      return shown(event, zone);
    }
    if (method === "DELETE") return tell(query, remove(calendar, eventId), "cancellation");
    if (method === "PATCH") {
      const { before, after } = change(calendar, eventId, given, own);
      const had = (people: readonly Attendee[] = [], { email }: Attendee) =>
        people.some((one) => one.email === email);
      const { attendees = [], organizer } = after;
      if (given.attendeesOmitted === true) tell(query, after, "answer", [organizer]);
      else {
        tell(query, after, "invitation", attendees.filter((one) => !had(before.attendees, one))); // prettier-ignore
        tell(query, after, "change", attendees.filter((one) => had(before.attendees, one))); // prettier-ignore
        tell(query, after, "cancellation", before.attendees?.filter((one) => !had(attendees, one))); // prettier-ignore
      }
      return shown(after, zone);
    }
    const event = findEvent(calendar, eventId);
    if (!event) throw new Refusal(404, "notFound", "Not Found");
    if (verb === "instances") return search(calendar, query, zone, singleTimes(calendar, event));
    if (verb === "move") {
      const to = find(String(query.destination));
      calendar.events.delete(event.id);
      forgetTimes(calendar, event.id);
      const organizer = event.organizer.email === calendar.id ? { email: to.id, ...(to.id === own ? { self: true } : {}) } : event.organizer; // prettier-ignore
      to.events.set(event.id, { ...event, organizer });
      return shown({ ...event, organizer }, zone);
    }
    return shown(event, zone);
  }

  /** Answers a request as Google does. */
  function answer(request: Request): { status: number; body?: unknown } {
    try {
      const body = answered(request);
      return body === undefined ? { status: 204 } : { status: 200, body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, reason, message } = error;
      return { status, body: { error: { code: status, message, errors: [{ domain: "global", reason, message }] } } }; // prettier-ignore
    }
  }
  return { answer, calendars, mails, own };
}
