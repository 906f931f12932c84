import { describe, expect, test } from "vitest";
import { createDownload } from "../../../src/core/wire/download.ts";
import { createHttp } from "../../../src/core/wire/retries.ts";
import { action, defineConnector, listAction, type ToolOptions } from "../../../src/index.ts";
import type { PlatformClient } from "../../../src/toolkit.ts";
import { testClock } from "../../fixtures/clock.ts";

const docs = "https://acme.example";
const bytes = new Uint8Array([0, 255, 10]);
const contents: Record<string, string | Uint8Array<ArrayBuffer>> = {
  text: "plain",
  raw: bytes,
  long: `${'ä🦉"\n'.repeat(20_000)}end`,
  owls: "🦉".repeat(1000),
  full: "ä".repeat(11_850),
  late: new Uint8Array([...new Uint8Array(60_000).fill(97), 0]),
};

describe("pages by number, and params that only code can pass", () => {
  const operations = {
    list: {
      method: "GET",
      path: "/",
      docs,
      paging: { kind: "page", limit: "count", cursor: "page", pages: "paging.pages", default: 2, max: 5 },
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
        data: new Blob([contents[file]!]).stream(),
        meta: { filename: file, content_type: "x/y", size: 99_999 },
      }),
    }),
  };
  const sent: unknown[] = [];
  const client: PlatformClient = {
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
    expect(sent).toEqual([{ count: 2 }, { count: 5, page: 2 }]);
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

  test("bytes are converted to JSON before the params are read, or refused", async () => {
    const { data } = await acme.files.put({ content: bytes as never, dry_run: true });
    expect(data).toMatchObject({ params: { content: "3 bytes" } });
    await expect(acme.files.get({ file: bytes as never })).rejects.toMatchObject({ code: "invalid_params" });
  });

  const read = async (file: string, options: ToolOptions = {}) => {
    const tool = await acme.tool(options);
    const got = await tool.call({ entity: "files", action: "get", params: { file } });
    if (!got.ok) throw new Error(got.text);
    const { data } = JSON.parse(got.text) as { data: Record<string, unknown> };
    return { ...got, told: data };
  };

  test("a tool returns a file's text, or says that it is not text, to model and application", async () => {
    const text = await read("text");
    expect(text.told).toEqual({ filename: "text", content_type: "x/y", size: 5, text: "plain" });
    expect(text.data).toEqual(text.told);
    const raw = await read("raw");
    const note = "Binary file: read it with code.";
    expect(raw.told).toEqual({ filename: "raw", content_type: "x/y", size: 3, note });
    expect(raw.data).toEqual(raw.told);
  });

  test("a text that does not fit is cut off after a complete character", async () => {
    for (const outputBudget of [500, 501, 502, 503, 12_000]) {
      const { text, told, data } = await read("long", { outputBudget });
      expect(text.length).toBeLessThanOrEqual(outputBudget);
      expect(text.length).toBeGreaterThan(outputBudget - 8);
      const { beginning, ...about } = told as { beginning: string };
      expect(about).toEqual({
        filename: "long",
        content_type: "x/y",
        size: 99_999,
        note: "Too long: only the beginning.",
      });
      expect(beginning.isWellFormed()).toBe(true);
      expect(contents.long).toContain(beginning);
      // The small size of the result shows that not the whole file was read.
      expect(JSON.stringify(data).length).toBeLessThan(outputBudget * 4 + 300);
      expect(data).toMatchObject({ beginning: expect.stringContaining(beginning) });
    }
    expect((await read("full")).told).toMatchObject({ size: 23_700, text: contents.full });
    expect((await read("full", { outputBudget: 11_900 })).told).toHaveProperty("beginning");
    expect((await read("late")).told).toHaveProperty("beginning");
    // This tokenizer counts every half of a surrogate pair as a token.
    const countTokens = (text: string) =>
      (JSON.parse(text) as { data?: { beginning?: string } }).data?.beginning?.length ?? Infinity;
    const owls = (await read("owls", { outputBudget: 101, countTokens })).told;
    expect(owls).toMatchObject({ beginning: "🦉".repeat(50) });
    const tokens = await read("long", { outputBudget: 100, countTokens: (text) => text.length / 4 });
    expect(tokens.text.length).toBeGreaterThan(390);
  });
});

describe("http", () => {
  const http = (fetch: typeof globalThis.fetch) =>
    createHttp({ fetch, clock: testClock(), requestIdHeader: "x", timeoutMs: 1000, totalWaitMs: 0 });

  test("bytes are sent unchanged, and an attachment is returned as a stream if files are accepted", async () => {
    const answer = async (files: boolean, status = 200) =>
      http(async (_url, init) => {
        expect(init?.body).toBe(bytes);
        return new Response("text", { status, headers: { "content-disposition": "attachment; filename=a" } });
      })({
        what: "w",
        method: "POST",
        url: docs,
        headers: {},
        body: bytes,
        repeatable: false,
        files,
        read: (reply) => reply,
      });
    expect(await answer(false)).toMatchObject({ text: "text" });
    expect(await answer(true, 404)).toMatchObject({ text: "text" });
    const { text, file } = await answer(true);
    expect([text, await new Response(file!).text()]).toEqual(["", "text"]);
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

  test("each redirect is followed only if the caller allows it", async () => {
    const asked: string[] = [];
    const follow = (url: string) => (asked.push(url), true);
    expect((await download({ what: "w", url: `${docs}/2`, headers, follow })).status).toBe(200);
    expect(asked).toEqual([`${docs}/1`, `${docs}/0`]);
    expect(hops.map(([, token]) => token)).toEqual(["t", "t", "t"]);
  });

  test.each([
    ["no redirect is followed without `follow`", "1", undefined],
    ["no redirect is followed if `follow` returns false", "1", () => false],
    ["at most three redirects are followed", "9", () => true],
  ])("%s", async (_what, left, follow) => {
    const before = hops.length;
    await expect(download({ what: "w", url: `${docs}/${left}`, headers, follow })).rejects.toMatchObject({
      code: "upstream_redirect_refused",
    });
    expect(hops.length - before).toBe(left === "9" ? 4 : 1);
  });
});
