import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { labelChange } from "../../../src/connectors/gmail/label-changes.ts";
import { faultsOf } from "./gmail-document.ts";
import { type OpenedGmail, openGmail, own } from "./open-gmail.ts";

// Gmail's actions in the mailbox of an emulator, over sockets.

type Dict = Record<string, unknown>;
let opened: OpenedGmail;
let call: OpenedGmail["call"];
const all: OpenedGmail[] = [];
beforeEach(async () => {
  opened = await openGmail();
  all.push(opened);
  ({ call } = opened);
});
// Every request of these tests keeps to Google's description.
afterEach(() => expect(opened.seen.flatMap(faultsOf)).toEqual([]));
afterAll(() => Promise.all(all.map((one) => one.close())));

/** Reads the newest sent message with an independent parser. */
async function sentMail(at = -1) {
  const bodies = opened.seen.filter(({ path }) => path.endsWith("/messages/send")).map(({ body }) => body as { raw: string; threadId?: string }); // prettier-ignore
  const { raw, threadId } = bodies.at(at)!;
  return { ...(await PostalMime.parse(Buffer.from(raw, "base64url"))), threadId, count: bodies.length };
}
const addresses = (list?: readonly { address?: string | undefined }[]) => list?.map(({ address }) => address);
const labelsOf = async (id: string) => ((await call("messages.get", { id })).data.labelIds ?? []) as string[];
const undo = async ({ meta }: { meta: { undo?: { entity: string; action: string; params: object } } }) =>
  call(`${meta.undo!.entity}.${meta.undo!.action}`, meta.undo!.params as Dict);

test("a search returns the heads of messages, page by page", async () => {
  const { data, meta } = await call("messages.search", { q: "in:inbox", limit: 2 });
  expect(data).toMatchObject([
    { id: "m4", threadId: "t4", from: "Zeé Bank <ze@bank.example>", subject: "Größe", date: "2026-09-21T14:13:24.000Z", labelIds: ["INBOX", "UNREAD"] }, // prettier-ignore
    { id: "m3", from: "news@shop.example", subject: "Sale" },
  ]);
  expect(data[0]).not.toHaveProperty("text");
  const { data: rest, meta: end } = await call("messages.search", { q: "in:inbox", limit: 2, cursor: meta.next_cursor }); // prettier-ignore
  expect(rest.map(({ id }) => id)).toEqual(["m1"]);
  expect(end).toMatchObject({ has_more: false });
  expect((await call("messages.list_ids", { q: "in:inbox" })).data).toEqual([
    { id: "m4", threadId: "t4" },
    { id: "m3", threadId: "t3" },
    { id: "m1", threadId: "t1" },
  ]);
});

test("a message has its text, and the text of HTML is readable", async () => {
  expect((await call("messages.get", { id: "m4" })).data).toMatchObject({
    text: "Schöne Grüße",
    subject: "Größe",
    attachments: [{ partId: "1", filename: "bill 1.pdf", mimeType: "application/pdf", size: 9 }],
  });
  expect((await call("messages.get", { id: "m3" })).data).toMatchObject({
    text: "Big sale & more\n\nLook (https://shop.example/x)",
    replyTo: "Help <help@shop.example>",
  });
});

test("a file of a message is a file", async () => {
  const { data, meta } = await call("attachments.get", { messageId: "m4", partId: "1" });
  expect(meta).toMatchObject({ filename: "bill 1.pdf", content_type: "application/pdf", size: 9 });
  expect(await new Response(data as unknown as ReadableStream).text()).toBe("%PDF-1.4\n");
  await expect(call("attachments.get", { messageId: "m4", partId: "7" })).rejects.toMatchObject({ code: "not_found", hint: "The files of the message: 1." }); // prettier-ignore
});

test("a message is sent as it was written", async () => {
  const params = { to: ["Ben <ben@acme.example>"], cc: ["cleo@partner.example"], subject: "Grüße", text: "Hallo ✓", html: "<b>Hallo ✓</b>", attachments: [{ filename: "a.csv", content_type: "text/csv", content: "a,ü" }] }; // prettier-ignore
  const { data, meta } = await call("messages.send", params);
  expect(data.labelIds).toContain("SENT");
  // A sent message cannot be called back.
  expect(meta.undo).toBeUndefined();
  const mail = await sentMail();
  expect(mail).toMatchObject({ subject: "Grüße", to: [{ name: "Ben", address: "ben@acme.example" }], cc: [{ address: "cleo@partner.example" }] }); // prettier-ignore
  expect(mail.text?.trim()).toBe("Hallo ✓");
  expect(mail.attachments).toMatchObject([{ filename: "a.csv", mimeType: "text/csv" }]);
});

