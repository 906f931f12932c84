import { defineConnector } from "agent-connectors";
import { testConnector } from "agent-connectors/testing";
import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConnectorFile } from "../../../src/core/contract/connector-file.ts";
import { hasCorpus, readCorpus, titled } from "../corpus-file.ts";
import { calendarServer } from "./calendar-server.ts";
import { allOf, compile } from "./documents.ts";

const gmailFile = "google-gmail-v1.discovery.json";
const calendarFile = "google-calendar-v3.discovery.json";
const compiled = (file: string) => compile(JSON.parse(readCorpus(file)));
const open = (file: ConnectorFile, endpoint: string, token = "ana-token") => {
  const Connector = defineConnector(file);
  const options = { endpoint, policy: allOf(file.actions) };
  return new Connector({ auth: { access_token: token } } as never, options as never);
};

describe.each([
  [gmailFile, 79],
  [calendarFile, 38],
])("%s", (name, methods) => {
  test.skipIf(!hasCorpus(name))(
    titled("every method is an action, and all checks of a connector pass", name),
    async () => {
      const { file, report } = compiled(name);
      expect(report).toMatchObject({ actions: methods, skipped: [] });
      const tested = await testConnector(file, { policy: allOf(file.actions) });
      expect(tested).toMatchObject({ actions: methods, skipped: [], forbidden: [] });
    },
  );
});

