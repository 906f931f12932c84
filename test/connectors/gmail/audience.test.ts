import type { ConnectorOptions, Policy } from "agent-connectors";
import { afterAll, describe, expect, test } from "vitest";
import { isOutside } from "../../../src/connectors/google/outside.ts";
import { type OpenedGmail, openGmail } from "./open-gmail.ts";

// A sent message cannot be called back, so who gets it counts.

const all: OpenedGmail[] = [];
const open = async (options: Partial<ConnectorOptions> = {}) => {
  const one = await openGmail(options);
  all.push(one);
  return one;
};
afterAll(() => Promise.all(all.map((one) => one.close())));
const sends = ({ seen }: OpenedGmail) => seen.filter(({ method, path }) => method === "POST" && path.endsWith("/send")).length; // prettier-ignore
const message = { subject: "Plan", text: "Hi." };

describe("with external: false", () => {
  const policy = { effects: ["read", "write"], external: false } as unknown as Policy;
  test.each([
    ["messages.send", { ...message, to: ["ben@acme.example", "cleo@partner.example"] }],
    ["messages.send", { ...message, to: ["ben@acme.example"], bcc: ["Cleo <cleo@partner.example>"] }],
    ["messages.send", { ...message, to: ["ben@acme.example.evil.example"] }],
    ["messages.forward", { id: "m2", to: ["cleo@partner.example"] }],
    ["messages.reply", { id: "m3", text: "Hi." }],
    ["messages.reply", { id: "m1", text: "Hi.", replyAll: true }],
    ["messages.reply", { id: "m1", text: "Hi.", cc: ["cleo@partner.example"] }],
  ])("%s to somebody outside is refused: %j", async (name, params) => {
    const opened = await open({ policy });
    await expect(opened.call(name, params)).rejects.toMatchObject({
      code: "policy_denied",
      outcome: "not_started",
    });
    expect(sends(opened)).toBe(0);
  });
  test.each([
    ["messages.send", { ...message, to: ["Ben <BEN@ACME.example>"] }],
    ["messages.reply", { id: "m1", text: "Hi." }],
  ])("%s to people of the company is sent: %j", async (name, params) => {
    const opened = await open({ policy });
    const { meta } = await opened.call(name, params);
    expect(meta.audience).toBeUndefined();
    expect(sends(opened)).toBe(1);
  });
  test("a draft is written to anybody, and sent only to people of the company", async () => {
    const opened = await open({ policy });
    const draft = async (to: string) =>
      (await opened.call("drafts.create", { ...message, to: [to] })).data.id;
    const outside = await draft("cleo@partner.example");
    await expect(opened.call("drafts.send", { id: outside })).rejects.toMatchObject({ code: "policy_denied" }); // prettier-ignore
    expect(sends(opened)).toBe(0);
    await opened.call("drafts.send", { id: await draft("ben@acme.example") });
    expect(sends(opened)).toBe(1);
  });
});

test("a dry run says who gets the message, and sends nothing", async () => {
  const opened = await open();
  const { data } = await opened.call("messages.reply", { id: "m1", text: "Hi.", replyAll: true, dry_run: true }); // prettier-ignore
  expect(data).toMatchObject({
    effect: "write",
    audience: "ben@acme.example, cleo@partner.example",
    external: ["cleo@partner.example"],
    notified_people: 2,
  });
  expect(sends(opened)).toBe(0);
  const { meta } = await opened.call("messages.send", { ...message, to: ["cleo@partner.example"] });
  expect(meta.audience).toBe("cleo@partner.example");
});

test("a tool sends a message outside only with external: true", async () => {
  const opened = await open({ policy: { effects: ["read", "write"] } as unknown as Policy });
  const args = { entity: "messages", action: "send", params: { ...message, to: ["cleo@partner.example"] } };
  const careful = await opened.gmail.tool();
  expect(JSON.stringify(await careful.call(args))).toContain("policy_denied");
  const free = await opened.gmail.tool({ external: true } as never);
  expect(JSON.stringify(await free.call(args))).not.toContain("error");
  expect(sends(opened)).toBe(1);
});

test("at a host where everybody can have an address, everybody else is outside", () => {
  expect(isOutside("ben@gmail.com", "ana@gmail.com")).toBe(true);
  expect(isOutside("ana@gmail.com", "ana@gmail.com")).toBe(false);
  expect(isOutside("ben@acme.example", "ana@acme.example")).toBe(false);
  expect(isOutside("ben@mail.acme.example", "ana@acme.example")).toBe(true);
});

test("everybody is outside if the token may not read the address of the account", async () => {
  const blind = await openGmail({ fetch: (url: string, init: RequestInit) => url.includes("/profile") ? Promise.resolve(Response.json({}, { status: 403 })) : fetch(url, init) } as never); // prettier-ignore
  all.push(blind);
  const { data } = await blind.call("messages.send", { ...message, to: ["ben@acme.example"], dry_run: true });
  expect(data.external).toEqual(["ben@acme.example"]);
});

test("what is not a message is refused before anything is sent", async () => {
  const opened = await open();
  for (const params of [
    { ...message, to: ["ben@acme.example\r\nBcc: eve@evil.example"] },
    { ...message, to: ["ben@acme.example, eve@evil.example"] },
    { ...message, to: ["ben@acme.example"], subject: "Plan\nBcc: eve@evil.example" },
    { to: ["ben@acme.example"], subject: "Plan" },
    { ...message, to: ["ben@acme.example"], attachments: [{ filename: "a", content: "a", content_base64: "YQ==" }] }, // prettier-ignore
    { ...message, to: ["ben@acme.example"], attachments: [{ filename: "a", content: "a", content_type: "message/rfc822" }] }, // prettier-ignore
    { ...message, to: ["ben@acme.example"], attachments: [{ filename: "a", content: "x".repeat(2_600_000) }] }, // prettier-ignore
    { ...message },
  ])
    await expect(opened.call("messages.send", params)).rejects.toMatchObject({
      code: "invalid_params",
      outcome: "not_started",
      path: expect.stringMatching(/^params\.(to|subject|text|attachments)\b(?!.*params)/) as unknown,
    });
  expect(opened.seen).toEqual([]);
});

// Gmail sends a draft as it is, also to recipients that this package cannot read.
test.each([
  "eve@evil.example (note (x))",
  "eve@evil.example (ben@acme.example, x)",
  "=?utf-8?Q?x=22?= <eve@evil.example>, ben@acme.example",
  '"a b"@evil.example',
  "eve@évil.example",
  "<@acme.example:eve@evil.example>",
  "Eve <eve@[192.0.2.1]>",
  "ben@acme.example\r\nTo: eve@evil.example",
])("with external: false, a draft to %j is not sent", async (to) => {
  const policy = { effects: ["read", "write"], external: false } as unknown as Policy;
  const opened = await open({ policy });
  const { data } = await opened.call("drafts.create", { to: ["ben@acme.example"], ...message });
  const raw = await opened.call("drafts.get", { id: data.id, format: "raw" });
  const { message: written } = raw.data as unknown as { message: { raw: string } };
  const text = Buffer.from(written.raw, "base64url")
    .toString()
    .replace(/^To: .*$/m, `To: ${to}`);
  await opened.call("drafts.update", { id: data.id, raw: Buffer.from(text).toString("base64url") });
  await expect(opened.call("drafts.send", { id: data.id })).rejects.toMatchObject({ code: "policy_denied" });
  expect(sends(opened)).toBe(0);
});
