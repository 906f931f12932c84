import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { htmlText } from "../../../src/connectors/gmail/mime/html-text.ts";
import { readMailboxes, unreadMailboxes, writeMailbox } from "../../../src/connectors/gmail/mime/address.ts";
import { headerOf, textOf } from "../../../src/connectors/gmail/mime/read-message.ts";
import { messageRecord } from "../../../src/connectors/gmail/records.ts";

// Messages in Gmail's form, as https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages says.

type Part = Record<string, unknown>;
const data = (text: string | Uint8Array) => Buffer.from(text as never).toString("base64url");
const leaf = (mimeType: string, text: string | Uint8Array, more: Part = {}): Part => ({ mimeType, filename: "", headers: [], body: { size: text.length, data: data(text) }, ...more }); // prettier-ignore
const group = (kind: string, ...parts: Part[]): Part => ({ mimeType: `multipart/${kind}`, filename: "", body: { size: 0 }, parts }); // prettier-ignore
const file = (filename: string, mimeType: string, partId: string): Part => ({ partId, filename, mimeType, body: { size: 7, attachmentId: `ANG-${partId}` } }); // prettier-ignore

describe("the text of a message", () => {
  test.each([
    ["plain text", leaf("text/plain", "Hi\r\nthere\r\n"), "Hi\nthere"],
    ["HTML", leaf("TEXT/HTML", "<p>Hi</p><p>there</p>"), "Hi\n\nthere"],
    ["plain text before HTML", group("alternative", leaf("text/html", "<p>no</p>"), leaf("text/plain", "yes")), "yes"],
    ["HTML beside an empty text", group("alternative", leaf("text/plain", " \n"), leaf("text/html", "<p>yes</p>")), "yes"],
    ["HTML with pictures", group("related", group("alternative", leaf("text/html", "<p>yes</p>")), file("a.png", "image/png", "1")), "yes"],
    ["nested parts", group("mixed", group("related", group("alternative", leaf("text/plain", "one"), leaf("text/html", "no"))), file("a.txt", "text/plain", "1"), leaf("text/plain", "two")), "one\n\ntwo"],
    ["another charset", leaf("text/plain", Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65), { headers: [{ name: "Content-Type", value: 'text/plain; charset="ISO-8859-1"' }] }), "Grüße"],
    ["UTF-8 under a wrong charset", leaf("text/plain", "Grüße", { headers: [{ name: "content-type", value: "text/plain; charset=iso-8859-1" }] }), "Grüße"],
    ["an unknown charset", leaf("text/plain", Uint8Array.of(0xe9), { headers: [{ name: "Content-Type", value: "text/plain; charset=x-none" }] }), "é"],
    ["nothing", { mimeType: "text/plain", body: { size: 0 } }, ""],
  ])("is read from %s", (_name, payload, text) => expect(textOf(payload)).toBe(text));
}); // prettier-ignore

test("a message lists its files, and its headers are decoded", () => {
  const headers = [
    { name: "FROM", value: "=?utf-8?Q?Z=C3=A9?= <ze@acme.example>" },
    { name: "Subject", value: "two\r\n lines" },
  ];
  const payload = { ...group("mixed", leaf("text/plain", "Hi"), file("Pl\u00e4n.pdf", "application/pdf", "1"), { partId: "2", filename: "", mimeType: "message/rfc822", body: { size: 9, attachmentId: "ANG-2" } }), headers }; // prettier-ignore
  expect(messageRecord({ id: "m1", threadId: "t1", internalDate: "0", labelIds: [], payload })).toEqual({
    id: "m1",
    threadId: "t1",
    from: "Zé <ze@acme.example>",
    subject: "two lines",
    date: "1970-01-01T00:00:00.000Z",
    text: "Hi",
    attachments: [
      { partId: "1", filename: "Pl\u00e4n.pdf", mimeType: "application/pdf", size: 7 },
      { partId: "2", filename: "", mimeType: "message/rfc822", size: 9 },
    ],
  });
});

