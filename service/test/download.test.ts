import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { action, defineConnector } from "agent-connectors";
import { executePath, testService, type TestService } from "./support/service.ts";

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);

/** Answers whatever file its params name. */
const get = action({
  description: "Get a file.",
  params: (z) => ({ filename: z.string(), content_type: z.string() }),
  effect: "read",
  calls: "files.get",
  example: { filename: "a.txt", content_type: "text/plain" },
  run: async ({ filename, content_type }) => ({ data: bytes, meta: { filename, content_type } }),
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

const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
let service: TestService;
let token: string;
let id: string;
beforeAll(async () => {
  service = await testService(
    { dataDir, databaseUrl: undefined },
    { connectors: [{ connector: FilesConnector }] },
  );
  token = await service.scopedToken("u1");
  id = await service.create("u1", { connector_type: "Files", credentials: { api_token: "t" } });
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const download = (params: object, headers: Record<string, string> = {}) =>
  service.service(
    new Request(`http://service.test${executePath(id)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ entity: "files", action: "get", params }),
    }),
  );

test("a download answers the bytes, with their name and type; also with an idempotency key, every time", async () => {
  for (const headers of [{}, { "idempotency-key": "k" }, { "idempotency-key": "k" }]) {
    const response = await download(
      { filename: "Büro (plan).pdf", content_type: "text/plain; charset=utf-8" },
      headers,
    );
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=\"B_ro__plan_.pdf\"; filename*=UTF-8''B%C3%BCro%20%28plan%29.pdf",
    );
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("a name or type that would make a header of its own does not", async () => {
  const response = await download({ filename: 'a"\r\nset-cookie: x', content_type: "text/html\r\nx: y" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/octet-stream");
  expect(response.headers.get("set-cookie")).toBeNull();
  expect(response.headers.get("content-disposition")).not.toMatch(/[\r\n]/);
});
