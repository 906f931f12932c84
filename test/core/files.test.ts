import { describe, expect, test } from "vitest";
import { createDownload } from "../../src/core/download.ts";
import { createHttp } from "../../src/core/http.ts";
import { action, defineConnector, listAction, type Client } from "../../src/index.ts";
import { testClock } from "../fixtures/clock.ts";

const docs = "https://acme.example";
const bytes = new Uint8Array([0, 255, 10]);

describe("pages by number, and params that only code can pass", () => {
  const operations = {
    list: {
      method: "GET",
      path: "/",
      docs,
      paging: { limit: "count", cursor: "page", pages: "paging.pages", default: 2, max: 5 },
    },
    put: { method: "POST", path: "/", docs },
    get: { method: "GET", path: "/", docs },
  } as const;
  const files = {
    list: listAction({ description: "d", params: () => ({}), calls: "list", pick: "files", example: {} }),
    put: action({
      description: "d",
      params: (z) => ({ content: z.string() }),
      effect: "write",
      calls: "put",
      example: { content: "x" },
      prepare: async (params) =>
        params.content instanceof Uint8Array
          ? { ...params, content: `${params.content.length} bytes` }
          : params,
    }),
    get: action({
      description: "d",
      params: (z) => ({ file: z.string() }),
      effect: "read",
      calls: "get",
      example: { file: "a" },
      run: async ({ file }) => ({
        data: file === "text" ? new TextEncoder().encode("plain") : bytes,
        meta: { filename: file, content_type: "x/y" },
      }),
    }),
  };
  const sent: unknown[] = [];
  const client: Client = {
    async send(_operation, args) {
      sent.push(args);
      return { body: { files: [{ id: "F1" }], paging: { pages: 2 } }, headers: new Headers() };
    },
    identify: async () => ({ identity: {} }),
  };
  const Acme = defineConnector({
    name: "acme",
    title: "Acme",
    endpoint: docs,
    requestIdHeader: "x",
    auth: { token: { token: { description: "t" } } },
    toolEffects: ["read", "write"],
    entities: { files },
    operations,
    connect: () => client,
  });
  const acme = new Acme({ auth: { token: "t" } });

  test("a page's number is the cursor; the last page has no next", async () => {
    expect((await acme.files.list()).meta).toEqual({ has_more: true, next_cursor: "2" });
    expect((await acme.files.list({ cursor: "2", limit: 5 })).meta).toEqual({ has_more: false });
    expect(sent).toEqual([{ count: 2 }, { count: 5, page: "2" }]);
  });

  test.each(["0", "x", "-1", "1.5", "dGVhbTo="])(
    "%s is no page's number: nothing is sent",
    async (cursor) => {
      const before = sent.length;
      await expect(acme.files.list({ cursor })).rejects.toMatchObject({
        code: "invalid_params",
        path: "params.cursor",
      });
      expect(sent).toHaveLength(before);
    },
  );

  test("bytes are made JSON before the params are read; without it they are refused", async () => {
    const { data } = await acme.files.put({ content: bytes as never, dry_run: true });
    expect(data).toMatchObject({ params: { content: "3 bytes" } });
    await expect(acme.files.get({ file: bytes as never })).rejects.toMatchObject({ code: "invalid_params" });
  });

  test("the model is given a file's text, or told that it is none", async () => {
    const tool = await acme.tool();
    const get = async (file: string) =>
      JSON.parse((await tool.call({ entity: "files", action: "get", params: { file } })).text) as unknown;
    expect(await get("text")).toEqual({
      data: { filename: "text", content_type: "x/y", size: 5, text: "plain" },
    });
    expect(await get("raw")).toEqual({
      data: {
        filename: "raw",
        content_type: "x/y",
        size: 3,
        note: "Not text; the application has the bytes.",
      },
    });
  });
});

describe("http", () => {
  const http = (fetch: typeof globalThis.fetch) =>
    createHttp({ fetch, clock: testClock(), requestIdHeader: "x", timeoutMs: 1000, totalWaitMs: 0 });

  test("bytes are sent as they are, and an attachment comes as bytes", async () => {
    const reply = await http(async (_url, init) => {
      expect(init?.body).toBe(bytes);
      return new Response(bytes, { headers: { "content-disposition": "attachment; filename=a" } });
    })({
      what: "w",
      method: "POST",
      url: docs,
      headers: {},
      body: bytes,
      repeatable: false,
      read: (answer) => answer,
    });
    expect([...reply.bytes!]).toEqual([...bytes]);
    expect(reply.text).toBe("");
  });
});

describe("download", () => {
  const hops: (readonly [string, string | null])[] = [];
  const download = createDownload({
    timeoutMs: 1000,
    fetch: async (url, init) => {
      hops.push([String(url), new Headers(init?.headers).get("authorization")]);
      const [, left] = /\/(\d)$/.exec(String(url))!;
      return left === "0"
        ? new Response("done")
        : new Response(null, { status: 302, headers: { location: `/${Number(left) - 1}` } });
    },
  });
  const headers = { authorization: "t" };

  test("redirects are followed only where the caller says so, each asked about anew", async () => {
    const asked: string[] = [];
    const follow = (url: string) => (asked.push(url), true);
    expect((await download({ what: "w", url: `${docs}/2`, headers, follow })).status).toBe(200);
    expect(asked).toEqual([`${docs}/1`, `${docs}/0`]);
    expect(hops.map(([, token]) => token)).toEqual(["t", "t", "t"]);
  });

  test.each([
    ["not without follow", "1", undefined],
    ["not where it says no", "1", () => false],
    ["not for ever", "9", () => true],
  ])("%s", async (_what, left, follow) => {
    const before = hops.length;
    await expect(download({ what: "w", url: `${docs}/${left}`, headers, follow })).rejects.toMatchObject({
      code: "upstream_redirect_refused",
    });
    expect(hops.length - before).toBe(left === "9" ? 4 : 1);
  });
});
