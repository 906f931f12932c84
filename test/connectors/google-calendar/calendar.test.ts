import { describe, expect, test } from "vitest";
import { calendarsOfTests, type OpenedCalendar, own, undo } from "./open-calendar.ts";

type Dict = Record<string, unknown>;
const opened = calendarsOfTests();
const berlin = (time: string) => ({ dateTime: `2026-12-${time}:00`, timeZone: "Europe/Berlin" });
/** The same time in Google's answer, which always has an offset. */
const answered = (time: string) => ({ dateTime: `2026-12-${time}:00+01:00`, timeZone: "Europe/Berlin" });
const calendarId = "primary";
const lastOf = ({ seen }: OpenedCalendar, method: string) => seen.findLast((one) => one.method === method)!;

describe("with the emulator", () => {
  test("calendars and their events are listed page by page, recurring events in single times", async () => {
    const calendar = await opened("emulator");
    expect((await calendar.call("calendars.list")).data).toMatchObject([
      { id: own, primary: true, timeZone: "Europe/Berlin" },
      { id: "team@group.calendar.google.com", summary: "Team" },
    ]);
    const params = { calendarId, timeMin: "2026-12-01T00:00:00+01:00", timeMax: "2026-12-02T00:00:00+01:00", limit: 1 }; // prettier-ignore
    const { data, meta } = await calendar.call("events.list", params);
    expect(data).toMatchObject([{ id: "e1", summary: "Review" }]);
    const { data: rest } = await calendar.call("events.list", { ...params, cursor: meta.next_cursor });
    expect(rest).toMatchObject([{ id: "e4", summary: "Lunch" }]);
    expect(Object.fromEntries(lastOf(calendar, "GET").query)).toMatchObject({ singleEvents: "true", orderBy: "startTime", timeMin: params.timeMin }); // prettier-ignore
  });

  test("an event is created, and undo deletes it", async () => {
    const calendar = await opened("emulator");
    const created = await calendar.call("events.create", { calendarId, summary: "Plan", start: berlin("03T10:00"), end: berlin("03T11:00"), attendees: [{ email: "ben@acme.example" }], sendUpdates: "all" }); // prettier-ignore
    expect(created.data).toMatchObject({ summary: "Plan", attendees: [{ email: "ben@acme.example" }] });
    expect(created.meta.undo).toEqual({ entity: "events", action: "delete", params: { calendarId, eventId: created.data.id, sendUpdates: "all" } }); // prettier-ignore
    const find = async () => (await calendar.call("events.list", { calendarId, timeMin: "2026-12-03T00:00:00Z", q: "Plan" })).data; // prettier-ignore
    expect(await find()).toHaveLength(1);
    expect((await undo(calendar, created)).data).toEqual({ calendarId, eventId: created.data.id });
    expect(await find()).toEqual([]);
  });

  test("busy and free times are those of all calendars, on the clock of the time zone", async () => {
    const { call } = await opened("emulator");
    const calendarIds = [calendarId, "team@group.calendar.google.com"];
    const between = { timeMin: "2026-12-01T00:00:00+01:00", timeMax: "2026-12-02T00:00:00+01:00" };
    const { data: busy } = await call("free_busy.get", { ...between, calendarIds });
    expect(busy).toMatchObject({
      calendars: { primary: { busy: [{ start: "2026-12-01T10:00:00+01:00" }, {}] } },
    });
    const hours = { dayStart: "09:00", dayEnd: "17:00", timeZone: "Europe/Berlin" };
    const { data } = await call("free_busy.find", { ...between, calendarIds, minutes: 60, ...hours });
    expect(data).toEqual({
      free: [
        { start: "2026-12-01T09:00:00+01:00", end: "2026-12-01T10:00:00+01:00" },
        { start: "2026-12-01T11:00:00+01:00", end: "2026-12-01T12:30:00+01:00" },
        { start: "2026-12-01T13:30:00+01:00", end: "2026-12-01T15:00:00+01:00" },
        { start: "2026-12-01T16:00:00+01:00", end: "2026-12-01T17:00:00+01:00" },
      ],
    });
    // The result names a calendar that cannot be read.
    const { data: blind } = await call("free_busy.find", { ...between, calendarIds: [calendarId, "eve@evil.example"], minutes: 600 }); // prettier-ignore
    expect(blind).toMatchObject({ unknown: ["eve@evil.example"] });
  });
});