test("an answer goes to the sender, in the same thread", async () => {
  await call("messages.reply", { id: "m1", text: "Done." });
  const mail = await sentMail();
  expect(mail).toMatchObject({ threadId: "t1", subject: "Re: Launch plan", inReplyTo: "<m1@acme.example>", references: "<m0@acme.example> <m1@acme.example>" }); // prettier-ignore
  expect(addresses(mail.to)).toEqual(["ben@acme.example"]);
  expect(mail.cc).toBeUndefined();
});

test("an answer to all goes to everybody but the account", async () => {
  await call("messages.reply", { id: "m1", text: "Done.", replyAll: true });
  const { to, cc } = await sentMail();
  expect(addresses(to)).toEqual(["ben@acme.example"]);
  expect(addresses(cc)).toEqual(["cleo@partner.example"]);
});

test("an answer to an own message goes to its recipients, and reply-to counts", async () => {
  await call("messages.reply", { id: "m2", text: "One more." });
  const mail = await sentMail();
  expect(addresses(mail.to)).toEqual(["ben@acme.example", "dora@acme.example"]);
  expect(mail.subject).toBe("Re: Launch plan");
  await call("messages.reply", { id: "m3", text: "Stop." });
  expect(addresses((await sentMail()).to)).toEqual(["help@shop.example"]);
});

test("a forwarded message has the text and the files", async () => {
  await call("messages.forward", { id: "m4", to: ["ben@acme.example"], text: "Please pay <soon>." });
  const mail = await sentMail();
  expect(mail.subject).toBe("Fwd: Größe");
  expect(mail.text).toContain("Please pay <soon>.");
  expect(mail.text).toContain("From: Zeé Bank <ze@bank.example>");
  expect(mail.text).toContain("Schöne Grüße");
  expect(mail.attachments).toMatchObject([{ filename: "bill 1.pdf", mimeType: "application/pdf" }]);
  await call("messages.forward", { id: "m3", to: ["ben@acme.example"], text: "<script>" });
  const { html } = await sentMail();
  expect(html).toContain("&lt;script&gt;");
  expect(html).toContain("<b>sale</b>");
});

test.each([
  ["messages.archive", {}, ["UNREAD"]],
  ["messages.mark_read", {}, ["INBOX"]],
  ["messages.change_labels", { addLabelIds: ["STARRED", "Label_1"], removeLabelIds: ["UNREAD"] }, ["INBOX", "STARRED", "Label_1"]], // prettier-ignore
  ["messages.trash", {}, ["UNREAD", "TRASH"]],
])("%s changes the labels, and undo brings them back", async (name, params, labels) => {
  const changed = await call(name, { id: "m1", ...params });
  expect(await labelsOf("m1")).toEqual(labels);
  await undo(changed);
  expect((await labelsOf("m1")).toSorted()).toEqual(["INBOX", "UNREAD"]);
});

test("what changes nothing has no undo", async () => {
  await call("messages.mark_read", { id: "m1" });
  expect((await call("messages.mark_read", { id: "m1" })).meta.undo).toBeUndefined();
  const { meta } = await call("messages.mark_unread", { id: "m1" });
  expect(meta.undo).toMatchObject({ action: "change_labels", params: { id: "m1", removeLabelIds: ["UNREAD"] } }); // prettier-ignore
});

test("an answer without the message gives no undo", () => {
  const { undo: undoOf } = labelChange("messages");
  expect(undoOf({ id: "m1" }, {}, { labels: [["INBOX"]] })).toBeUndefined();
  expect(undoOf({ id: "m1" }, { id: "m1" }, { labels: [["INBOX"]] })).toMatchObject({ params: { addLabelIds: ["INBOX"] } }); // prettier-ignore
});

test("many messages change their labels in one request", async () => {
  const { data } = await call("messages.change_labels_many", {
    ids: ["m1", "m3"],
    removeLabelIds: ["UNREAD"],
  });
  expect(data).toEqual({ ids: ["m1", "m3"] });
  expect((await call("messages.search", { q: "is:unread" })).data.map(({ id }) => id)).toEqual(["m4"]);
});

test("the labels of a thread change, and come back if all messages had the same", async () => {
  const { data: thread } = await call("threads.get", { id: "t1" });
  expect((thread.messages as Dict[]).map(({ text }) => text)).toEqual(["Can you check the plan?", "I will."]);
  const starred = await call("threads.change_labels", { id: "t1", addLabelIds: ["STARRED"] });
  expect(await labelsOf("m2")).toContain("STARRED");
  await undo(starred);
  expect(await labelsOf("m2")).toEqual(["SENT"]);
  // Only one of the two messages was in the inbox.
  expect((await call("threads.trash", { id: "t1" })).meta.undo).toBeUndefined();
  await call("threads.untrash", { id: "t1" });
  expect(await labelsOf("m2")).not.toContain("TRASH");
  expect((await call("threads.list", { q: "from:bank" })).data).toMatchObject([{ id: "t4" }]);
});

