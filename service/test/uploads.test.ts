import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { slackSandbox } from "agent-connectors/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { executePath, testService, type TestService } from "./support/service.ts";

// Bodies of calls may hold a file; only so many large ones are in memory at once.

const MiB = 1024 * 1024;
const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
let service: TestService;
let token: string;
let id: string;
/** What Slack is asked waits for this. */
let gate = Promise.resolve();
beforeAll(async () => {
  const sandbox = slackSandbox({ rateLimits: false });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    await gate;
    return sandbox.fetch(input, init);
  };
  service = await testService({ dataDir, databaseUrl: undefined }, { sandbox, code: { fetch } });
  token = await service.scopedToken("u1");
  id = await service.create("u1");
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true });
});

const upload = (bytes: number, more: object = {}) =>
  service.ask(executePath(id), {
    token,
    json: {
      entity: "files",
      action: "upload",
      params: {
        filename: "a.bin",
        content_base64: Buffer.alloc(bytes, "agent").toString("base64"),
        ...more,
      },
    },
  });

test("a file of 10 MiB goes through, as it is", async () => {
  const { status, body } = await upload(10 * MiB);
  expect(status).toBe(200);
  expect(body.result.size).toBe(10 * MiB);
});
test("one byte more is refused by the connector, and what no file could be by the service", async () => {
  expect(await upload(10 * MiB + 1)).toMatchObject({ status: 422, body: { code: "invalid_params" } });
  expect(await upload(12 * MiB)).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
});
test("four at once; a fifth is told to come again, small calls go on", async () => {
  let open = () => {};
  gate = new Promise((resolve) => (open = resolve));
  const four = Array.from({ length: 4 }, () => upload(2 * MiB));
  // They are being read before the fifth comes.
  await expect
    .poll(() => upload(2 * MiB, { filename: "" }), { timeout: 5000 })
    .toMatchObject({ status: 429, body: { code: "concurrency_limited", retry_after: 1 } });
  const small = upload(1000);
  open();
  expect((await Promise.all([...four, small])).map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect((await upload(2 * MiB)).status).toBe(200);
});
test("a large body that is no good gives its place back", async () => {
  for (let count = 0; count < 10; count++) expect((await upload(2 * MiB, { filename: "" })).status).toBe(422);
});
