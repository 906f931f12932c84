import type { ConnectorOptions, Result } from "agent-connectors";
import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import { afterEach, expect } from "vitest";
import { calendarPlatform } from "../../../eval/platforms/google-calendar/platform.ts";
import { hasCorpus, readCorpus } from "../../import/corpus-file.ts";
import { type Document, requestChecker, type SeenRequest } from "../google/check-request.ts";
import { googleFront } from "../google/front.ts";

type Dict = Record<string, unknown>;

export const own = "ana@acme.example";

export const documentFile = "google-calendar-v3.discovery.json";
export const hasDocument = hasCorpus(documentFile);
const check = hasDocument ? requestChecker(JSON.parse(readCorpus(documentFile)) as Document) : undefined;
export const methodOf = (request: SeenRequest): string => check!(request).id;
export const faultsOf = (request: SeenRequest): string[] => check?.(request).faults ?? [];

const berlin = (time: string) => ({ dateTime: `2026-12-0${time}+01:00`, timeZone: "Europe/Berlin" });
export const events = () => [
  {
    id: "e1",
    status: "confirmed",
    summary: "Review",
    description: "Bring numbers.",
    start: berlin("1T10:00:00"),
    end: berlin("1T11:00:00"),
    organizer: { email: own, self: true },
    attendees: [
      { email: own, self: true, organizer: true, responseStatus: "accepted" },
      { email: "ben@acme.example", displayName: "Ben", responseStatus: "needsAction" },
      { email: "cleo@partner.example", responseStatus: "accepted" },
      { email: "room1@resource.calendar.google.com", resource: true, responseStatus: "accepted" },
    ],
  },
  {
    id: "e2",
    status: "confirmed",
    summary: "Invited",
    start: berlin("2T10:00:00"),
    end: berlin("2T11:00:00"),
    organizer: { email: "dora@acme.example" },
    guestsCanModify: true,
    attendees: [
      { email: "dora@acme.example", responseStatus: "accepted" },
      { email: own, self: true, responseStatus: "tentative" },
    ],
  },
  {
    id: "e3",
    status: "confirmed",
    summary: "Holiday",
    start: { date: "2026-12-24" },
    end: { date: "2026-12-27" },
    organizer: { email: own, self: true },
  },
  {
    id: "e4",
    status: "confirmed",
    summary: "Standup",
    start: berlin("1T09:00:00"),
    end: berlin("1T09:15:00"),
    recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"],
    organizer: { email: own, self: true },
    attendees: [
      { email: own, self: true, organizer: true, responseStatus: "accepted" },
      { email: "ben@acme.example", responseStatus: "accepted" },
    ],
  },
];

const seed = {
  users: [{ email: own, name: "Ana Acme" }],
  calendars: [
    { id: own, user_email: own, summary: "Ana", primary: true, time_zone: "Europe/Berlin" },
    { id: "team@group.calendar.google.com", user_email: own, summary: "Team" },
  ],
  calendar_events: [
    { id: "e1", user_email: own, calendar_id: own, summary: "Review", start_date_time: "2026-12-01T10:00:00+01:00", end_date_time: "2026-12-01T11:00:00+01:00" },
    { id: "e4", user_email: own, calendar_id: own, summary: "Lunch", start_date_time: "2026-12-01T12:30:00+01:00", end_date_time: "2026-12-01T13:30:00+01:00" },
    { id: "e5", user_email: own, calendar_id: "team@group.calendar.google.com", summary: "Team day", start_date_time: "2026-12-01T15:00:00+01:00", end_date_time: "2026-12-01T16:00:00+01:00" },
  ],
}; // prettier-ignore

/** Opens a connector to the emulator of Google. The emulator has no single events and no calendars, except in lists. */
export async function openCalendar(platform: "emulator" | "imitation", options: Partial<ConnectorOptions> = {}) {
  const imitation = calendarPlatform([
    { id: own, title: "Ana", events: events() },
    { id: "team@group.calendar.google.com", title: "Team", events: [] },
    { id: "ben@acme.example", title: "Ben", busyOnly: true, events: [] },
  ]);
  const front = await googleFront(seed, (request) =>
    platform === "imitation" || /^\/calendar\/v3\/calendars\/[^/]+$/.test(request.path) ? imitation.answer(request) : undefined,
  );
  const calendar = new GoogleCalendarConnector(
    { auth: { access_token: "ana-token-0123456789" } },
    { endpoint: `${front.endpoint}/calendar/v3`, policy: { effects: ["read", "write", "destructive"] }, ...options } as never,
  );
  const call = (name: string, params: Dict = {}) => {
    const [entity, action] = name.split(".");
    return calendar.execute(entity as never, action as never, params as never) as unknown as Promise<Result<Dict & Dict[]>>;
  };
  return { calendar, call, imitation, ...front };
} // prettier-ignore

export type OpenedCalendar = Awaited<ReturnType<typeof openCalendar>>;

/** Returns a function that opens calendars for the tests of a file. Every request must keep to Google's description. */
export function calendarsOfTests() {
  const open: OpenedCalendar[] = [];
  afterEach(async () => {
    const all = open.splice(0);
    await Promise.all(all.map((one) => one.close()));
    expect(all.flatMap(({ seen }) => seen.flatMap(faultsOf))).toEqual([]);
  });
  return async (...args: Parameters<typeof openCalendar>): Promise<OpenedCalendar> => {
    const one = await openCalendar(...args);
    open.push(one);
    return one;
  };
}

export const undo = async ({ call }: Pick<OpenedCalendar, "call">, { meta }: { meta: { undo?: { entity: string; action: string; params: object } } }) =>
  call(`${meta.undo!.entity}.${meta.undo!.action}`, meta.undo!.params as Dict); // prettier-ignore