describe("with an imitation", () => {
  test("check() says whose calendar it is", async () => {
    const { calendar } = await opened("imitation");
    expect(await calendar.check()).toMatchObject({ status: "healthy", identity: { id: own } });
  });

  test("an event is changed, and undo brings the earlier values back", async () => {
    const calendar = await opened("imitation");
    const get = async () => (await calendar.call("events.get", { calendarId, eventId: "e1" })).data;
    const before = await get();
    const changed = await calendar.call("events.update", { calendarId, eventId: "e1", summary: "Second review", location: "Room 1", start: berlin("01T15:00"), end: berlin("01T16:00"), attendees: [{ email: "ben@acme.example" }], sendUpdates: "externalOnly" }); // prettier-ignore
    expect(await get()).toMatchObject({ summary: "Second review", start: answered("01T15:00"), attendees: [{ email: "ben@acme.example" }] }); // prettier-ignore
    expect(Object.fromEntries(lastOf(calendar, "PATCH").query)).toEqual({ sendUpdates: "externalOnly" });
    expect(changed.meta.undo!.params.sendUpdates).toBe("externalOnly");
    await undo(calendar, changed);
    const { location, attendees, ...rest } = await get();
    const { attendees: earlier, ...expected } = before;
    expect(rest).toEqual(expected);
    expect(location).toBe("");
    const people = (list: unknown) =>
      (list as Dict[]).map(({ email, responseStatus }) => ({ email, responseStatus }));
    expect(people(attendees)).toEqual(people(earlier));
  });

  test("a whole day becomes a time, and a time a whole day", async () => {
    const calendar = await opened("imitation");
    const timed = await calendar.call("events.update", { calendarId, eventId: "e3", start: berlin("24T10:00"), end: berlin("24T11:00") }); // prettier-ignore
    expect(timed.data.start).toEqual(answered("24T10:00"));
    await undo(calendar, timed);
    expect((await calendar.call("events.get", { calendarId, eventId: "e3" })).data).toMatchObject({ start: { date: "2026-12-24" }, end: { date: "2026-12-27" } }); // prettier-ignore
  });

  test("an answer changes only the answer of the person", async () => {
    const calendar = await opened("imitation");
    const answered = await calendar.call("events.answer", { calendarId, eventId: "e2", responseStatus: "declined", comment: "Sorry." }); // prettier-ignore
    const people = () => [...calendar.imitation.calendars.get(own)!.events.get("e2")!.attendees as Dict[]]; // prettier-ignore
    expect(people()).toEqual([
      { email: "dora@acme.example", organizer: true, responseStatus: "accepted" },
      { email: own, self: true, responseStatus: "declined", comment: "Sorry." },
    ]);
    await undo(calendar, answered);
    expect(people()[1]).toMatchObject({ responseStatus: "tentative" });
    await expect(calendar.call("events.answer", { calendarId, eventId: "e3", responseStatus: "accepted" })).rejects.toMatchObject({ code: "invalid_params", outcome: "not_started" }); // prettier-ignore
  });

  test("an event is moved to another calendar and back, and is deleted", async () => {
    const calendar = await opened("imitation");
    const destination = "team@group.calendar.google.com";
    const moved = await calendar.call("events.move", { calendarId, eventId: "e3", destination });
    expect(calendar.imitation.calendars.get(destination)!.events.has("e3")).toBe(true);
    await undo(calendar, moved);
    expect(calendar.imitation.calendars.get(own)!.events.has("e3")).toBe(true);
    await calendar.call("events.delete", { calendarId, eventId: "e3" });
    await expect(calendar.call("events.get", { calendarId, eventId: "e3" })).rejects.toMatchObject({ code: "not_found", platform: { code: "notFound" } }); // prettier-ignore
  });

  test("a sentence becomes an event, a recurring event has single times, and calendars come and go", async () => {
    const calendar = await opened("imitation");
    const quick = await calendar.call("events.quick_add", {
      calendarId,
      text: "Lunch with Ben tomorrow at 12",
    });
    expect(quick).toMatchObject({ data: { summary: "Lunch with Ben tomorrow at 12" }, meta: { undo: { action: "delete" } } }); // prettier-ignore
    const { data, meta } = await calendar.call("events.list_instances", {
      calendarId,
      eventId: "e4",
      limit: 2,
    });
    expect([data.length, meta.has_more]).toEqual([2, true]);
    const { data: rest } = await calendar.call("events.list_instances", { calendarId, eventId: "e4", limit: 2, cursor: meta.next_cursor }); // prettier-ignore
    expect(rest).toMatchObject([{ id: "e4_20261215T080000Z", recurringEventId: "e4" }]);
    const created = await calendar.call("calendars.create", { summary: "Travel", timeZone: "Europe/Berlin" });
    expect((await calendar.call("calendars.get", { calendarId: created.data.id })).data).toMatchObject({ summary: "Travel" }); // prettier-ignore
    await undo(calendar, created);
    await expect(calendar.call("calendars.get", { calendarId: created.data.id })).rejects.toMatchObject({ code: "not_found" }); // prettier-ignore
  });
});