test("a draft is written, changed, read and sent", async () => {
  const created = await call("drafts.create", { to: ["ben@acme.example"], subject: "Plan", text: "Hi.", attachments: [{ filename: "a.txt", content: "A" }] }); // prettier-ignore
  const id = created.data.id as string;
  expect(created.meta.undo).toEqual({ entity: "drafts", action: "delete", params: { id } });
  const changed = await call("drafts.update", { id, subject: "Plan B" });
  const draft = async () => (await call("drafts.get", { id })).data.message as Dict;
  expect(await draft()).toMatchObject({ to: "ben@acme.example", subject: "Plan B", text: "Hi.", attachments: [{ filename: "a.txt" }] }); // prettier-ignore
  await undo(changed);
  expect(await draft()).toMatchObject({ subject: "Plan", text: "Hi.", attachments: [{ filename: "a.txt" }] });
  await call("drafts.update", { id, text: "Hello.", attachments: [], cc: ["cleo@partner.example"] });
  expect(await draft()).toMatchObject({ subject: "Plan", text: "Hello.", cc: "cleo@partner.example" });
  expect(await draft()).not.toHaveProperty("attachments");
  expect((await call("drafts.list")).data).toMatchObject([{ id }]);
  expect((await call("drafts.send", { id })).data.labelIds).toContain("SENT");
  expect((await call("drafts.list")).data).toEqual([]);
});

test("a draft can answer a message, and is deleted for ever", async () => {
  const { data } = await call("drafts.create", { replyToId: "m1", text: "Later." });
  expect(data).toMatchObject({ message: { threadId: "t1" } });
  const { data: draft } = await call("drafts.get", { id: data.id });
  expect(draft.message).toMatchObject({ to: "Ben Ruiz <ben@acme.example>", subject: "Re: Launch plan" });
  expect((await call("drafts.delete", { id: data.id })).data).toEqual({ id: data.id });
  await expect(call("drafts.get", { id: data.id })).rejects.toMatchObject({ code: "not_found" });
});

test("labels are created, renamed and deleted", async () => {
  const created = await call("labels.create", { name: "Trips/2026" });
  const id = created.data.id as string;
  expect(created.meta.undo).toEqual({ entity: "labels", action: "delete", params: { id } });
  const renamed = await call("labels.update", { id, name: "Trips" });
  await undo(renamed);
  expect((await call("labels.get", { id })).data.name).toBe("Trips/2026");
  expect((await call("labels.list")).data).toContainEqual(expect.objectContaining({ id: "Label_1", name: "Bills" })); // prettier-ignore
  await call("labels.delete", { id });
  await expect(call("labels.get", { id })).rejects.toMatchObject({ code: "not_found" });
});

test("a program reads what has changed since a time", async () => {
  await call("messages.mark_read", { id: "m1" });
  const { data } = await call("history.list", { startHistoryId: "1" });
  expect(JSON.stringify(data)).toContain('"labelsRemoved"');
  expect((await call("profile.get")).data).toMatchObject({ emailAddress: own });
});

test("check() says whose mailbox it is", async () => {
  expect(await opened.gmail.check()).toMatchObject({ status: "healthy", identity: { emailAddress: own } });
});

test("an update loses no recipient of a draft", async () => {
  const { data } = await call("drafts.create", { to: ["ben@acme.example"], subject: "Plan", text: "Hi." });
  const { data: draft } = await call("drafts.get", { id: data.id, format: "raw" });
  const text = Buffer.from((draft.message as { raw: string }).raw, "base64url").toString();
  const raw = Buffer.from(text.replace(/^To: /m, "To: ana@m\u00fcnchen.example, ")).toString("base64url");
  await call("drafts.update", { id: data.id, raw });
  await expect(call("drafts.update", { id: data.id, subject: "B" })).rejects.toMatchObject({
    code: "invalid_params",
    path: "params.to",
    outcome: "not_started",
  });
  await call("drafts.update", { id: data.id, subject: "B", to: ["cleo@acme.example"] });
  expect((await call("drafts.get", { id: data.id })).data.message).toMatchObject({ to: "cleo@acme.example" });
});

test("a model sees that the sender has chosen the type of a file", async () => {
  const tool = await opened.gmail.tool();
  const { text } = (await tool.call({ entity: "messages", action: "get", params: { id: "m4" } })) as unknown as { text: string }; // prettier-ignore
  expect((JSON.parse(text) as { untrusted: string[] }).untrusted).toEqual(expect.arrayContaining(["attachments.mimeType"])); // prettier-ignore
});
