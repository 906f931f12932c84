import * as fc from "fast-check";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { readMailbox, readMailboxes } from "../../../src/connectors/gmail/mime/address.ts";
import { decodeText, encodeText } from "../../../src/connectors/gmail/mime/header-text.ts";
import { type Mail, rawMessage, writeMessage } from "../../../src/connectors/gmail/mime/write-message.ts";

// An independent parser reads what the connector writes: https://postal-mime.postalsys.com

const ana = { name: "", address: "ana@acme.example" };
const mail = (more: Partial<Mail>): Mail => ({ to: [ana], subject: "Plan", text: "Hi.", ...more });
const parsed = (more: Partial<Mail>) => PostalMime.parse(writeMessage(mail(more)));

test("a message has its recipients, subject and text", async () => {
  const { to, cc, bcc, replyTo, from, subject, text, html } = await parsed({
    from: { name: "Zoë Smith", address: "zoe@acme.example" },
    to: [ana, { name: "Ben, Jr. (\"Benny\")", address: "ben@acme.example" }],
    cc: [{ name: "日本 太郎", address: "taro@acme.example" }],
    bcc: [{ name: "", address: "log@acme.example" }],
    replyTo: [{ name: "Desk", address: "desk@acme.example" }],
    subject: "Größe – 東横INN 🏨",
    text: "Line one\nLine two — äöü",
  }); // prettier-ignore
  expect(from).toEqual({ name: "Zoë Smith", address: "zoe@acme.example" });
  expect(to).toEqual([ana, { name: 'Ben, Jr. ("Benny")', address: "ben@acme.example" }]);
  expect(cc).toEqual([{ name: "日本 太郎", address: "taro@acme.example" }]);
  expect(bcc).toEqual([{ name: "", address: "log@acme.example" }]);
  expect(replyTo).toEqual([{ name: "Desk", address: "desk@acme.example" }]);
  expect(subject).toBe("Größe – 東横INN 🏨");
  expect(text?.trim()).toBe("Line one\r\nLine two — äöü");
  expect(html).toBeUndefined();
});

test("a message with text, HTML and files has them all", async () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, index) => index % 256);
  const { text, html, attachments } = await parsed({
    text: "Plain",
    html: "<p>Rich ü</p>",
    files: [
      { filename: "plan (2).pdf", content_type: "application/pdf", bytes },
      { filename: 'Größe "eins"; filename=x.exe', content_type: "image/png", bytes: Uint8Array.of(1) },
    ],
  });
  expect(text?.trim()).toBe("Plain");
  expect(html?.trim()).toBe("<p>Rich ü</p>");
  expect(attachments.map(({ filename, mimeType }) => ({ filename, mimeType }))).toEqual([
    { filename: "plan (2).pdf", mimeType: "application/pdf" },
    { filename: 'Größe "eins"; filename=x.exe', mimeType: "image/png" },
  ]);
  expect(new Uint8Array(attachments[0]!.content as ArrayBuffer)).toEqual(bytes);
});

test("only HTML is a message with HTML", async () => {
  const { html, text } = await parsed({ text: undefined, html: "<b>Hi</b>" });
  expect(html?.trim()).toBe("<b>Hi</b>");
  expect(text ?? "").not.toContain("<b>");
});

test("an answer names the message and its conversation, whatever these headers contain", async () => {
  const { inReplyTo, references, headers } = await parsed({
    inReplyTo: "<b@acme.example>\r\nBcc: eve@evil.example",
    references: "<a@acme.example> junk\r\n <b@acme.example>",
  });
  expect(inReplyTo).toBe("<b@acme.example>");
  expect(references?.split(/\s+/)).toEqual(["<a@acme.example>", "<b@acme.example>"]);
  expect(headers.map(({ key }) => key)).not.toContain("bcc");
});

/** Texts with the characters that end headers, parts and quotes. */
const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300, size: "max" }),
  fc.array(fc.constantFrom("\r\n", "\n", "\r", " ", "=?", "?=", "=?UTF-8?B?", "--=_mixed", '"', "\\", "<", ">", ",", "Bcc: eve@evil.example", "ü", "🏨", "\u2028", "\0"), { maxLength: 30, size: "max" }).map((parts) => parts.join("")), // prettier-ignore
);

