import type { AnyConnector } from "agent-connectors";
import { describe, expect, test } from "vitest";
import type { SeenRequest } from "../connectors/google/check-request.ts";
import type { Loop } from "./adapter.ts";
import { benchTests, type Call, failure } from "./platform-suite.ts";

type Dict = Record<string, unknown>;

/** A connector to a new mailbox or calendar, in process or in hosted mode. */
export interface GoogleBench {
  connector: AnyConnector;
  seen: SeenRequest[];
  close: () => Promise<void>;
}
type Open = () => Promise<GoogleBench>;
type CallByName = (name: string, params?: Dict) => ReturnType<Call>;

const writes = ({ seen }: GoogleBench) => seen.filter(({ method, path }) => method !== "GET" && !path.endsWith("/freeBusy")).length; // prettier-ignore
const using = (open: Open) => {
  const run = benchTests(open, ({ connector }) => connector);
  return (title: string, body: (call: CallByName, bench: GoogleBench) => Promise<void>) =>
    run(title, (call, bench) => body((name, params) => call(...(name.split(".") as [string, string]), params), bench)); // prettier-ignore
};

/** Tests what every connector to Gmail must do, in process and in hosted mode. */
export function testGmail(name: string, open: Open): void {
  describe(`Gmail ${name}`, () => {
    const run = using(open);
    run("check() says whose mailbox it is", async (_call, { connector }) => {
      expect(await connector.check()).toMatchObject({ status: "healthy", identity: { emailAddress: "ana@acme.example" } }); // prettier-ignore
    });
    run("messages are found page by page, and read as text", async (call) => {
      const { data, meta } = await call("messages.search", { q: "in:inbox", limit: 2 });
      expect(data.map(({ id }) => id)).toEqual(["m4", "m3"]);
      const rest = await call("messages.search", { q: "in:inbox", limit: 2, cursor: meta.next_cursor });
      expect(rest.data.map(({ id }) => id)).toEqual(["m1"]);
      expect((await call("messages.get", { id: "m3" })).data.text).toContain("Big sale & more");
    });
    run("a file of a message is a stream", async (call) => {
      const { data, meta } = await call("attachments.get", { messageId: "m4", partId: "1" });
      expect(meta).toMatchObject({ filename: "bill 1.pdf", content_type: "application/pdf" });
      expect(await new Response(data as unknown as ReadableStream).text()).toBe("%PDF-1.4\n");
    });
    run("a message is archived, and brought back by undo", async (call, bench) => {
      const { meta } = await call("messages.archive", { id: "m1" });
      await call(`${meta.undo!.entity}.${meta.undo!.action}`, meta.undo!.params);
      expect((await call("messages.get", { id: "m1" })).data.labelIds).toContain("INBOX");
      expect(writes(bench)).toBe(2);
    });
    run("a label is added by its name, and an unknown name is not sent", async (call, bench) => {
      await call("messages.change_labels", { id: "m1", addLabelIds: ["bills"] });
      expect((await call("messages.get", { id: "m1" })).data.labelIds).toContain("Label_1");
      const error = await failure(call("messages.change_labels", { id: "m1", addLabelIds: ["Bils"] }));
      expect(error).toMatchObject({ code: "invalid_params", path: "params.addLabelIds[0]", hint: expect.stringContaining("Bills") as unknown }); // prettier-ignore
      expect(writes(bench)).toBe(1);
    });
    run("a dry run says who gets a message, and a wrong message is not sent", async (call, bench) => {
      const { data } = await call("messages.reply", { id: "m1", text: "Hi.", replyAll: true, dry_run: true });
      expect(data).toMatchObject({ external: ["cleo@partner.example"] });
      expect(await failure(call("messages.send", { to: ["ben@acme.example\r\nBcc: eve@evil.example"], text: "Hi." }))).toMatchObject({ code: "invalid_params", path: "params.to[0]", outcome: "not_started" }); // prettier-ignore
      expect(await failure(call("messages.get", { id: "gone" }))).toMatchObject({ code: "not_found" });
      expect(writes(bench)).toBe(0);
    });
  });
}

