import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import type { GuardRead } from "../../core/contract/judgement.ts";
import type { Undo } from "../../core/contract/result.ts";
import type { RunContext, RunResult } from "../../core/contract/run-context.ts";
import { ConnectorError, type Issue } from "../../core/ground/errors.ts";
import { type Dict, at, dicts, isDict } from "../../core/ground/json.ts";
import { isTimeZone } from "./time-zones.ts";

export interface When {
  date?: string;
  dateTime?: string;
  timeZone?: string;
}

export interface EventParams {
  start?: When;
  end?: When;
  attendees?: readonly { email: string }[];
  recurrence?: readonly string[];
  sendUpdates?: string;
}

/** Returns what a schema cannot say about an event. */
export function eventIssues({ start, end, attendees, recurrence = [], sendUpdates }: EventParams): Issue[] {
  const whenIssues = (when: When | undefined, path: string): Issue[] => {
    if (when === undefined) return [];
    const { date, dateTime, timeZone } = when;
    if ((date === undefined) === (dateTime === undefined)) return [{ path, message: "needs date or dateTime, and not both." }];
    if (timeZone !== undefined && !isTimeZone(timeZone)) return [{ path: `${path}.timeZone`, message: "must be the IANA name of a time zone, such as Europe/Berlin." }];
    if (dateTime !== undefined && timeZone === undefined && !/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime)) return [{ path, message: "needs a timeZone, because its dateTime has no offset." }];
    return dateTime !== undefined && timeZone === undefined && recurrence.length > 0 ? [{ path, message: "needs a timeZone, because the event recurs." }] : [];
  };
  const issues = [...whenIssues(start, "start"), ...whenIssues(end, "end")];
  if (start && end && (start.date === undefined) !== (end.date === undefined)) issues.push({ path: "end", message: "must be a date if start is a date, and a dateTime if start is one." });
  const [from, until] = [instantOf(start), instantOf(end)];
  if (from !== undefined && until !== undefined && until <= from) issues.push({ path: "end", message: "must be later than start. A whole day ends with the date of the day after." });
  // Without it Google tells nobody, and the event can be missing in other calendars.
  if (attendees !== undefined && attendees.length > 0 && sendUpdates === undefined) issues.push({ path: "sendUpdates", message: "must say which attendees get an e-mail: all, externalOnly or none." });
  return issues;
} // prettier-ignore

/** Returns a number to compare with. Two times without an offset are compared only within one time zone. */
const instantOf = (when: When | undefined): number | undefined => {
  const text = when?.date ?? when?.dateTime;
  if (when === undefined || text === undefined) return undefined;
  const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  return when.date === undefined && !hasOffset ? undefined : Date.parse(text);
};

/** Answers an invitation. Google then changes only the answer of the person. */
export async function answer({ calendarId, eventId, responseStatus, comment, ...params }: Dict, { read, send }: RunContext): Promise<RunResult> {
  const { body } = await read("events.get", { calendarId, eventId });
  const self = dicts(at(body, "attendees")).find((one) => one.self === true);
  if (!self)
    throw new ConnectorError("invalid_params", "The person is not invited to this event.", {
      path: "params.eventId",
      hint: "Use the calendar of the person, which is usually primary.",
    });
  // The new entry replaces the earlier one.
  const attendee = { ...writable(self), responseStatus, ...(comment === undefined ? {} : { comment }) };
  return { data: (await send("events.update", { ...params, calendarId, eventId, attendeesOmitted: true, attendees: [attendee] })).body };
} // prettier-ignore

export async function earlier({ calendarId, eventId }: Dict, read: GuardRead): Promise<{ before?: Dict }> {
  const record = await readIfAllowed(read, ["events", "get", { calendarId, eventId }]);
  return isDict(record) ? { before: record } : {};
}

/** The undo of the same kind tells the same guests. */
export const toGuests = ({ sendUpdates }: Dict) => (sendUpdates === undefined ? {} : { sendUpdates });

export const undoCreate = (params: Dict, { id }: Dict): Undo | undefined =>
  id === undefined
    ? undefined
    : { entity: "events", action: "delete", params: { calendarId: params.calendarId, eventId: id, ...toGuests(params) } }; // prettier-ignore

/** The fields of an attendee that a change can contain. */
export const writable = ({
  email,
  displayName,
  optional,
  responseStatus,
  comment,
  resource,
  additionalGuests,
}: Dict): Dict =>
  Object.fromEntries(
    Object.entries({ email, displayName, optional, responseStatus, comment, resource, additionalGuests }).filter(([, value]) => value !== undefined), // prettier-ignore
  );

export function undoAnswer(params: Dict, _data: Dict, before: unknown): Undo | undefined {
  const { calendarId, eventId } = params;
  const { responseStatus, comment = "" } =
    dicts(at(before, "attendees")).find((one) => one.self === true) ?? {};
  if (responseStatus === undefined || responseStatus === "needsAction" || responseStatus === params.responseStatus) return undefined; // prettier-ignore
  const earlierComment = params.comment === undefined ? {} : { comment };
  return { entity: "events", action: "answer", params: { calendarId, eventId, responseStatus, ...earlierComment, ...toGuests(params) } }; // prettier-ignore
}

export const undoMove = (params: Dict): Undo => ({
  entity: "events",
  action: "move",
  params: { calendarId: params.destination, eventId: params.eventId, destination: params.calendarId, ...toGuests(params) }, // prettier-ignore
});