test("no text adds a header or a part, and every text arrives", async () => {
  const property = fc.asyncProperty(nasty, nasty, nasty, nasty, async (subject, name, text, filename) => {
    const written = writeMessage(
      mail({
        to: [{ name, address: "ana@acme.example" }],
        subject,
        text,
        html: text,
        files: [{ filename: filename.slice(0, 100), content_type: "text/plain", bytes: Uint8Array.of(65) }],
      }),
    );
    // Bare line breaks, lines that are too long, and characters outside ASCII are not allowed in a message.
    expect(written.replaceAll("\r\n", "")).not.toMatch(/[^\x20-\x7e]/);
    expect(Math.max(...written.split("\r\n").map((line) => line.length))).toBeLessThan(998);
    const { headers, attachments, ...read } = await PostalMime.parse(written);
    const names = headers.map(({ key }) => key).filter((key) => key !== "subject");
    expect(names).toEqual(["to", "mime-version", "content-type"]);
    expect(attachments).toHaveLength(1);
    expect(read.to).toHaveLength(1);
    expect(read.to![0]!.address).toBe("ana@acme.example");
    const lines = (one = "") => one.toWellFormed().replace(/\r\n|\r|\n/g, "\n").trim(); // prettier-ignore
    expect(lines(read.text)).toBe(lines(text));
  });
  await fc.assert(property, { numRuns: 300 });
});

test("every subject is read as it was written", () => {
  const property = fc.property(fc.string({ unit: "binary", maxLength: 200, size: "max" }), (text) => {
    expect(decodeText(encodeText(text))).toBe(text.toWellFormed());
    // The limit of RFC 2047.
    for (const word of encodeText(text).split("\r\n ")) expect(word.length).toBeLessThanOrEqual(75);
  });
  fc.assert(property, { numRuns: 1000 });
  expect(encodeText("Plan for May")).toBe("Plan for May");
});

test("encoded words of other programs are decoded", () => {
  expect(decodeText("=?iso-8859-1?Q?Gr=F6=DFe_eins?= und =?utf-8?b?w7w=?=")).toBe("Größe eins und ü");
  expect(decodeText("=?UTF-8?Q?a?= =?UTF-8?Q?b?=")).toBe("ab");
  expect(decodeText("=?x-nothing?B?AAAA?=")).toBe("=?x-nothing?B?AAAA?=");
});

test.each([
  ["ana@acme.example", { name: "", address: "ana@acme.example" }],
  [" Ana Ruiz <ana+x@mail.acme.example> ", { name: "Ana Ruiz", address: "ana+x@mail.acme.example" }],
  ["Ruiz, Ana <ana@acme.example>", { name: "Ruiz, Ana", address: "ana@acme.example" }],
  ['"Ruiz, Ana" <ana@acme.example>', { name: "Ruiz, Ana", address: "ana@acme.example" }],
  ["ana@acme.example <ana@acme.example>", { name: "ana@acme.example", address: "ana@acme.example" }],
  ["ana@acme.example (Ana)", { name: "", address: "ana@acme.example" }],
])("%s is one mailbox", (text, mailbox) => expect(readMailbox(text)).toEqual(mailbox));

test.each([
  "",
  "Ana",
  "a@acme.example, b@acme.example",
  "a@acme.example, Ben <b@acme.example>",
  "Ana <a@acme.example> <b@acme.example>",
  "ana@acme.example\r\nBcc: eve@evil.example",
  "ana@acme.example>",
  "ana@acme..example",
  "ana@-",
  `${"a".repeat(70)}@acme.example`,
])("%j is not one mailbox", (text) => expect(readMailbox(text)).toBeUndefined());

test("a header with several mailboxes and groups is read in linear time", () => {
  expect(
    readMailboxes('"Ruiz, Ana" <ana@acme.example>,\r\n ben@acme.example, undisclosed-recipients:;'),
  ).toEqual([
    { name: "Ruiz, Ana", address: "ana@acme.example" },
    { name: "", address: "ben@acme.example" },
  ]);
  expect(readMailboxes("<".repeat(100_000))).toEqual([]);
  expect(readMailboxes(`"${"\\".repeat(100_000)}`)).toEqual([]);
});

test("raw is base64url", () => {
  const raw = rawMessage(mail({ subject: "ÿÿÿ>>>???" }));
  expect(raw).toMatch(/^[\w-]+$/);
  expect(Buffer.from(raw, "base64url").toString()).toContain("To: ana@acme.example\r\n");
});
