import { readFileSync } from "node:fs";
import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import { afterAll, beforeAll, expect, test } from "vitest";
import file from "../../../src/connectors/google-calendar/connector.json" with { type: "json" };
import { readCorpus, titled } from "../../import/corpus-file.ts";
import { type Document, pageFaults } from "../google/check-request.ts";
import { documentFile, faultsOf, hasDocument, methodOf, openCalendar, type OpenedCalendar } from "./open-calendar.ts"; // prettier-ignore

// What each action sends, compared with Google's description by code that knows nothing about the importer.

type Dict = Record<string, unknown>;
type Row = [action: string, params: Dict, method: string, sent: { query?: Dict; body?: Dict }];

const calendarId = "primary";
const event = { calendarId, eventId: "e1" };
const start = { dateTime: "2026-12-01T10:00:00Z" };
const end = { dateTime: "2026-12-01T11:00:00Z" };
const between = { timeMin: "2026-12-01T00:00:00Z", timeMax: "2026-12-02T00:00:00Z" };
const guests = { attendees: [{ email: "ben@acme.example", optional: true }], sendUpdates: "all" };
const rows: Row[] = [
  ["calendars.list", { limit: 10 }, "calendarList.list", { query: { maxResults: "10" } }],
  ["calendars.get", { calendarId }, "calendars.get", { query: {} }],
  ["calendars.create", { summary: "Travel" }, "calendars.insert", { body: { summary: "Travel" } }],
  ["calendars.delete", { calendarId: "team@group.calendar.google.com" }, "calendars.delete", {}],
  ["events.list", { calendarId, ...between, q: "plan", timeZone: "Europe/Berlin" }, "events.list", { query: { ...between, q: "plan", timeZone: "Europe/Berlin", maxResults: "50", singleEvents: "true", orderBy: "startTime" } }],
  ["events.get", { ...event, timeZone: "Europe/Berlin" }, "events.get", { query: { timeZone: "Europe/Berlin" } }],
  ["events.list_instances", { ...event, ...between }, "events.instances", { query: { ...between, maxResults: "50" } }],
  ["events.create", { calendarId, summary: "Plan", start, end, ...guests, reminders: { useDefault: false, overrides: [{ method: "popup", minutes: 5 }] } }, "events.insert", { query: { sendUpdates: "all" }, body: { id: expect.stringMatching(/^[\da-f]{32}$/), summary: "Plan", start, end, attendees: guests.attendees, reminders: { useDefault: false, overrides: [{ method: "popup", minutes: 5 }] } } }],
  ["events.quick_add", { calendarId, text: "Lunch at 12", sendUpdates: "none" }, "events.quickAdd", { query: { text: "Lunch at 12", sendUpdates: "none" } }],
  ["events.update", { ...event, summary: "New", start, sendUpdates: "externalOnly" }, "events.patch", { query: { sendUpdates: "externalOnly" }, body: { summary: "New", start: { ...start, date: null }, end: { ...end, date: null } } }],
  ["events.answer", { calendarId, eventId: "e2", responseStatus: "accepted", sendUpdates: "all" }, "events.patch", { query: { sendUpdates: "all" }, body: { attendeesOmitted: true, attendees: [{ email: "ana@acme.example", responseStatus: "accepted" }] } }],
  ["events.move", { ...event, destination: "team@group.calendar.google.com", sendUpdates: "all" }, "events.move", { query: { destination: "team@group.calendar.google.com", sendUpdates: "all" } }],
  ["events.delete", { ...event, sendUpdates: "all" }, "events.delete", { query: { sendUpdates: "all" } }],
  ["free_busy.get", { ...between, calendarIds: [calendarId], timeZone: "Europe/Berlin" }, "freebusy.query", { body: { ...between, items: [{ id: calendarId }], timeZone: "Europe/Berlin" } }],
  ["free_busy.find", { ...between, calendarIds: [calendarId], minutes: 30 }, "freebusy.query", { body: { ...between, items: [{ id: calendarId }] } }],
]; // prettier-ignore

let opened: OpenedCalendar;
beforeAll(async () => void (opened = await openCalendar("imitation")));
afterAll(() => opened.close());

test("the table has every action", () => {
  const all = Object.entries(file.actions).flatMap(([entity, actions]) => Object.keys(actions).map((action) => `${entity}.${action}`)); // prettier-ignore
  expect(rows.map(([action]) => action).toSorted()).toEqual(all.toSorted());
});

test.skipIf(!hasDocument).each(rows)(
  titled("%s with %j sends %s", documentFile),
  async (action, params, method, sent) => {
    opened.seen.length = 0;
    // What counts is the request.
    await opened.call(action, params).catch(() => {});
    expect(opened.seen.flatMap(faultsOf)).toEqual([]);
    const main = opened.seen.filter((request) => methodOf(request) === `calendar.${method}`);
    expect(main).toHaveLength(1);
    const { query, body } = main[0]!;
    if (sent.query) expect(Object.fromEntries(query)).toEqual(sent.query);
    expect(body ?? {}).toEqual(sent.body ?? {});
  },
);

test.skipIf(!hasDocument)(titled("every scope lets a token send the request", documentFile), async () => {
  const { actions } = await GoogleCalendarConnector.compiled();
  const text = readFileSync(new URL(`../../../../shared/corpus/openapi/${documentFile}`, import.meta.url), "utf8"); // prettier-ignore
  const { resources } = JSON.parse(text) as { resources: Record<string, { methods: Record<string, { scopes: string[] }> }> }; // prettier-ignore
  for (const [name, , method] of rows) {
    const [entity, action] = name.split(".") as [string, string];
    const [resource, verb] = method.split(".") as [string, string];
    const allowed = resources[resource]!.methods[verb]!.scopes;
    for (const need of actions[entity]![action]!.scopes!.required.user!.slice(0, 1))
      expect({ name, wrong: need.filter((scope) => !allowed.includes(scope)) }).toEqual({ name, wrong: [] });
  }
});

/** Returns a field of an action, or of an operation, which has the whole name as its key. */
const at = (all: object, name: string, field: string, whole = false): unknown => {
  const [entity, action] = name.split(".") as [string, string];
  const one = (whole ? (all as Record<string, unknown>)[name] : (all as Record<string, Record<string, unknown>>)[entity]![action]) as Record<string, unknown>; // prettier-ignore
  return one[field];
};

test.skipIf(!hasDocument)(
  titled("the pages of every list are those of the description", documentFile),
  () => {
    const document = JSON.parse(readCorpus(documentFile)) as Document;
    const paged = rows.filter(([name]) => at(file.actions, name, "paginated") === true);
    expect(paged).toHaveLength(3);
    for (const [name, , method] of paged) {
      const paging = at(file.operations as never, name, "paging", true) as Record<string, unknown>;
      expect({ name, faults: pageFaults(document, `calendar.${method}`, paging, at(file.actions, name, "pick")) }).toEqual({ name, faults: [] }); // prettier-ignore
    }
  },
);

test("what cannot be brought back is destructive, and what reads changes nothing", () => {
  const withEffect = (effect: string) => rows.map(([name]) => name).filter((name) => at(file.actions, name, "effect") === effect); // prettier-ignore
  expect(withEffect("destructive")).toEqual(["calendars.delete", "events.delete"]);
  expect(withEffect("read")).toEqual(["calendars.list", "calendars.get", "events.list", "events.get", "events.list_instances", "free_busy.get", "free_busy.find"]); // prettier-ignore
});
