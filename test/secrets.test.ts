import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { ConnectorError, type CallEvent, type ConnectorOptions } from "../src/index.ts";
import { AcmeConnector } from "./fixtures/acme/index.ts";
import { acme } from "./fixtures/acme/server.ts";
import { testClock } from "./fixtures/clock.ts";

const key = "ak-canary-7f3a9c";
const everything = (value: unknown) => inspect(value, { depth: Infinity, showHidden: true, getters: true });

function connect(fetch: ConnectorOptions["fetch"]) {
  const events: CallEvent[] = [];
  const code = {
    fetch,
    clock: testClock(),
    totalWaitMs: 0,
    onCall: (event: CallEvent) => events.push(event),
  };
  return { connector: new AcmeConnector({ auth: { api_key: key } }, code), events };
}

test("a connector, its class, its tool and its catalogue do not show the key", async () => {
  const { connector } = connect(acme().fetch);
  const seen = [
    connector,
    AcmeConnector,
    connector.notes,
    await connector.tool(),
    await connector.describe(),
  ];
  for (const one of seen) {
    expect(everything(one)).not.toContain(key);
    expect(JSON.stringify(one) ?? "").not.toContain(key);
  }
  expect(Object.values(connector).join(" ")).not.toContain(key);
  expect(() => structuredClone(connector)).toThrow(expect.objectContaining({ name: "DataCloneError" }));
});

test("the key goes into the header of the request, and nowhere else", async () => {
  const requests: Request[] = [];
  const { fetch } = acme();
  const { connector, events } = connect((url, init) => {
    requests.push(new Request(url, init));
    return fetch(url, init);
  });
  const result = await connector.notes.create({ title: "x" });
  expect(requests[0]!.headers.get("authorization")).toBe(`Bearer ${key}`);
  expect(requests[0]!.url + (await requests[0]!.text())).not.toContain(key);
  expect(everything([result, events])).not.toContain(key);
});

describe("an error contains no key if", () => {
  const leak = (message: string, more: object = {}) => Object.assign(new TypeError(message, { cause: { headers: { authorization: `Bearer ${key}` } } }), more); // prettier-ignore
  const echo = (status: number, headers = {}) => () => Promise.resolve(new Response(JSON.stringify({ error: { code: "bad" }, you_sent: key }), { status, headers })); // prettier-ignore
  test.for<[string, NonNullable<ConnectorOptions["fetch"]>]>([
    [
      "fetch throws the request",
      () => Promise.reject(leak(`fetch with Bearer ${key} failed`, { request: { key } })),
    ],
    ["fetch throws the key as a code", () => Promise.reject(leak("x", { code: key }))],
    ["fetch throws the key itself", () => Promise.reject(key)], // oxlint-disable-line prefer-promise-reject-errors
    ["fetch throws at once", () => { throw leak(key); }], // prettier-ignore
    ["the platform echoes it with 401", echo(401)],
    ["the platform echoes it with 422", echo(422)],
    ["the platform echoes it with 500", echo(500)],
    ["the platform echoes it with 429", echo(429, { "retry-after": "60" })],
    ["the platform echoes it as a request id", echo(500, { "x-request-id": key })],
    ["the platform redirects to it", echo(302, { location: `https://evil.example/${key}` })],
    ["the platform's answer is no JSON", async () => new Response(`<html>${key}`)],
    ["the platform's answer breaks off", async () => new Response(new ReadableStream({ start: (it) => it.error(leak(key)) }))], // prettier-ignore
  ])("%s", async ([, fetch]) => {
    const { connector, events } = connect(fetch);
    for (const call of [connector.notes.list(), connector.notes.create({ title: "x" })]) {
      const error: unknown = await call.then(
        () => expect.unreachable(),
        (thrown) => thrown as unknown,
      );
      if (!ConnectorError.is(error)) throw error;
      expect(error.cause).toBeUndefined();
      expect(everything(error) + String(error.stack) + JSON.stringify(error)).not.toContain(key);
    }
    expect(everything(await connector.check())).not.toContain(key);
    const tool = await connector.tool();
    expect(everything(await tool.call({ entity: "notes", action: "list" }))).not.toContain(key);
    expect(everything(events)).not.toContain(key);
  });
});
