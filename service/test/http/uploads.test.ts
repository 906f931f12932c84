import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { slackSandbox } from "agent-connectors/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuid } from "../../src/store/uuid.ts";
import { eventually } from "../support/eventually.ts";
import { executePath, testService, type TestService } from "../support/service.ts";

// The body of an execute request can contain a file. The number of large bodies in memory is limited.

const MiB = 1024 * 1024;
const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
let service: TestService;
let token: string;
let id: string;
/** Every request to Slack waits for this promise. */
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

const upload = (bytes: number, more: object = {}, by = { id, token }) =>
  service.ask(executePath(by.id), {
    token: by.token,
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

test("a file of 10 MiB arrives unchanged", async () => {
  const { status, body } = await upload(10 * MiB);
  expect(status).toBe(200);
  expect(body.result.size).toBe(10 * MiB);
});
test("the connector refuses one byte more, and the service refuses larger bodies", async () => {
  expect(await upload(10 * MiB + 1)).toMatchObject({ status: 422, body: { code: "invalid_params" } });
  expect(await upload(12 * MiB)).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
});
const user = async (name: string) => ({
  id: await service.create(name),
  token: await service.scopedToken(name),
});
const limited = (message: string) => ({
  status: 429,
  body: { code: "concurrency_limited", retry_after: 1, detail: expect.stringContaining(message) },
});

test("only two large bodies per connector and four per organization are allowed at the same time; small calls still run", async () => {
  const [second, third] = [await user("u2"), await user("u3")];
  let open = () => {};
  gate = new Promise((resolve) => (open = resolve));
  const large = (by?: typeof second) => Array.from({ length: 2 }, () => upload(2 * MiB, {}, by));
  const refused = (by?: typeof second) => upload(2 * MiB, { filename: "" }, by);
  const first = large();
  // The two bodies of the first user are now being read.
  await eventually(() => refused()).toMatchObject(
    limited("This connector already runs 2 uploads of large files"),
  );
  // An unknown connector takes no place of the connector.
  const [unknown] = [{ ...second, id: uuid(0) }];
  expect(await refused(unknown)).toMatchObject({ status: 404 });
  const others = [upload(2 * MiB, {}, second), upload(2 * MiB, {}, third)];
  await eventually(() => refused(third)).toMatchObject(limited("This organization already runs 4 uploads"));
  const small = upload(1000);
  open();
  const answers = await Promise.all([...first, ...others, small]);
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect((await upload(2 * MiB, {}, third)).status).toBe(200);
  const metrics = service.service.metrics();
  for (const by of ["uploads_connector", "uploads_organization"])
    expect(metrics).toContain(`rate_limited_total{by="${by}"}`);
});
test("an announced body that does not arrive is not counted as a large body", async () => {
  const left = Promise.withResolvers<void>();
  const announced = Array.from({ length: 4 }, () => {
    const body = new ReadableStream<Uint8Array>({
      start: async (own) => {
        own.enqueue(new Uint8Array(1000).fill(0x20));
        await left.promise;
        own.error(new Error("left"));
      },
    });
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": String(2 * MiB),
    };
    const request = { method: "POST", headers, body, duplex: "half" } as const;
    return service.service(new Request(`http://service.test${executePath(id)}`, request));
  });
  expect((await upload(2 * MiB)).status).toBe(200);
  left.resolve();
  expect((await Promise.all(announced)).map(({ status }) => status)).toEqual(Array(4).fill(408));
});
test("an invalid large body is counted only until its response", async () => {
  for (let count = 0; count < 10; count++) expect((await upload(2 * MiB, { filename: "" })).status).toBe(422);
});
