import { verifyWebhook } from "agent-connectors";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

// An independent library signs, and `verifyWebhook` checks.

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const now = 1_900_000_000_000;
const id = "evt_1";
const body = JSON.stringify({
  type: "connector.created",
  timestamp: "2030-03-17T17:46:40.000Z",
  data: { connector_id: "c1", name: "Ana’s" },
});
const headersFor = (text: string, { at = now, own = secret, as = id } = {}) => ({
  "Webhook-Id": id,
  "Webhook-Timestamp": String(at / 1000),
  "Webhook-Signature": new Webhook(own).sign(as, new Date(at), text),
});
const headers = headersFor(body);

test("a signed event is returned with its id, as text, as bytes and with any kind of headers", async () => {
  const expected = { ...JSON.parse(body), id };
  for (const one of [body, new TextEncoder().encode(body)])
    for (const given of [headers, new Headers(headers)])
      expect(await verifyWebhook({ body: one, headers: given }, { secret, now })).toEqual(expected);
});

test("one of several signatures is enough", async () => {
  const old = new Webhook("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD").sign(id, new Date(now), body);
  const both = { ...headers, "Webhook-Signature": `v1a,AAAA ${old} ${headers["Webhook-Signature"]}` };
  expect(await verifyWebhook({ body, headers: both }, { secret, now })).toMatchObject({ id });
});

test.each<[string, object, string?]>([
  ["another body", {}, `${body} `],
  ["the signature of another secret", headersFor(body, { own: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" })],
  ["the signature of another id", headersFor(body, { as: "evt_2" })],
  ["another time", { "Webhook-Timestamp": String(now / 1000 + 1) }],
  ["an old request", headersFor(body, { at: now - 301_000 })],
  ["a request from the future", headersFor(body, { at: now + 301_000 })],
  ["a time that is no number", { "Webhook-Timestamp": "soon" }],
  ["no id", { "Webhook-Id": undefined }],
  ["no signature", { "Webhook-Signature": undefined }],
  ["another version", { "Webhook-Signature": headers["Webhook-Signature"].replace("v1", "v2") }],
  ["a cut signature", { "Webhook-Signature": headers["Webhook-Signature"].slice(0, 20) }],
  ["a signature that is no base64", { "Webhook-Signature": "v1,***" }],
  ["two ids", { "Webhook-Id": [id, id] }],
])("%s is not accepted", async (_, more, text = body) => {
  const request = { body: text, headers: { ...headers, ...more } };
  expect(await verifyWebhook(request, { secret, now })).toBeUndefined();
});

test("a missing or cut secret and a parsed body are faults of the program", async () => {
  for (const [request, options, path] of [
    [{ body, headers }, { secret: "" }, "secret"],
    [{ body, headers }, {}, "secret"],
    [{ body, headers }, { secret: "whsec_" }, "secret"],
    [{ body, headers }, { secret: secret.slice(0, 20) }, "secret"],
    [{ body, headers }, { secret: "not base64" }, "secret"],
    [{ body: JSON.parse(body), headers }, { secret, now }, "body"],
  ] as const)
    await expect(verifyWebhook(request as never, options as never)).rejects.toMatchObject({
      code: "config_error",
      path,
    });
});