/** Tests what every connector to Google Calendar must do, in process and in hosted mode. */
export function testCalendar(name: string, open: Open): void {
  describe(`Google Calendar ${name}`, () => {
    const run = using(open);
    const event = { calendarId: "primary", eventId: "e1" };
    run("check() says whose calendar it is", async (_call, { connector }) => {
      expect(await connector.check()).toMatchObject({ status: "healthy", identity: { id: "ana@acme.example" } }); // prettier-ignore
    });
    run("an event is changed, and brought back by undo", async (call, bench) => {
      const dry = await call("events.update", {
        ...event,
        summary: "New",
        sendUpdates: "all",
        dry_run: true,
      });
      expect(dry.data).toMatchObject({ before: { summary: "Review" }, external: ["cleo@partner.example"], notified_people: 2 }); // prettier-ignore
      const { meta } = await call("events.update", { ...event, summary: "New" });
      expect(meta.audience).toContain("cleo@partner.example");
      await call("events.update", meta.undo!.params);
      expect((await call("events.get", event)).data.summary).toBe("Review");
      expect(writes(bench)).toBe(2);
    });
    run("an answer is sent, and a wrong time is not", async (call, bench) => {
      await call("events.answer", { ...event, eventId: "e2", responseStatus: "accepted" });
      const error = await failure(call("events.update", { ...event, start: { dateTime: "2026-12-01T10:00:00" } })); // prettier-ignore
      expect(error).toMatchObject({ code: "invalid_params", path: "params.start", outcome: "not_started" });
      expect(await failure(call("events.get", { ...event, eventId: "gone" }))).toMatchObject({ code: "not_found" }); // prettier-ignore
      expect(writes(bench)).toBe(1);
    });
  });
}

/** Tests that an adapter offers Gmail. The calls go through the framework's own loop. */
export function testGmailAdapter({ name, run }: Loop, open: Open): void {
  test(`${name}: a model reads mail, writes once, and sends nothing outside`, async () => {
    const bench = await open();
    try {
      const seen = await run(bench.connector, [
        [{ id: "c1", args: { entity: "messages", action: "get", params: { id: "m1" } } }],
        [{ id: "c2", args: { entity: "messages", action: "reply", params: { id: "m1", text: "Done." } } }],
        [{ id: "c3", args: { entity: "messages", action: "get", params: { id: "gone" } } }],
        [{ id: "c4", args: { entity: "messages", action: "forward", params: { id: "m1", to: ["eve@evil.example"] } } }], // prettier-ignore
        [{ id: "c5", args: { entity: "labels", action: "delete", params: { id: "Label_1" } } }],
      ]);
      const [read, sent, missing, outside, refused] = seen.map(([one]) => JSON.parse(one!.text) as Dict);
      expect(read).toMatchObject({ data: { text: "Can you check the plan?" }, untrusted: expect.arrayContaining(["from", "subject", "text"]) as unknown }); // prettier-ignore
      expect(sent).toMatchObject({ data: { threadId: "t1" } });
      expect(missing).toMatchObject({ error: { code: "not_found" } });
      expect(outside).toMatchObject({ error: { code: "policy_denied" } });
      // A tool does not offer what cannot be undone.
      expect(refused).toMatchObject({ error: { code: "policy_denied" } });
      expect(writes(bench)).toBe(1);
    } finally {
      await bench.close();
    }
  });
}

/** Tests that an adapter offers Google Calendar. The calls go through the framework's own loop. */
export function testCalendarAdapter({ name, run }: Loop, open: Open): void {
  test(`${name}: a model reads a calendar, changes one time of a series, and invites nobody from outside`, async () => {
    const bench = await open();
    try {
      const turn = (id: string, action: string, params: Dict) => [
        { id, args: { entity: "events", action, params: { calendarId: "primary", ...params } } },
      ];
      const start = { dateTime: "2026-12-08T16:00:00", timeZone: "Europe/Berlin" };
      const guests = { attendees: [{ email: "eve@evil.example" }], sendUpdates: "all" };
      const seen = await run(bench.connector, [
        turn("c1", "list", { timeMin: "2026-12-08T00:00:00+01:00", q: "Standup" }),
        turn("c2", "update", { eventId: "e4_20261208T080000Z", start }),
        turn("c3", "get", { eventId: "gone" }),
        turn("c4", "update", { eventId: "e3", ...guests }),
        turn("c5", "delete", { eventId: "e3" }),
      ]);
      const [read, changed, missing, outside, refused] = seen.map(([one]) => JSON.parse(one!.text) as Dict);
      expect(read).toMatchObject({ untrusted: expect.arrayContaining(["summary"]) as unknown });
      expect(JSON.stringify(read)).toContain("e4_20261208T080000Z");
      // A new start keeps the length of the event.
      expect(changed).toMatchObject({ data: { end: { dateTime: "2026-12-08T16:15:00+01:00" } }, undo: { "events.update": expect.any(Object) as unknown } }); // prettier-ignore
      expect(missing).toMatchObject({ error: { code: "not_found" } });
      expect(outside).toMatchObject({ error: { code: "policy_denied" } });
      // A tool does not offer what cannot be undone.
      expect(refused).toMatchObject({ error: { code: "policy_denied" } });
      expect(writes(bench)).toBe(1);
    } finally {
      await bench.close();
    }
  });
}
