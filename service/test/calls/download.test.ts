import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { action, ConnectorError, defineConnector } from "agent-connectors";
import { listen } from "../../src/index.ts";
import { startFile } from "../../src/calls/file-response.ts";
import { eventually } from "../support/eventually.ts";
import { executePath, testService, type TestService } from "../support/service.ts";

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);

/** A function that sends the next bytes of the file. */
let next: (own: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>;
let cancelled = 0;
const whole: typeof next = (own) => {
  own.enqueue(bytes);
  own.close();
};
const endless: typeof next = (own) => own.enqueue(bytes);

/** An action that returns a file with the name and type from its params. */
const get = action({
  description: "Get a file.",
  params: (z) => ({ filename: z.string(), content_type: z.string() }),
  effect: "read",
  calls: "files.get",
  example: { filename: "a.txt", content_type: "text/plain" },
  run: async ({ filename, content_type }, { signal }) => ({
    data: new ReadableStream(
      {
        // The file a.txt ends if the call is aborted, like a real file. Any other file ignores an abort.
        start: (own) =>
          signal?.addEventListener("abort", () => filename === "a.txt" && own.error(new Error("aborted"))),
        pull: (own) => next(own),
        cancel: () => void cancelled++,
      },
      { highWaterMark: 0 },
    ),
    meta: { filename, content_type, size: 1000 },
  }),
});
const FilesConnector = defineConnector({
  name: "files",
  title: "Files",
  endpoint: "https://files.example",
  auth: { token: { api_token: { description: "token" } } },
  entities: { files: { get } },
  operations: { "files.get": { method: "GET", path: "/files", docs: "https://files.example" } } as never,
  requestIdHeader: "x-request-id",
  toolEffects: ["read"],
  connect: () => ({}) as never,
});

const executeTimeoutMs = 60_000;
const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
let service: TestService;
let token: string;
let id: string;
beforeAll(async () => {
  service = await testService(
    { dataDir, databaseUrl: undefined },
    {
      connectors: [{ connector: FilesConnector }],
      limits: { executeTimeoutMs, concurrency: { connector: 1, workspace: 9, organization: 9, process: 18 } },
    },
  );
  token = await service.scopedToken("u1");
  id = await service.create("u1", { connector_type: "Files", credentials: { api_token: "t" } });
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(() => {
  next = whole;
  cancelled = 0;
});

const text = { filename: "a.txt", content_type: "text/plain" };
const download = (params: object = text, headers: Record<string, string> = {}) =>
  service.service(
    new Request(`http://service.test${executePath(id)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ entity: "files", action: "get", params }),
    }),
  );

test("a download returns the bytes with name and type, even with an idempotency key", async () => {
  for (const headers of [{}, { "idempotency-key": "k" }, { "idempotency-key": "k" }]) {
    const response = await download(
      { filename: "Büro (plan).pdf", content_type: "text/plain; charset=utf-8" },
      headers,
    );
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=\"B_ro__plan_.pdf\"; filename*=UTF-8''B%C3%BCro%20%28plan%29.pdf; size=1000",
    );
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("a name or type cannot add a header", async () => {
  const response = await download({ filename: 'a"\r\nset-cookie: x', content_type: "text/html\r\nx: y" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/octet-stream");
  await response.body!.cancel();
  expect(response.headers.get("set-cookie")).toBeNull();
  expect(response.headers.get("content-disposition")).not.toMatch(/[\r\n]/);
});

const code = async (response: Response) => ((await response.json()) as { code: string }).code;
const broken = new ConnectorError("upstream_unreachable", "The connection broke.");
const transfers = (outcome: string) =>
  Number(
    new RegExp(`^file_transfers_total\\{connector_type="files",outcome="${outcome}"\\} (\\d+)$`, "m").exec(
      service.service.metrics(),
    )?.[1] ?? 0,
  );

test("a failure before the first byte is an error response", async () => {
  next = (own) => own.error(broken);
  const response = await download();
  expect([response.status, await code(response)]).toEqual([502, "upstream_unreachable"]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = Promise.withResolvers<void>();
  next = () => (asked.resolve(), new Promise(() => {}));
  const waiting = download({ ...text, filename: "silent.txt" });
  await asked.promise;
  vi.advanceTimersByTime(executeTimeoutMs);
  vi.useRealTimers();
  const silent = await waiting;
  expect([silent.status, await code(silent)]).toEqual([504, "upstream_timeout"]);
});

test("a failure after the first byte breaks the response", async () => {
  const before = transfers("upstream_unreachable");
  let sent = 0;
  next = (own) => (sent++ < 3 ? own.enqueue(bytes) : own.error(broken));
  const response = await download();
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toBe(broken);
  expect(transfers("upstream_unreachable")).toBe(before + 1);
});

test("a download can take longer than the time limit of a call", async () => {
  let sent = 0;
  next = (own) => (sent++ < 3 ? own.enqueue(bytes) : own.close());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const response = await download();
  vi.advanceTimersByTime(2 * executeTimeoutMs);
  vi.useRealTimers();
  expect((await response.arrayBuffer()).byteLength).toBe(3000);
});

test("a download is read only as fast as the client reads, and counts as a running call until it ends", async () => {
  const ended = transfers("ok");
  let sent = 0;
  next = (own) => (sent++ < 3 ? own.enqueue(bytes) : own.close());
  const response = await download();
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toBe(1);
  expect(await code(await download())).toBe("concurrency_limited");
  await response.arrayBuffer();
  expect(transfers("ok")).toBe(ended + 1);

  next = endless;
  const left = transfers("aborted");
  const second = await download();
  expect(second.status).toBe(200);
  await second.body!.cancel();
  expect([cancelled, transfers("aborted")]).toEqual([1, left + 1]);
  next = whole;
  expect((await (await download()).arrayBuffer()).byteLength).toBe(1000);
});

test("a file that cannot be sent is closed", async () => {
  let begun = false;
  next = (own) => {
    begun = true;
    own.enqueue(bytes);
  };
  const { transaction } = service.store;
  const failing = vi
    .spyOn(service.store, "transaction")
    .mockImplementation((run) =>
      begun
        ? Promise.reject(new ConnectorError("storage_unavailable", "The store is away."))
        : transaction(run),
    );
  const response = await download(text, { "idempotency-key": "failing" });
  failing.mockRestore();
  expect([response.status, cancelled]).toEqual([503, 1]);
});

test("a client that disconnects before the first byte does not count as a call", async () => {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  next = async (own) => {
    next = () => new Promise(() => {});
    asked.resolve();
    await gate.promise;
    own.enqueue(bytes);
  };
  const { url, close } = await listen(service.service, "127.0.0.1", 0);
  const client = new AbortController();
  const answer = fetch(url + executePath(id), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ entity: "files", action: "get", params: text }),
    signal: client.signal,
  });
  await asked.promise;
  client.abort();
  await expect(answer).rejects.toThrow("aborted");
  // `close` resolves when the server has noticed that the client has disconnected.
  await close(120_000);
  gate.resolve();
  await eventually(() => cancelled).toBe(1);
  next = whole;
  expect((await (await download()).arrayBuffer()).byteLength).toBe(1000);
});

test("a file that arrives after the time limit is closed", async () => {
  let left = false;
  const silent = new ReadableStream<Uint8Array>({ cancel: () => void (left = true) });
  await expect(startFile(silent, AbortSignal.abort(), () => {})).rejects.toMatchObject({ code: "aborted" });
  expect(left).toBe(true);
});
