import type { GuardRead, Judgement } from "../../core/contract/judgement.ts";
import type { Undo } from "../../core/contract/result.ts";
import type { RunContext, RunResult } from "../../core/contract/run-context.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, dicts, isDict } from "../../core/ground/json.ts";
import { type EventParams, toGuests, type When, writable } from "./events.ts";
import { timeOnClock, writeTime } from "./time-zones.ts";

/**
 * Completes a change with what the event already has: the length if only the start is new, and the answers of the guests
 * who stay. Google replaces the list of guests, so a dry run names those who are no longer in it.
 */
export async function completeUpdate(params: EventParams & Dict, read: GuardRead): Promise<Judgement> {
  const { calendarId, eventId, start, end, attendees } = params;
  const { data } = await read("events", "get", { calendarId, eventId });
  const before = isDict(data) ? data : {};
  const guests = new Map(dicts(before.attendees).map((one) => [String(one.email).toLowerCase(), one]));
  const people = attendees?.map((one) => {
    const guest = guests.get(one.email.toLowerCase());
    return guest ? { ...writable(guest), ...one, email: guest.email } : one;
  });
  const given = new Set(attendees?.map(({ email }) => email.toLowerCase()));
  const gone = attendees ? [...guests.keys()].filter((email) => !given.has(email)) : [];
  return {
    effects: ["write"],
    before,
    params: {
      ...params,
      ...(start && !end ? movedTo(start, before) : {}),
      ...(people ? { attendees: people } : {}),
    },
    ...(gone.length > 0 ? { warnings: async () => [`These guests are no longer invited: ${gone.join(", ")}.`] } : {}),
  };
} // prettier-ignore

/** Returns the times of an event that begins at another time, and is as long as before. */
function movedTo(start: When, { start: from = {}, end: to = {} }: { start?: When; end?: When }): { start: When; end: When } {
  if ((start.date === undefined) !== (from.date === undefined))
    throw new ConnectorError("invalid_params", "The event needs a new end too.", {
      path: "params.end",
      hint: "A whole day becomes a time, or a time a whole day. Only start and end together say how long the event is.",
    });
  const length = Date.parse(to.date ?? to.dateTime ?? "") - Date.parse(from.date ?? from.dateTime ?? "");
  if (start.date !== undefined) return { start, end: { date: new Date(Date.parse(start.date) + length).toISOString().slice(0, 10) } };
  const { dateTime = "", timeZone } = start;
  const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/.test(dateTime);
  const begins = hasOffset ? Date.parse(dateTime) : timeOnClock(Date.parse(`${dateTime}Z`), timeZone!);
  return {
    // When the clocks change, a time without an offset can be there twice. Then Google could choose the other one.
    start: hasOffset ? start : { dateTime: writeTime(begins, timeZone!), timeZone: timeZone! },
    end: {
      dateTime: writeTime(begins + length, timeZone ?? "UTC"),
      // A flight ends in another time zone than it begins in.
      ...(timeZone !== undefined && from.timeZone === to.timeZone ? { timeZone } : {}),
    },
  };
} // prettier-ignore

/** A change merges objects, so that a new time must take the old date away. */
const replaced = ({ date, dateTime, timeZone }: When): Dict =>
  date === undefined
    ? { dateTime, date: null, ...(timeZone === undefined ? {} : { timeZone }) }
    : { date, dateTime: null, timeZone: null };

export async function update({ start, end, ...params }: EventParams & Dict, { send }: RunContext): Promise<RunResult> {
  const times = { ...(start ? { start: replaced(start) } : {}), ...(end ? { end: replaced(end) } : {}) };
  return { data: (await send("events.update", { ...params, ...times })).body };
} // prettier-ignore

/** The fields that Google leaves out of an event without them, and the value that takes them away. */
const empty: Readonly<Record<string, unknown>> = { summary: "", description: "", location: "", attendees: [], recurrence: [], transparency: "opaque", visibility: "default" }; // prettier-ignore

export function undoUpdate(params: Dict, _data: Dict, before: unknown): Undo | undefined {
  const { calendarId, eventId, sendUpdates: _sendUpdates, ...changed } = params;
  if (!isDict(before)) return undefined;
  const values = Object.keys(changed).map((name) => [name, before[name] ?? empty[name]] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  const earlierValues = Object.fromEntries(values.map(([name, value]) => [name, name === "attendees" ? dicts(value).map(writable) : value])); // prettier-ignore
  // An attendee in the undo needs sendUpdates, as in any change.
  const guests =
    "attendees" in earlierValues ? { sendUpdates: "none", ...toGuests(params) } : toGuests(params);
  return { entity: "events", action: "update", params: { calendarId, eventId, ...earlierValues, ...guests } };
}
