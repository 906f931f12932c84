import PostalMime, { type Email } from "postal-mime";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { writeMessage } from "../../../src/connectors/gmail/mime/write-message.ts";
import { faultsOf } from "./gmail-document.ts";
import { type OpenedGmail, openGmail } from "./open-gmail.ts";

// HTML shows an image of the same message as `cid:` and the Content-ID of the image: https://www.rfc-editor.org/rfc/rfc2392

type Dict = Record<string, unknown>;
let opened: OpenedGmail;
let call: OpenedGmail["call"];
beforeAll(async () => {
  opened = await openGmail();
  ({ call } = opened);
});
beforeEach(() => void opened.seen.splice(0));
afterEach(() => expect(opened.seen.flatMap(faultsOf)).toEqual([]));
afterAll(() => opened.close());

const filesOf = ({ attachments }: Email) =>
  attachments.map(({ filename, contentId, disposition, related }) => ({ filename, contentId, disposition, related: related === true })); // prettier-ignore
const logo = { filename: "logo.png", contentId: "<logo@acme>", disposition: "inline", related: true };
const bill = { filename: "bill.pdf", disposition: "attachment", related: false };

/** Reads the newest message that was sent, or the newest draft, with an independent parser. */
async function written() {
  const last = opened.seen.findLast(({ method, body }) => method !== "GET" && body !== undefined)!;
  const { raw, message } = last.body as { raw?: string; message?: { raw: string } };
  return PostalMime.parse(Buffer.from(raw ?? message!.raw, "base64url"));
}

const image = { filename: "logo.png", content_type: "image/png", content_base64: "iVBORw==", content_id: "logo@acme" }; // prettier-ignore
const file = { filename: "bill.pdf", content_type: "application/pdf", content_base64: "JVBERi0=" };
const html = '<p>Hi</p><img src="cid:logo@acme">';
const mail = { to: ["ben@acme.example"], subject: "Plan", text: "Hi", html, attachments: [image, file] };

test("a message shows an image in its HTML, and has the other files as attachments", async () => {
  await call("messages.send", mail);
  const sent = await written();
  expect(filesOf(sent)).toEqual([logo, { ...bill, contentId: undefined }]);
  expect(sent.html?.trim()).toBe(html);
  expect(sent.text?.trim()).toBe("Hi");
  await call("messages.reply", { id: "m1", html, attachments: [image] });
  expect(filesOf(await written())).toEqual([logo]);
});

test("a message that is forwarded keeps its images", async () => {
  const { data } = await call("messages.send", mail);
  await call("messages.forward", { id: data.id, to: ["dora@acme.example"], text: "See below." });
  const forwarded = await written();
  expect(filesOf(forwarded)).toEqual([logo, { ...bill, contentId: undefined }]);
  expect(forwarded.html).toContain("cid:logo@acme");
});

test("a draft keeps its images if other parts of it change", async () => {
  const { data } = await call("drafts.create", mail);
  for (const change of [{ subject: "Plan B" }, { attachments: [file] }]) {
    await call("drafts.update", { id: data.id, ...change });
    expect(filesOf(await written())).toEqual([logo, { ...bill, contentId: undefined }]);
  }
  await call("drafts.update", { id: data.id, attachments: [] });
  expect(filesOf(await written())).toEqual([logo]);
});

test("an image goes with the HTML that showed it, and the other files stay", async () => {
  const { data } = await call("drafts.create", mail);
  await call("drafts.update", { id: data.id, text: "Only text." });
  expect(filesOf(await written())).toEqual([{ ...bill, contentId: undefined }]);
  const { data: other } = await call("drafts.create", mail);
  await call("drafts.update", { id: other.id, html: `${html}<p>More</p>` });
  expect(filesOf(await written())).toEqual([logo, { ...bill, contentId: undefined }]);
});

test("HTML names an image with an encoded id", async () => {
  const spaced = { ...image, content_id: "a+b@acme" };
  await call("messages.send", { ...mail, html: '<img src="cid:a%2Bb@acme">', attachments: [spaced] });
  expect(filesOf(await written())).toEqual([{ ...logo, contentId: "<a+b@acme>" }]);
});

test("an id of other people cannot add a header, and an id that nothing shows makes an attachment", async () => {
  const files = [
    { filename: "a.png", content_type: "image/png", bytes: Uint8Array.of(1), contentId: "x>\r\nBcc: eve@evil.example" }, // prettier-ignore
    { filename: "b.png", content_type: "image/png", bytes: Uint8Array.of(1), contentId: "unseen@x" },
  ];
  const parsed = await PostalMime.parse(writeMessage({ to: [], subject: "", html: "<p>cid:</p>", files }));
  expect(parsed.bcc).toBeUndefined();
  expect(filesOf(parsed)).toEqual([
    { filename: "a.png", contentId: undefined, disposition: "attachment", related: false },
    { filename: "b.png", contentId: "<unseen@x>", disposition: "attachment", related: false },
  ]);
  const error = call("messages.send", { ...mail, attachments: [{ ...image, content_id: "a\r\nBcc: b@c.example" }] } as Dict); // prettier-ignore
  await expect(error).rejects.toMatchObject({ code: "invalid_params", path: "params.attachments[0].content_id", outcome: "not_started" }); // prettier-ignore
  const twice = call("messages.send", { ...mail, attachments: [image, image] });
  await expect(twice).rejects.toMatchObject({ code: "invalid_params", path: "params.attachments[1].content_id" }); // prettier-ignore
});
