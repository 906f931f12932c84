import type { Result } from "agent-connectors";
import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { calendarPlatform } from "../../../eval/platforms/google-calendar/platform.ts";
import {
  type Calendar,
  type Event,
  findEvent,
  timeline,
} from "../../../eval/platforms/google-calendar/state.ts";
import { events, own } from "./open-calendar.ts";

// Random walks of calls that should do no harm. After each call, the test compares the calendars with those before.

type Dict = Record<string, unknown>;
const team = "team@group.calendar.google.com";

/** A calendar without sockets. `lose`: whether the answer to the next write is lost. */
function opened() {
  const platform = calendarPlatform([
    { id: own, title: "Ana", events: events() },
    { id: team, title: "Team", events: [] },
  ]);
  const state = { lose: false };
  const send = (async (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input);
    const body = init?.body ? (JSON.parse(init.body as string) as unknown) : undefined;
    const method = init?.method ?? "GET";
    const { status, body: answer } = platform.answer({ method, path: decodeURIComponent(pathname), query: [...searchParams], body }); // prettier-ignore
    if (method !== "GET" && state.lose) {
      state.lose = false;
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) }); // prettier-ignore
    }
    return answer === undefined ? new Response(null, { status }) : Response.json(answer, { status });
  }) as typeof fetch;
  const connector = new GoogleCalendarConnector({ auth: { access_token: "ana-token-0123456789" } }, { fetch: send, policy: { effects: ["read", "write", "destructive"] } } as never); // prettier-ignore
  const call = async (name: string, params: Dict, options: Dict = {}) => {
    const [entity, action] = name.split(".");
    return (await connector.execute(entity as never, action as never, { calendarId: "primary", ...params } as never, options as never)) as unknown as Result<Dict & Dict[]>; // prettier-ignore
  };
  const undo = async ({ meta }: Result<Dict & Dict[]>) => call(`${meta.undo!.entity}.${meta.undo!.action}`, meta.undo!.params as Dict); // prettier-ignore
  return { platform, state, call, undo };
}
type Opened = ReturnType<typeof opened>;

/** Everything that people see, by the id of each single event. */
const seen = ({ platform }: Opened): Map<string, Event> =>
  new Map([...platform.calendars.values()].flatMap((calendar: Calendar) => timeline(calendar).map((event) => [`${calendar.title} ${event.id}`, event] as const))); // prettier-ignore
const withoutTimes = ({ start: _start, end: _end, ...rest }: Event) => rest;
const lengthOf = ({ start, end }: Event) =>
  start.date === undefined
    ? Date.parse(end.dateTime!) - Date.parse(start.dateTime!)
    : `${Date.parse(end.date!) - Date.parse(start.date)} of whole days`;
/** If a series has other times, the ids of its single times are others. */
const exists = ({ platform }: Opened, id: string) => findEvent(platform.calendars.get(own)!, id) !== undefined; // prettier-ignore
/** The ids of a recurring event contain its times, so that they change with the times. */
const otherThan = (all: Map<string, Event>, id: string) =>
  [...all].filter(([name]) => !name.includes(` ${id}_`) && !name.endsWith(` ${id}`));

const ids = ["e1", "e2", "e3", "e4", "e4_20261208T080000Z"];
const zone = fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "UTC");
const two = (value: number) => String(value).padStart(2, "0");
/** Times of many days, some of which have a change of the clocks. */
const dayOf = fc.constantFrom("2026-10-25", "2026-11-01", "2026-12-31", "2027-03-14", "2027-03-28", "2027-04-04"); // prettier-ignore
const clock = fc.tuple(dayOf, fc.nat(23), fc.constantFrom(0, 15, 30)).map(([date, hour, minute]) => `${date}T${two(hour)}:${two(minute)}:00`); // prettier-ignore
const eventId = fc.constantFrom(...ids);

type Step = (opened: Opened) => Promise<void>;

const read: fc.Arbitrary<Step> = fc
  .constantFrom<[string, Dict]>(
    ["events.list", { timeMin: "2026-10-01T00:00:00Z" }],
    ["events.get", { eventId: "e4" }],
    ["events.list_instances", { eventId: "e4" }],
    ["free_busy.get", { calendarId: undefined, calendarIds: ["primary"], timeMin: "2026-12-01T00:00:00Z", timeMax: "2026-12-09T00:00:00Z" }],
    ["free_busy.find", { calendarId: undefined, calendarIds: ["primary", team], timeMin: "2026-12-01T00:00:00Z", timeMax: "2026-12-09T00:00:00Z", minutes: 30, dayStart: "09:00", timeZone: "Asia/Kolkata" }],
    ["calendars.list", { calendarId: undefined }],
    ["events.update", { eventId: "e1", summary: "Dry", start: { date: "2026-12-01" }, end: { date: "2026-12-02" }, dry_run: true }],
    ["events.create", { summary: "Dry", start: { date: "2026-12-01" }, end: { date: "2026-12-02" }, dry_run: true }],
    ["events.delete", { eventId: "e4", dry_run: true }],
    ["events.answer", { eventId: "e2", responseStatus: "declined", dry_run: true }],
    ["events.move", { eventId: "e3", destination: team, dry_run: true }],
  ).map(([name, params]) => async (one) => {
    const before = seen(one);
    await one.call(name, params);
    expect({ name, seen: seen(one) }).toEqual({ name, seen: before });
    expect(one.platform.mails).toEqual([]);
  }); // prettier-ignore

