import { type Occurrence, occurrencesOf } from "./series.ts";
import { instantOf, type When, written } from "./times.ts";

export type Dict = Record<string, unknown>;

export interface Attendee extends Dict {
  email: string;
  self?: boolean;
  responseStatus?: string;
}

export interface Event extends Dict {
  id: string;
  status?: string;
  summary?: string;
  start: When;
  end: When;
  organizer: { email: string; self?: boolean };
  attendees?: Attendee[];
  recurrence?: string[];
  recurringEventId?: string;
}

/** `changed`: the times of recurring events that differ from the others, by id. One with the status cancelled is gone. */
export interface Calendar {
  id: string;
  title: string;
  timeZone: string;
  events: Map<string, Event>;
  changed: Map<string, Event>;
  /** The person sees only when it is busy. */
  busyOnly: boolean;
}

/** Returns an event, or one time of a recurring event. */
export function findEvent(calendar: Calendar, id: string): Event | undefined {
  const own = calendar.changed.get(id) ?? calendar.events.get(id);
  if (own) return own;
  const series = calendar.events.get(id.slice(0, id.lastIndexOf("_")));
  return series && singleTimes(calendar, series).find((one) => one.id === id);
}

/** Returns the times of a recurring event. Those that somebody has changed are as they are now. */
export function singleTimes(calendar: Calendar, series: Event): Event[] {
  const { recurrence, ...rest } = series;
  if (!recurrence) return [series];
  return occurrencesOf(series.start, series.end, recurrence, calendar.timeZone).map(({ name, start, end }: Occurrence): Event => {
    const id = `${series.id}_${name}`;
    return calendar.changed.get(id) ?? { ...rest, id, recurringEventId: series.id, originalStartTime: start, start, end };
  });
} // prettier-ignore

/** Returns the events of a calendar, with recurring events in their single times, the earliest first. */
export function timeline(calendar: Calendar): Event[] {
  return [...calendar.events.values()]
    .flatMap((event) => singleTimes(calendar, event))
    .filter(({ status }) => status !== "cancelled")
    .toSorted((a, b) => instantOf(a.start, calendar.timeZone) - instantOf(b.start, calendar.timeZone));
}

/** Returns an event as Google answers it: with times on the clock of the calendar, or of another time zone. */
export function shown(event: Event, timeZone: string): Dict {
  const time = (when: When): When =>
    when.date === undefined
      ? { dateTime: written(Date.parse(when.dateTime!), timeZone), timeZone: when.timeZone ?? timeZone }
      : { date: when.date };
  const original = event["originalStartTime"] as When | undefined;
  return {
    kind: "calendar#event",
    ...event,
    start: time(event.start),
    end: time(event.end),
    ...(original ? { originalStartTime: time(original) } : {}),
  };
}
