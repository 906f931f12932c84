import type { RunContext, RunResult } from "../../core/contract/run-context.ts";
import type { Issue } from "../../core/ground/errors.ts";
import { type Dict, at, dicts, isDict } from "../../core/ground/json.ts";
import { dayOf, isTimeZone, timeOnClock, writeTime } from "./time-zones.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

const mostDays = 92;

/** A time from `start` until before `end`, in milliseconds since the epoch. */
interface Span {
  start: number;
  end: number;
}

export interface FindParams {
  calendarIds: readonly string[];
  timeMin: string;
  timeMax: string;
  minutes: number;
  timeZone?: string | undefined;
  dayStart?: string | undefined;
  dayEnd?: string | undefined;
  weekends?: boolean | undefined;
}

export function findIssues({ timeMin, timeMax, timeZone, dayStart, dayEnd }: FindParams): Issue[] {
  return [
    ...betweenIssues({ timeMin, timeMax }),
    ...(Date.parse(timeMax) - Date.parse(timeMin) > mostDays * day
      ? [{ path: "timeMax", message: `must be at most ${mostDays} days after timeMin.` }]
      : []),
    ...(timeZone !== undefined && !isTimeZone(timeZone)
      ? [{ path: "timeZone", message: "must be the IANA name of a time zone, such as Europe/Berlin." }]
      : []),
    ...(dayStart !== undefined && dayEnd !== undefined && dayStart >= dayEnd
      ? [{ path: "dayEnd", message: "must be later than dayStart." }]
      : []),
  ];
}

export const betweenIssues = ({ timeMin, timeMax }: { timeMin?: string; timeMax?: string }): Issue[] =>
  timeMin !== undefined && timeMax !== undefined && Date.parse(timeMin) >= Date.parse(timeMax)
    ? [{ path: "timeMax", message: "must be later than timeMin." }]
    : [];

const query = ({ calendarIds, ...params }: Dict & { calendarIds: readonly string[] }): Dict => ({
  ...params,
  items: calendarIds.map((id) => ({ id })),
});

export async function busyTimes(params: Dict & { calendarIds: readonly string[] }, { read }: RunContext): Promise<RunResult> {
  return { data: (await read("free_busy.get", query(params))).body };
} // prettier-ignore

/** Finds the times of at least `minutes` at which no calendar is busy. A calendar that cannot be read is in `unknown`. */
export async function freeTimes(params: FindParams, { read }: RunContext): Promise<RunResult> {
  const { calendarIds, timeMin, timeMax, minutes, timeZone = "UTC" } = params;
  const { body } = await read("free_busy.get", query({ calendarIds, timeMin, timeMax }));
  const found = at(body, "calendars");
  const calendars = isDict(found) ? found : {};
  const of = (id: string): Dict => (Object.hasOwn(calendars, id) ? (calendars[id] as Dict) : {});
  const unknown = calendarIds.filter((id) => !Array.isArray(of(id).busy) || dicts(of(id).errors).length > 0);
  const busy = calendarIds.flatMap((id) => dicts(of(id).busy)).map(({ start, end }) => ({ start: Date.parse(String(start)), end: Date.parse(String(end)) }));
  const whole = { start: Date.parse(timeMin), end: Date.parse(timeMax) };
  const free = hoursIn(whole, params).flatMap((span) => without(span, busy));
  const long = free.filter(({ start, end }) => end - start >= minutes * minute);
  const written = long.map(({ start, end }) => ({ start: writeTime(start, timeZone), end: writeTime(end, timeZone) }));
  return { data: { free: written, ...(unknown.length > 0 ? { unknown } : {}) } };
} // prettier-ignore

/** Returns the hours of the working days in a span. Without hours, returns the span. */
function hoursIn(whole: Span, { timeZone = "UTC", dayStart, dayEnd, weekends }: FindParams): Span[] {
  if (dayStart === undefined && dayEnd === undefined) return [whole];
  const spans: Span[] = [];
  for (let date = dayOf(whole.start, timeZone); date < whole.end + day; date += day) {
    const weekday = new Date(date).getUTCDay();
    if (weekends !== true && (weekday === 0 || weekday === 6)) continue;
    const start = Math.max(whole.start, timeOnClock(date + clockTime(dayStart, 0), timeZone));
    const end = Math.min(whole.end, timeOnClock(date + clockTime(dayEnd, day), timeZone));
    if (start < end) spans.push({ start, end });
  }
  return spans;
}

function clockTime(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const [hours, minutes] = text.split(":").map(Number);
  return (hours! * 60 + minutes!) * minute;
}

/** Returns what is left of a span without the busy ones, which can overlap. */
function without(span: Span, busy: readonly Span[]): Span[] {
  const free: Span[] = [];
  let { start } = span;
  for (const one of busy.toSorted((a, b) => a.start - b.start)) {
    if (one.start > start && one.start < span.end) free.push({ start, end: one.start });
    start = Math.max(start, one.end);
  }
  return start < span.end ? [...free, { start, end: span.end }] : free;
}
