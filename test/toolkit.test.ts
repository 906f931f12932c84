import { action, defineConnector, listAction } from "agent-connectors";
import type { PlatformClient, PlatformClientOptions, Operation } from "agent-connectors/toolkit";
import {
  announcedSize,
  at,
  createRateLimiter,
  createTokenCache,
  failOnAbort,
  isDict,
  replyMeta,
  parseLossless,
  stringAt,
  type FileStream,
  type Rate,
} from "agent-connectors/toolkit";
import { expect, test } from "vitest";
import { testClock } from "./fixtures/clock.ts";

// A connector that uses only the published exports.

interface MeterOperation extends Operation {
  readonly rate: Rate;
}
const operation = (path: string): MeterOperation => ({
  method: "GET",
  path,
  docs: "",
  rate: { perMinute: 60, burst: 1 },
});
const operations = { readings: operation("/readings"), report: operation("/report") };

function connect({ http, endpoint, clock, totalWaitMs, download }: PlatformClientOptions): PlatformClient {
  const limiter = createRateLimiter({ clock, totalWaitMs });
  const get = (what: string, url: string, token?: string) =>
    http({
      what,
      method: "GET",
      url,
      headers: token === undefined ? {} : { authorization: token },
      repeatable: true,
      read: ({ headers, text }) => ({ body: parseLossless(text), headers }),
    });
  const refresh = async () => {
    const { body } = await get("Meter token", `${endpoint}/token`);
    return { access_token: String(stringAt(body, "token")), expires_in: 3600 };
  };
  const tokens = createTokenCache(refresh, { clock, earlyMs: 60_000 });
  return {
    async send(name, _args, { signal, waits }) {
      const { path, rate } = operations[name as keyof typeof operations];
      const { access_token } = await failOnAbort(`Meter ${name}`, tokens.get(signal), signal);
      await limiter.turn(`Meter ${name}`, rate, signal, waits);
      if (name === "report") return download({ what: "Meter report", url: `${endpoint}${path}`, signal });
      const { body, headers } = await get(`Meter ${name}`, `${endpoint}${path}`, access_token);
      return { body, headers, warnings: isDict(body) && at(body, "late") === true ? ["late"] : [] };
    },
    identify: async () => ({ identity: {} }),
  };
}

const MeterConnector = defineConnector({
  name: "meter",
  title: "Meter",
  endpoint: "https://meter.example",
  requestIdHeader: "x-id",
  auth: {},
  entities: {
    readings: {
      list: listAction({
        description: "List readings.",
        params: () => ({}),
        calls: "readings",
        pick: "items",
        example: {},
      }),
    },
    reports: {
      download: action({
        description: "Download the report.",
        params: () => ({}),
        effect: "read",
        calls: "report",
        example: {},
        async run(_params, { send }) {
          const reply = await send("report", {});
          return {
            data: reply.body as FileStream,
            meta: { ...replyMeta(reply), filename: "report.csv", size: announcedSize(reply.headers) },
          };
        },
      }),
    },
  },
  operations,
  connect: (_credentials, options) => connect(options),
  toolEffects: ["read"],
});

function open() {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname } = new URL(String(input));
    sent.push(pathname);
    if (pathname === "/token") return Response.json({ token: "t1" });
    if (pathname === "/report") return new Response("a,b", { headers: { "content-length": "3" } });
    return new Response('{"late":true,"items":[{"id":144373194309380061}]}');
  };
  return { meter: new MeterConnector({}, { fetch, clock: testClock(), totalWaitMs: 500 }), sent };
}

test("a connector with the toolkit has tokens, a rate limit, exact ids and warnings", async () => {
  const { meter, sent } = open();
  expect(await meter.readings.list()).toEqual({
    data: [{ id: "144373194309380061" }],
    meta: { warnings: ["late"], has_more: false },
  });
  await expect(meter.readings.list()).rejects.toMatchObject({ code: "rate_limited", outcome: "not_started" });
  expect(sent).toEqual(["/token", "/readings"]);
});

test("a file of this connector is a stream with its size", async () => {
  const { data, meta } = await open().meter.reports.download();
  expect(meta).toEqual({ filename: "report.csv", size: 3 });
  expect(await new Response(data as FileStream).text()).toBe("a,b");
});