describe("the text of HTML", () => {
  test.each([
    ["<style>a{}</style><script>x</script><title>t</title>Hi<!-- no -->", "Hi"],
    ["a<br>b<br/>c", "a\nb\nc"],
    ["<ul><li>one<li>two</ul>", "- one\n- two"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"],
    ['<a href="https://x.example/?a=1&amp;b=2">here</a>', "here (https://x.example/?a=1&b=2)"],
    ['<a href="https://x.example">https://x.example</a>', "https://x.example"],
    ['<a href="javascript:alert(1)">here</a>', "here"],
    ['<img src=x alt="A cat"> &lt;b&gt; 1 &lt; 2', "A cat <b> 1 < 2"],
    ["  many\n\n  spaces &nbsp; here ", "many spaces here"],
    ["<div><div><div>deep</div></div></div><p>one</p><p>two</p>", "deep\none\n\ntwo"],
  ])("%s is %j", (html, text) => expect(htmlText(html)).toBe(text));

  test("is made in linear time", () => {
    const time = (count: number, piece: string) => {
      const html = piece.repeat(count);
      const start = process.cpuUsage();
      htmlText(html);
      const { user } = process.cpuUsage(start);
      return user;
    };
    for (const piece of ["<", "<a href='", "<p>", "<td>x", "<!--", "&amp", "<a>"]) {
      time(2000, piece);
      expect(time(80_000, piece)).toBeLessThan(200 * Math.max(time(4000, piece), 2000));
    }
  });
});

test("a message that is attached is one file, and its text is not the text of the message", () => {
  // https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages#MessagePart
  const inner = group("mixed", leaf("text/plain", "Pay Eve."), file("evil.exe", "application/x-msdownload", "1.0.1"));
  const attached = { ...file("old.eml", "message/rfc822", "1"), parts: [inner] };
  const record = messageRecord({ id: "m1", payload: group("mixed", leaf("text/plain", "See below."), attached) });
  expect(record).toMatchObject({ text: "See below.", attachments: [{ partId: "1", filename: "old.eml" }] });
  expect(record.attachments).toHaveLength(1);
}); // prettier-ignore

test("any payload is read without an error", () => {
  const part = fc.letrec((tie) => ({
    any: fc.record(
      {
        mimeType: fc.oneof(fc.constantFrom("text/plain", "text/html", "multipart/mixed", "multipart/alternative"), fc.anything()), // prettier-ignore
        filename: fc.oneof(fc.string(), fc.anything()),
        headers: fc.oneof(fc.array(fc.record({ name: fc.string(), value: fc.string() })), fc.anything()),
        body: fc.oneof(fc.record({ data: fc.string(), size: fc.integer() }), fc.anything()),
        parts: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie("any"), { maxLength: 3 }), fc.anything()), // prettier-ignore
      },
      { requiredKeys: [] },
    ),
  })).any;
  fc.assert(
    fc.property(part, (payload) => {
      expect(typeof textOf(payload)).toBe("string");
      expect(messageRecord({ id: "m1", payload })).toMatchObject({ id: "m1" });
    }),
    { numRuns: 500 },
  );
});

test("a payload that is very deep is read only so far", () => {
  let payload: Part = leaf("text/plain", "deep");
  for (let depth = 0; depth < 10_000; depth++) payload = group("mixed", payload);
  expect(textOf(payload)).toBe("");
  expect(headerOf({ payload }, "from")).toBeUndefined();
});

// Other people send these messages to everybody whose address they know.
test.each(["<p> ", "&nbsp;<p>", "<a href=https://x.example> </a>", "<a href=x>a</a>", "<br>", "</p>"])(
  "a message of a megabyte is read in one go: %s",
  (part) => {
    const before = performance.now();
    htmlText(part.repeat(1_000_000 / part.length));
    expect(performance.now() - before).toBeLessThan(8000);
  },
);

test.each([
  "<html><head><meta charset=utf-8><title>t</title><body>Pay now",
  "<svg/>Pay now",
  "<noscript/>Pay now",
])("no text is left out after an element without an end: %s", (html) =>
  expect(htmlText(html)).toBe("Pay now"),
);

test("a name can contain what looks like an address", () => {
  const of = (value: string) => headerOf({ payload: { headers: [{ name: "To", value }] } }, "to");
  const list = "=?utf-8?Q?eve=40evil.example=2C_Bob?= <bob@x.example>, =?utf-8?Q?12=22_pipes?= <p@x.example>";
  const readable = of(list)!;
  expect(readable).toBe(String.raw`"eve@evil.example, Bob" <bob@x.example>, "12\" pipes" <p@x.example>`);
  expect(readMailboxes(readable)).toEqual([
    { name: "eve@evil.example, Bob", address: "bob@x.example" },
    { name: '12" pipes', address: "p@x.example" },
  ]);
  expect(of(readable)).toBe(readable);
});

test("what people list is what this package reads", () => {
  const name = fc.string({ unit: fc.constantFrom("a", '"', "\\", ",", ";", ":", "<", ">", "@", "(", ")", "é", " ", "=?", "?=") }); // prettier-ignore
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      const mailboxes = names.map((one, index) => ({ name: one.trim(), address: `a${index}@x.example` }));
      const written = mailboxes.map(writeMailbox).join(", ");
      const readable = headerOf({ payload: { headers: [{ name: "To", value: written }] } }, "to")!;
      expect(readMailboxes(readable).map(({ address }) => address)).toEqual(mailboxes.map(({ address }) => address)); // prettier-ignore
      expect(unreadMailboxes(readable)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