describe.skipIf(!hasCorpus(gmailFile))(titled("Gmail over a socket", gmailFile), () => {
  let server: Emulator;
  let gmail: ReturnType<typeof open>;
  beforeAll(async () => {
    const messages = Array.from({ length: 5 }, (_, index) => ({
      id: `m${index + 1}`,
      user_email: "ana@acme.test",
      from: "bob@acme.test",
      to: "ana@acme.test",
      subject: `Invoice-${index + 1}`,
      body_text: "Please pay.",
      label_ids: ["INBOX", "UNREAD"],
    }));
    const seed = { users: [{ email: "ana@acme.test", name: "Ana" }], messages };
    server = await createEmulator({ service: "google", port: 0, seed: { google: seed } });
    gmail = open(compiled(gmailFile).file, server.url.replace("localhost", "127.0.0.1"));
  });
  afterAll(() => server.close());

  test("lists all messages page by page, and gets one", async () => {
    const ids: unknown[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { data, meta } = await gmail.execute("messages", "list", {
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      ids.push(...(data as unknown as { id: string }[]).map(({ id }) => id));
      cursor = meta.next_cursor;
      pages++;
    } while (cursor !== undefined);
    expect(pages).toBe(3);
    expect(ids.toSorted()).toEqual(["m1", "m2", "m3", "m4", "m5"]);
    const { data } = await gmail.execute("messages", "get", {
      id: "m1",
      format: "metadata",
      metadataHeaders: ["Subject"],
    });
    expect(data).toMatchObject({ id: "m1", payload: { headers: [{ name: "Subject", value: "Invoice-1" }] } });
  });

  test("searches with a query", async () => {
    const { data } = await gmail.execute("messages", "list", { q: "is:unread subject:invoice-3" });
    expect(data).toMatchObject([{ id: "m3" }]);
  });

  test("sends a message, changes labels, moves a message to the trash and back", async () => {
    const raw = Buffer.from(
      "From: ana@acme.test\r\nTo: bob@acme.test\r\nSubject: Paid\r\n\r\nDone.",
    ).toString("base64url");
    const { data: sent } = await gmail.execute("messages", "send", { raw });
    expect(sent).toMatchObject({ labelIds: expect.arrayContaining(["SENT"]) as unknown });
    const { data: changed } = await gmail.execute("messages", "modify", { id: "m1", addLabelIds: ["STARRED"], removeLabelIds: ["UNREAD"] }); // prettier-ignore
    expect((changed as { labelIds: string[] }).labelIds.toSorted()).toEqual(["INBOX", "STARRED"]);
    const labels = async () => ((await gmail.execute("messages", "get", { id: "m1" })).data as { labelIds: string[] }).labelIds; // prettier-ignore
    await gmail.execute("messages", "trash", { id: "m1" });
    expect(await labels()).toContain("TRASH");
    await gmail.execute("messages", "untrash", { id: "m1" });
    expect(await labels()).not.toContain("TRASH");
  });

  test("creates, updates and deletes a label", async () => {
    const { data } = await gmail.execute("labels", "create", { name: "Invoices", labelListVisibility: "labelShow", messageListVisibility: "show" }); // prettier-ignore
    const { id } = data as { id: string };
    await gmail.execute("labels", "update", { id, name: "Paid invoices" });
    const names = async () =>
      ((await gmail.execute("labels", "list")).data as unknown as { name: string }[]).map(({ name }) => name);
    expect(await names()).toContain("Paid invoices");
    await gmail.execute("labels", "delete", { id });
    expect(await names()).not.toContain("Paid invoices");
  });

  test("creates, replaces and deletes a draft", async () => {
    const raw = (subject: string) => Buffer.from(`To: bob@acme.test\r\nSubject: ${subject}\r\n\r\nHi.`).toString("base64url"); // prettier-ignore
    const { data } = await gmail.execute("drafts", "create", { message: { raw: raw("One") } });
    const { id } = data as { id: string };
    await gmail.execute("drafts", "update", { id, message: { raw: raw("Two") } });
    const { data: draft } = await gmail.execute("drafts", "get", { id });
    expect(JSON.stringify(draft)).toContain('"Two"');
    await gmail.execute("drafts", "delete", { id });
    await expect(gmail.execute("drafts", "get", { id })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe.skipIf(!hasCorpus(calendarFile))(titled("Calendar over a socket", calendarFile), () => {
  let server: Awaited<ReturnType<typeof calendarServer>>;
  let file: ConnectorFile;
  let calendar: ReturnType<typeof open>;
  beforeAll(async () => {
    server = await calendarServer("ana-token", 7);
    ({ file } = compiled(calendarFile));
    calendar = open(file, server.endpoint);
  });
  afterAll(() => server.close());
  const time = (hour: number) => ({ dateTime: `2026-12-01T${hour}:00:00Z` });

  test("lists all events page by page", async () => {
    const pages: number[] = [];
    let cursor: string | undefined;
    do {
      const params = {
        calendarId: "primary",
        timeMin: "2026-01-01T00:00:00Z",
        limit: 3,
        ...(cursor === undefined ? {} : { cursor }),
      };
      const { data, meta } = await calendar.execute("events", "list", params);
      pages.push((data as unknown as unknown[]).length);
      cursor = meta.next_cursor;
    } while (cursor !== undefined);
    expect(pages).toEqual([3, 3, 1]);
    expect(server.seen.at(-1)?.query).toEqual({
      timeMin: "2026-01-01T00:00:00Z",
      maxResults: "3",
      pageToken: "page-6",
    });
  });

  test("creates, gets, updates, replaces and deletes an event", async () => {
    const calendarId = "team@group.calendar.google.com";
    const { data } = await calendar.execute("events", "create", { calendarId, summary: "Review", start: time(10), end: time(11), attendees: [{ email: "bob@acme.test" }], sendUpdates: "all" }); // prettier-ignore
    const { id } = data as { id: string };
    expect(server.seen.at(-1)).toEqual({
      method: "POST",
      path: `/calendar/v3/calendars/${calendarId}/events`,
      query: { sendUpdates: "all" },
      body: { summary: "Review", start: time(10), end: time(11), attendees: [{ email: "bob@acme.test" }] },
    });
    const get = async () => (await calendar.execute("events", "get", { calendarId, eventId: id })).data;
    expect(await get()).toMatchObject({ summary: "Review" });
    await calendar.execute("events", "update", { calendarId, eventId: id, summary: "Second review" });
    expect(await get()).toMatchObject({ summary: "Second review", start: time(10) });
    await calendar.execute("events", "replace", { calendarId, eventId: id, start: time(12), end: time(13) });
    expect(await get()).not.toHaveProperty("summary");
    const { data: deleted } = await calendar.execute("events", "delete", { calendarId, eventId: id });
    expect(deleted).toEqual({});
    expect(await get()).toMatchObject({ status: "cancelled" });
    await expect(calendar.execute("events", "delete", { calendarId, eventId: id })).rejects.toMatchObject({ code: "not_found", platform: { status: 410, code: "deleted" } }); // prettier-ignore
  });

  test("the errors of the platform have its reason and its words", async () => {
    const error = calendar.execute("events", "list", { calendarId: "nobody" });
    await expect(error).rejects.toMatchObject({ code: "not_found", platform: { code: "notFound" } });
    const refused = open(file, server.endpoint, "old-token").execute("events", "list", {
      calendarId: "primary",
    });
    await expect(refused).rejects.toMatchObject({ code: "credential_rejected", message: expect.stringContaining("Invalid Credentials") as unknown }); // prettier-ignore
  });
});
