import { describe, expect, test } from "vitest";
import { calendarsOfTests, type OpenedCalendar, own, undo } from "./open-calendar.ts";

// What a change of an event must leave as it was.

type Dict = Record<string, unknown>;
const opened = calendarsOfTests();

const calendarId = "primary";
type Calling = Pick<OpenedCalendar, "call">;
const eventOf = async ({ call }: Calling, eventId: string) => (await call("events.get", { calendarId, eventId })).data; // prettier-ignore
const patches = ({ seen }: OpenedCalendar) => seen.filter(({ method }) => method === "PATCH");

const lengthOf = ({ start, end }: Dict) => {
  const at = (when: unknown) => Date.parse(String(Object.values(when as Dict)[0]));
  return at(end) - at(start);
};

describe("a new start without an end", () => {
  test.each([
    ["later on the same day", "e1", { dateTime: "2026-12-01T15:00:00", timeZone: "Europe/Berlin" }, { dateTime: "2026-12-01T16:00:00+01:00" }],
    ["earlier, with an offset", "e1", { dateTime: "2026-12-01T08:00:00Z" }, { dateTime: "2026-12-01T10:00:00+01:00" }],
    ["in another time zone", "e1", { dateTime: "2026-12-01T09:30:00", timeZone: "America/New_York" }, { dateTime: "2026-12-01T16:30:00+01:00" }],
    ["across a change of the clocks", "e1", { dateTime: "2027-03-28T01:30:00", timeZone: "Europe/Berlin" }, { dateTime: "2027-03-28T03:30:00+02:00" }],
    ["at a time that the clocks show twice", "e4", { dateTime: "2026-10-25T02:30:00", timeZone: "Europe/Berlin" }, {}],
    ["of whole days", "e3", { date: "2027-02-27" }, { date: "2027-03-02" }],
    ["of a series", "e4", { dateTime: "2026-12-01T09:30:00", timeZone: "Europe/Berlin" }, { dateTime: "2026-12-01T09:45:00+01:00" }],
    ["of one time of a series", "e4_20261208T080000Z", { dateTime: "2026-12-09T11:00:00+01:00" }, { dateTime: "2026-12-09T11:15:00+01:00" }],
  ])("%s keeps the length, and undo brings both back", async (_title, eventId, start, end) => {
    const calendar = await opened("imitation");
    const before = await eventOf(calendar, eventId);
    const changed = await calendar.call("events.update", { calendarId, eventId, start });
    expect(changed.data).toMatchObject({ end });
    expect(lengthOf(changed.data)).toBe(lengthOf(before));
    expect(await eventOf(calendar, eventId)).toMatchObject({ end });
    await undo(calendar, changed);
    const after = await eventOf(calendar, eventId);
    expect([after.start, after.end]).toEqual([before.start, before.end]);
  }); // prettier-ignore

  test("which turns a whole day into a time needs an end, and nothing is sent", async () => {
    const calendar = await opened("imitation");
    const error = calendar.call("events.update", { calendarId, eventId: "e3", start: { dateTime: "2026-12-24T10:00:00Z" } }); // prettier-ignore
    await expect(error).rejects.toMatchObject({ code: "invalid_params", path: "params.end", outcome: "not_started" }); // prettier-ignore
    expect(patches(calendar)).toEqual([]);
  });
});

test("guests who stay keep their answers, and a dry run names those who go", async () => {
  const calendar = await opened("imitation");
  const attendees = [{ email: own }, { email: "Cleo@partner.example" }, { email: "dora@acme.example" }];
  const params = { calendarId, eventId: "e1", attendees, sendUpdates: "none" };
  const { meta } = await calendar.call("events.update", { ...params, dry_run: true });
  expect(JSON.stringify(meta.warnings)).toContain("ben@acme.example, room1@resource.calendar.google.com");
  expect(JSON.stringify(meta.warnings)).not.toContain("cleo");
  await calendar.call("events.update", params);
  const { attendees: people } = await eventOf(calendar, "e1");
  expect((people as Dict[]).map(({ email, responseStatus }) => [email, responseStatus])).toEqual([
    [own, "accepted"],
    ["cleo@partner.example", "accepted"],
    ["dora@acme.example", "needsAction"],
  ]);
});

