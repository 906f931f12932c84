import type { SeenRequest } from "../google/check-request.ts";

// The part of Google Calendar that no emulator has, as https://developers.google.com/workspace/calendar/api/v3/reference
// describes it: PATCH merges objects, replaces lists, and null takes a field away; an attendee who answers changes only
// the own answer; a deleted event is gone.

type Dict = Record<string, unknown>;
interface Event extends Dict {
  id: string;
}
interface Attendee extends Dict {
  email: string;
}

export const own = "ana@acme.example";
const isDict = (value: unknown): value is Dict => typeof value === "object" && value !== null && !Array.isArray(value); // prettier-ignore

function merged(before: Dict, change: Dict): Dict {
  const out: Dict = { ...before };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete out[name];
    else if (isDict(value)) out[name] = merged(isDict(before[name]) ? before[name] : {}, value);
    else out[name] = value;
  }
  return out;
}

const failure = (status: number, reason: string, message: string) => ({
  status,
  body: { error: { code: status, message, errors: [{ domain: "global", reason, message }] } },
});

export function calendarImitation(events: readonly Event[]) {
  const calendars = new Map<string, { title: string; events: Map<string, Event> }>([
    [own, { title: "Ana", events: new Map(events.map((event) => [event.id, event])) }],
    ["team@group.calendar.google.com", { title: "Team", events: new Map() }],
  ]);
  let count = 0;
  const ok = (body?: unknown) => ({ status: body === undefined ? 204 : 200, body });

  function answer({ method, path, query, body }: SeenRequest): { status: number; body?: unknown } {
    const [, calendarId, sub, eventId, verb] = /^\/calendar\/v3\/calendars(?:\/([^/]+))?(?:\/(events)(?:\/([^/]+))?(?:\/(\w+))?)?$/.exec(path) ?? []; // prettier-ignore
    const given = (body ?? {}) as Dict;
    if (calendarId === undefined) {
      const id = `c${++count}@group.calendar.google.com`;
      calendars.set(id, { title: String(given.summary), events: new Map() });
      return ok({ kind: "calendar#calendar", id, ...given });
    }
    const id = calendarId === "primary" ? own : calendarId;
    const calendar = calendars.get(id);
    if (!calendar) return failure(404, "notFound", "Not Found");
    if (sub === undefined) {
      if (method === "GET") return ok({ kind: "calendar#calendar", id, summary: calendar.title, timeZone: "Europe/Berlin" }); // prettier-ignore
      if (id === own) return failure(400, "invalid", "The primary calendar cannot be deleted.");
      calendars.delete(id);
      return ok();
    }
    const event = calendar.events.get(eventId ?? "");
    if (method === "POST" && eventId === "quickAdd") {
      const text = Object.fromEntries(query).text!;
      const made: Event = { id: `q${++count}`, status: "confirmed", summary: text, organizer: { email: own, self: true } }; // prettier-ignore
      calendar.events.set(made.id, made);
      return ok(made);
    }
    if (!event) return failure(404, "notFound", "Not Found");
    if (verb === "instances") {
      const page = Number(Object.fromEntries(query).pageToken ?? 0);
      const size = Number(Object.fromEntries(query).maxResults);
      const items = Array.from({ length: 3 }, (_, index) => ({ id: `${event.id}_${index}`, recurringEventId: event.id, start: event.start })); // prettier-ignore
      const next = page + size < 3 ? { nextPageToken: String(page + size) } : {};
      return ok({ items: items.slice(page, page + size), ...next });
    }
    if (verb === "move") {
      const destination = Object.fromEntries(query).destination!;
      const to = calendars.get(destination === "primary" ? own : destination);
      if (!to) return failure(404, "notFound", "Not Found");
      calendar.events.delete(event.id);
      to.events.set(event.id, event);
      return ok(event);
    }
    if (method === "DELETE") {
      calendar.events.delete(event.id);
      return ok();
    }
    if (method === "GET") return ok(event);
    const { attendeesOmitted, ...change } = given;
    const attendees = (change.attendees ?? []) as Attendee[];
    const all = (event.attendees ?? []) as Attendee[];
    const answered = attendeesOmitted === true ? { attendees: all.map((one) => ({ ...one, ...attendees.find(({ email }) => email === one.email) })) } : {}; // prettier-ignore
    const changed = merged(event, { ...change, ...answered }) as Event;
    const whens = [changed.start, changed.end] as Dict[];
    if (whens.some((when) => isDict(when) && "date" in when === "dateTime" in when)) return failure(400, "invalid", "Invalid start time."); // prettier-ignore
    calendar.events.set(event.id, changed);
    return ok(changed);
  }
  return { answer, calendars };
}