describe("before anything is sent", () => {
  const event = { calendarId, summary: "Plan", start: berlin("03T10:00"), end: berlin("03T11:00") };
  test.each([
    ["a time without a zone", { ...event, start: { dateTime: "2026-12-03T10:00:00" } }, "params.start"],
    ["a zone that does not exist", { ...event, end: { dateTime: "2026-12-03T11:00:00", timeZone: "Europe/Berlyn" } }, "params.end.timeZone"], // prettier-ignore
    ["a date and a time", { ...event, start: { date: "2026-12-03", dateTime: "2026-12-03T10:00:00Z" } }, "params.start"], // prettier-ignore
    ["a date until a time", { ...event, start: { date: "2026-12-03" } }, "params.end"],
    ["an end before the start", { ...event, start: { dateTime: "2026-12-03T10:00:00Z" }, end: { dateTime: "2026-12-03T10:30:00+01:00" } }, "params.end"], // prettier-ignore
    ["a day of no length", { ...event, start: { date: "2026-12-03" }, end: { date: "2026-12-03" } }, "params.end"], // prettier-ignore
    ["a series without a zone", { ...event, start: { dateTime: "2026-12-03T10:00:00Z" }, recurrence: ["RRULE:FREQ=DAILY"] }, "params.start"], // prettier-ignore
    ["guests without sendUpdates", { ...event, attendees: [{ email: "ben@acme.example" }] }, "params.sendUpdates"], // prettier-ignore
  ])("%s is refused", async (_name, params, path) => {
    const calendar = await opened("imitation");
    await expect(calendar.call("events.create", params)).rejects.toMatchObject({ code: "invalid_params", path, outcome: "not_started" }); // prettier-ignore
    expect(calendar.seen).toEqual([]);
  });
  test("a list without an offset, and free times of a century, are refused", async () => {
    const { call, seen } = await opened("imitation");
    await expect(call("events.list", { calendarId, timeMin: "2026-12-01T00:00:00" })).rejects.toMatchObject({ path: "params.timeMin" }); // prettier-ignore
    await expect(call("events.list", { calendarId })).rejects.toMatchObject({ path: "params.timeMin" });
    await expect(call("free_busy.find", { calendarIds: [calendarId], minutes: 30, timeMin: "2026-12-01T00:00:00Z", timeMax: "2126-12-01T00:00:00Z" })).rejects.toMatchObject({ path: "params.timeMax" }); // prettier-ignore
    expect(seen).toEqual([]);
  });
});

describe("guests", () => {
  const policy = { effects: ["read", "write", "destructive"], external: false } as never;
  test.each([
    ["events.create", { summary: "Plan", start: berlin("03T10:00"), end: berlin("03T11:00"), attendees: [{ email: "cleo@partner.example" }], sendUpdates: "none" }],
    ["events.update", { eventId: "e1", summary: "Secret" }],
    ["events.update", { eventId: "e2", attendees: [{ email: "cleo@partner.example" }], sendUpdates: "all" }],
    ["events.delete", { eventId: "e1" }],
    ["events.quick_add", { text: "Lunch with cleo@partner.example. Tomorrow at 12" }],
  ])("%s with somebody outside is refused: %j", async (name, params) => {
    const calendar = await opened("imitation", { policy });
    await expect(calendar.call(name, { calendarId, ...params })).rejects.toMatchObject({ code: "policy_denied", outcome: "not_started" });
    expect(calendar.seen.every(({ method }) => method === "GET")).toBe(true);
  }); // prettier-ignore
  test("people of the company, rooms and private events are not outside", async () => {
    const { call } = await opened("imitation", { policy });
    await call("events.update", { calendarId, eventId: "e2", summary: "Ours" });
    await call("events.update", { calendarId, eventId: "e3", summary: "Mine" });
    await call("events.update", { calendarId, eventId: "e3", attendees: [{ email: "room1@resource.calendar.google.com" }], sendUpdates: "none" }); // prettier-ignore
  });
  test("a dry run says who sees the event, and who gets an e-mail", async () => {
    const { call } = await opened("imitation");
    const { data } = await call("events.update", { calendarId, eventId: "e1", summary: "New", sendUpdates: "externalOnly", dry_run: true }); // prettier-ignore
    expect(data).toMatchObject({ external: ["cleo@partner.example"], notified: ["cleo@partner.example"], notified_people: 1, before: { summary: "Review" } }); // prettier-ignore
    const { data: all } = await call("events.delete", { calendarId, eventId: "e1", sendUpdates: "all", dry_run: true }); // prettier-ignore
    expect(all).toMatchObject({
      notified: ["ben@acme.example", "cleo@partner.example"],
      effect: "destructive",
    });
  });
});
