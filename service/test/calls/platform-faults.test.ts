import { afterAll, beforeAll, expect, test } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executePath, testService, type TestService } from "../support/service.ts";

// For every bad response of the platform, the caller gets an error body with a documented status.

const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
let platform: () => Promise<Response> | Response;
let service: TestService;
let token: string;
let id: string;
beforeAll(async () => {
  service = await testService(
    { dataDir, databaseUrl: undefined },
    { code: { fetch: async () => platform() } },
  );
  token = await service.scopedToken("u1");
  id = await service.create("u1");
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const text =
  (body: string, init: ResponseInit = {}) =>
  () =>
    new Response(body, { headers: { "content-type": "application/json" }, ...init });
const deep = "[".repeat(200_000) + "]".repeat(200_000);
const fault = (code: string) => () => {
  throw Object.assign(new TypeError("fetch failed: canary"), {
    cause: Object.assign(new Error("canary"), { code }),
  });
};
const cases: [string, typeof platform, number[]][] = [
  ["nothing", text(""), [502]],
  ["null", text("null"), [502]],
  ["an array", text("[]"), [502]],
  ["text", text("canary"), [502]],
  ["HTML", text("<html>canary</html>", { headers: { "content-type": "text/html" } }), [502]],
  ["JSON that is cut", text('{"ok":true,"members":[{"id":"U1"'), [502]],
  ["200,000 deep", text(`{"ok":true,"members":[${deep}],"message":{"ts":"1.2","deep":${deep}}}`), [200, 502]],
  ["500", text("canary", { status: 500 }), [502]],
  ["503 with HTML", text("<html>", { status: 503 }), [502]],
  ["a redirect", text("", { status: 302, headers: { location: "http://169.254.169.254/" } }), [502]],
  ["an unknown refusal", text('{"ok":false,"error":"canary_is_cold"}'), [422]],
  ["a refusal without a code", text('{"ok":false}'), [422]],
  ["a refused token", text('{"ok":false,"error":"token_revoked"}'), [424]],
  [
    "a missing scope",
    text('{"ok":false,"error":"missing_scope","needed":"users:read","provided":"x"}'),
    [424],
  ],
  ["a broken connection", fault("ECONNRESET"), [502]],
  ["no connection", fault("ECONNREFUSED"), [502]],
  ["no such host", fault("ENOTFOUND"), [502]],
  ["a fault that nobody knows", fault("canary"), [502]],
  [
    "a stream that breaks",
    () => new Response(new ReadableStream({ pull: (stream) => stream.error(new Error("canary")) })),
    [502],
  ],
  [
    "more than 10 MiB",
    () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1 << 20)) })),
    [502],
  ],
  // This case must be the last, because the connector sends nothing until the time in `retry-after` has passed.
  ["429", text("", { status: 429, headers: { "retry-after": "99999" } }), [429]],
];

test.each(cases)(
  "%s",
  async (_, answer, statuses) => {
    platform = answer;
    for (const json of [
      { entity: "users", action: "list" },
      { entity: "messages", action: "create", params: { channel: "C012AB3CD", text: "x" } },
    ])
      for (const headers of [{}, { "idempotency-key": `${_}-${json.entity}`.replace(/\W/g, "-") }]) {
        const { status, body, text: said } = await service.ask(executePath(id), { token, json, headers });
        expect(statuses).toContain(status);
        expect(said).not.toContain("Error: canary");
        if (status < 400) continue;
        expect(body.errors[0].error_code).toBe(body.code);
        // A failed read has changed nothing. A failed write can have changed something.
        if (json.entity === "users") expect(body.outcome).toBe("not_started");
      }
  },
  60_000,
);