const reschedule: fc.Arbitrary<Step> = fc.tuple(eventId, clock, zone, fc.boolean()).map(([id, time, timeZone, stays]) => async (one) => {
  if (!exists(one, id)) return;
  const calendar = one.platform.calendars.get(own)!;
  // Google forgets what was different in single times if the times of the whole series change.
  if (id === "e4" && calendar.changed.size > 0) return;
  const before = seen(one);
  const start = id === "e3" ? { date: time.slice(0, 10) } : { dateTime: time, timeZone };
  const changed = await one.call("events.update", { eventId: id, start });
  const after = seen(one);
  expect(otherThan(after, id)).toEqual(otherThan(before, id));
  const lengths = (all: Map<string, Event>) => [...all.values()].filter((event) => event.id === id || event.recurringEventId === id).map(lengthOf);
  expect(lengths(after)).toEqual(lengths(before));
  if (stays) return;
  await one.undo(changed);
  const earlier = [...seen(one)].map(([name, event]) => [name, withoutTimes(event), lengthOf(event), Date.parse(event.start.dateTime ?? event.start.date!)]);
  expect(earlier).toEqual([...before].map(([name, event]) => [name, withoutTimes(event), lengthOf(event), Date.parse(event.start.dateTime ?? event.start.date!)]));
}); // prettier-ignore

const rename: fc.Arbitrary<Step> = fc.tuple(eventId, fc.string({ minLength: 1, maxLength: 9 })).map(([id, summary]) => async (one) => {
  if (!exists(one, id)) return;
  const before = seen(one);
  const changed = await one.call("events.update", { eventId: id, summary });
  const after = seen(one);
  expect(otherThan(after, id)).toEqual(otherThan(before, id));
  for (const [name, event] of after) expect(name).toSatisfy(() => lengthOf(event) === lengthOf(before.get(name)!));
  await one.undo(changed);
  expect(seen(one)).toEqual(before);
}); // prettier-ignore

const answer: fc.Arbitrary<Step> = fc.tuple(fc.constantFrom("e1", "e2", "e4_20261208T080000Z"), fc.constantFrom("accepted", "declined", "tentative"), fc.boolean()).map(([id, responseStatus, stays]) => async (one) => {
  if (!exists(one, id)) return;
  const before = seen(one);
  const others = (all: Map<string, Event>) => [...all].map(([name, { attendees, ...rest }]) => [name, rest, attendees?.filter(({ email }) => email !== own)]);
  const answered = await one.call("events.answer", { eventId: id, responseStatus, comment: "Yes" });
  expect(others(seen(one))).toEqual(others(before));
  if (!stays && answered.meta.undo) await one.undo(answered);
}); // prettier-ignore

const invite: fc.Arbitrary<Step> = fc.constantFrom("e1", "e4", "e4_20261208T080000Z").map((id) => async (one) => {
  if (!exists(one, id)) return;
  const before = seen(one);
  const { data } = await one.call("events.get", { eventId: id });
  const guests = (data.attendees as Dict[]).map(({ email }) => ({ email }));
  const changed = await one.call("events.update", { eventId: id, attendees: [...guests, { email: "fay@acme.example" }], sendUpdates: "none" });
  for (const [name, { attendees = [] }] of seen(one))
    expect(attendees.filter(({ email }) => email !== "fay@acme.example")).toEqual(before.get(name)!.attendees ?? []);
  await one.undo(changed);
  expect([...seen(one)].map(([name, { attendees }]) => [name, attendees?.map(({ email, responseStatus }) => [email, responseStatus])])).toEqual([...before].map(([name, { attendees }]) => [name, attendees?.map(({ email, responseStatus }) => [email, responseStatus])]));
}); // prettier-ignore

const create: fc.Arbitrary<Step> = fc.tuple(clock, zone, fc.boolean(), fc.uuid()).map(([time, timeZone, lose, idempotencyKey]) => async (one) => {
  const before = seen(one);
  const start = { dateTime: time, timeZone };
  const end = { dateTime: `2028${time.slice(4)}`, timeZone };
  const params = { summary: "New", start, end };
  one.state.lose = lose;
  const first = await one.call("events.create", params, { idempotencyKey });
  const again = await one.call("events.create", params, { idempotencyKey });
  expect(again.data.id).toBe(first.data.id);
  expect(seen(one).size).toBe(before.size + 1);
  await one.undo(first);
  expect(seen(one)).toEqual(before);
}); // prettier-ignore

const move: fc.Arbitrary<Step> = fc.constantFrom("e1", "e3").map((id) => async (one) => {
  const before = seen(one);
  const moved = await one.call("events.move", { eventId: id, destination: team });
  expect(seen(one).size).toBe(before.size);
  await one.undo(moved);
  expect(new Map([...seen(one)].toSorted())).toEqual(new Map([...before].toSorted()));
}); // prettier-ignore

test("no walk of harmless calls changes what it should leave", { timeout: 60_000 }, async () => {
  const step = fc.oneof(read, reschedule, rename, answer, invite, create, move);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const one = opened();
      for (const run of steps) await run(one);
    }),
    { numRuns: 60 },
  );
});
