import { type Attendee, type Calendar, type Dict, type Event, shown, timeline } from "./state.ts";
import { instantOf, written } from "./times.ts";

/** Returns one page of a list. */
export function page(items: readonly unknown[], { pageToken = "0", maxResults = "250" }: Dict) {
  const from = Number(pageToken);
  const to = from + Number(maxResults);
  return { items: items.slice(from, to), ...(to < items.length ? { nextPageToken: String(to) } : {}) };
}

/** Returns a page of the events that overlap a time and contain all words. */
export function search(calendar: Calendar, query: Dict, zone: string, among: readonly Event[] = timeline(calendar)) {
  const from = query.timeMin === undefined ? -Infinity : Date.parse(String(query.timeMin));
  const to = query.timeMax === undefined ? Infinity : Date.parse(String(query.timeMax));
  const words = String(query.q ?? "").toLowerCase().split(/\s+/);
  const found = among.filter((event) => {
    const { start, end, summary, description, location, attendees = [], organizer, status } = event;
    const people = [...attendees, organizer as Attendee].flatMap(({ email, displayName }) => [email, displayName]);
    const text = [summary, description, location, ...people].join("\n").toLowerCase();
    const isThen = instantOf(end, calendar.timeZone) > from && instantOf(start, calendar.timeZone) < to;
    return status !== "cancelled" && isThen && words.every((word) => text.includes(word));
  });
  return { kind: "calendar#events", timeZone: zone, ...page(found.map((event) => shown(event, zone)), query) };
} // prettier-ignore

/** Returns when calendars are busy. A time is busy unless the event is transparent or the person has declined it. */
export function busyTimes({ timeMin, timeMax, timeZone = "UTC", items }: Dict, find: (id: string) => Calendar | undefined): Dict {
  const zone = String(timeZone);
  const [from, to] = [Date.parse(String(timeMin)), Date.parse(String(timeMax))];
  const entries = (items as { id: string }[]).map(({ id }) => {
    const calendar = find(id);
    if (!calendar) return [id, { errors: [{ domain: "global", reason: "notFound" }], busy: [] }];
    const isBusy = ({ transparency, attendees = [] }: Event) =>
      transparency !== "transparent" && !attendees.some(({ email, responseStatus }) => email === calendar.id && responseStatus === "declined");
    const spans = timeline(calendar)
      .filter(isBusy)
      .map(({ start, end }) => [Math.max(from, instantOf(start, calendar.timeZone)), Math.min(to, instantOf(end, calendar.timeZone))] as const)
      .filter(([start, end]) => start < end);
    const joined: [number, number][] = [];
    for (const [start, end] of spans) {
      const last = joined.at(-1);
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else joined.push([start, end]);
    }
    return [id, { busy: joined.map(([start, end]) => ({ start: written(start, zone), end: written(end, zone) })) }];
  });
  return { kind: "calendar#freeBusy", timeMin, timeMax, calendars: Object.fromEntries(entries) as Dict };
} // prettier-ignore