describe("one time of a recurring event", () => {
  const standups = async ({ call }: OpenedCalendar) =>
    (await call("events.list", { calendarId, timeMin: "2026-12-01T00:00:00Z", q: "Standup" })).data;
  const eventId = "e4_20261208T080000Z";

  test("changes without the others, and undo brings it back", async () => {
    const calendar = await opened("imitation");
    const before = await standups(calendar);
    const changed = await calendar.call("events.update", { calendarId, eventId, summary: "Standup and plan", start: { dateTime: "2026-12-08T16:00:00+01:00" } }); // prettier-ignore
    const now = await standups(calendar);
    expect([now[0], now[2]]).toEqual([before[0], before[2]]);
    expect(now[1]).toMatchObject({
      id: eventId,
      summary: "Standup and plan",
      start: { dateTime: "2026-12-08T16:00:00+01:00" },
    });
    await undo(calendar, changed);
    expect(await standups(calendar)).toEqual(before);
  });

  test("is answered and deleted without the others", async () => {
    const calendar = await opened("imitation");
    const before = await standups(calendar);
    await calendar.call("events.answer", { calendarId, eventId, responseStatus: "declined" });
    const [first, , last] = await standups(calendar);
    expect([first, last]).toEqual([before[0], before[2]]);
    await calendar.call("events.delete", { calendarId, eventId });
    expect(await standups(calendar)).toEqual([before[0], before[2]]);
  });
});

test("an answer leaves the other guests and the own comment, and its undo takes the new comment away", async () => {
  const calendar = await opened("imitation");
  const people = async () => (await eventOf(calendar, "e2")).attendees as Dict[];
  const before = await people();
  const declined = await calendar.call("events.answer", { calendarId, eventId: "e2", responseStatus: "declined", comment: "Sorry." }); // prettier-ignore
  expect(await people()).toEqual([before[0], { ...before[1], responseStatus: "declined", comment: "Sorry." }]); // prettier-ignore
  await calendar.call("events.answer", { calendarId, eventId: "e2", responseStatus: "accepted" });
  expect((await people())[1]).toMatchObject({ responseStatus: "accepted", comment: "Sorry." });
  await undo(calendar, declined);
  expect((await people())[1]).toMatchObject({ responseStatus: "tentative", comment: "" });
});

describe("an event whose answer is lost", () => {
  const params = { calendarId, summary: "Plan", start: { dateTime: "2026-12-03T10:00:00Z" }, end: { dateTime: "2026-12-03T11:00:00Z" } }; // prettier-ignore
  /** Loses the answers to the first `lost` requests that create, or the requests themselves. */
  const losing = (lost: number, what: "answer" | "request") => {
    let left = lost;
    const send: typeof fetch = async (input, init) => {
      if (init?.method !== "POST" || left-- <= 0) return fetch(input, init);
      if (what === "answer") await fetch(input, init);
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) }); // prettier-ignore
    };
    return { fetch: send } as never;
  };
  const plans = async ({ call }: OpenedCalendar) =>
    (await call("events.list", { calendarId, timeMin: "2026-12-03T00:00:00Z", q: "Plan" })).data;

  test("is found, and is not created twice", async () => {
    const calendar = await opened("imitation", losing(1, "answer"));
    const created = await calendar.call("events.create", params);
    expect(created.meta).toHaveProperty("recovered");
    expect(await plans(calendar)).toMatchObject([{ id: created.data.id, summary: "Plan" }]);
    await undo(calendar, created);
    expect(await plans(calendar)).toEqual([]);
  });

  test.each(["answer", "request"] as const)(
    "is there once after calls with the same idempotency key, if the %s is lost",
    async (what) => {
      const calendar = await opened("imitation", losing(1, what));
      const options = { idempotencyKey: "plan-1" };
      const create = async () =>
        calendar.calendar.execute("events", "create", params as never, options as never).catch((error: unknown) => error); // prettier-ignore
      const first = await create();
      if (what === "request") expect(first).toMatchObject({ outcome: "unknown" });
      expect(await create()).toMatchObject({ data: { summary: "Plan" } });
      expect(await plans(calendar)).toHaveLength(1);
    },
  );
});
