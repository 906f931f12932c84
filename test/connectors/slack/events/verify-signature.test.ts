import { createHmac } from "node:crypto";
import { verifySlackSignature } from "agent-connectors/slack";
import { expect, test } from "vitest";

// The example of Slack's documentation. https://docs.slack.dev/authentication/verifying-requests-from-slack
const signingSecret = "8f742231b10e8888abcd99yyyzzz85a5";
const timestamp = "1531420618";
const body =
  "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
const signature = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";
const now = Number(timestamp) * 1000;
const headers = { "X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": signature };

const sign = (text: string | Uint8Array, time: string, secret = signingSecret) =>
  `v0=${createHmac("sha256", secret).update(`v0:${time}:`).update(text).digest("hex")}`;

test("the documented example is accepted, as text, as bytes, and with any kind of headers", async () => {
  for (const one of [body, new TextEncoder().encode(body)])
    for (const given of [headers, new Headers(headers)])
      expect(await verifySlackSignature({ body: one, headers: given }, { signingSecret, now })).toBe(true);
});

test("bytes that are no valid UTF-8 are checked as they are", async () => {
  const bytes = Uint8Array.from([0xff, 0x00, 0xc3]);
  const signed = { ...headers, "X-Slack-Signature": sign(bytes, timestamp) };
  expect(await verifySlackSignature({ body: bytes, headers: signed }, { signingSecret, now })).toBe(true);
  const text = new TextDecoder().decode(bytes);
  expect(await verifySlackSignature({ body: text, headers: signed }, { signingSecret, now })).toBe(false);
});

test("a request is accepted for five minutes, in both directions", async () => {
  for (const [seconds, accepted] of [
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ] as const)
    expect(
      await verifySlackSignature({ body, headers }, { signingSecret, now: now + seconds * 1000 }),
      String(seconds),
    ).toBe(accepted);
});

test.each<[string, { body?: string; headers?: object; secret?: string }]>([
  ["another body", { body: `${body} ` }],
  ["another secret", { secret: "8f742231b10e8888abcd99yyyzzz85a6" }],
  ["another time", { headers: { "X-Slack-Request-Timestamp": "1531420619" } }],
  ["a time that is no number", { headers: { "X-Slack-Request-Timestamp": `${timestamp}.0` } }],
  ["no time", { headers: { "X-Slack-Request-Timestamp": undefined } }],
  ["no signature", { headers: { "X-Slack-Signature": undefined } }],
  ["an empty signature", { headers: { "X-Slack-Signature": "" } }],
  ["a shorter signature", { headers: { "X-Slack-Signature": signature.slice(0, -2) } }],
  ["a longer signature", { headers: { "X-Slack-Signature": `${signature}00` } }],
  ["capital letters", { headers: { "X-Slack-Signature": signature.toUpperCase() } }],
  ["another version", { headers: { "X-Slack-Signature": signature.replace("v0", "v1") } }],
  ["two signatures", { headers: { "X-Slack-Signature": [signature, signature] } }],
  ["the signature of another time", { headers: { "X-Slack-Signature": sign(body, "1531420619") } }],
])("%s is not accepted", async (_what, given) => {
  const request = { body: given.body ?? body, headers: { ...headers, ...given.headers } };
  expect(await verifySlackSignature(request, { signingSecret: given.secret ?? signingSecret, now })).toBe(
    false,
  );
});

test("a missing secret and a parsed body are faults of the program", async () => {
  for (const [request, options, path] of [
    [{ body, headers }, { signingSecret: "" }, "signingSecret"],
    [{ body, headers }, { signingSecret: undefined }, "signingSecret"],
    [{ body: { type: "event_callback" }, headers }, { signingSecret, now }, "body"],
  ] as const)
    await expect(verifySlackSignature(request as never, options as never)).rejects.toMatchObject({
      code: "config_error",
      path,
    });
});
